import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { authClient } from "../../auth/auth-client.ts";
import { wayBackFailure } from "../../auth/auth-failure.ts";
import { FormMessage } from "../../ui/form-message.tsx";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { SettingsSection } from "../shared/settings-section.tsx";
import { signInMethodsQuery } from "./sign-in-methods-query.ts";

const names = { github: "GitHub", google: "Google" } as const;

/** Accounts elsewhere that sign in here, where the server has any set up. */
export function LinkedAccounts() {
  const { data: config } = useSiteConfig();
  const offered = config?.signIn.social ?? [];
  const linked = useQuery({
    ...signInMethodsQuery,
    enabled: offered.length > 0,
  });
  const [search] = useSearchParams();
  const [fault, setFault] = useState(() => wayBackFailure(search));
  if (offered.length === 0) return null;

  const link = async (provider: keyof typeof names) => {
    const here = "/dashboard/account/security";
    const { error } = await authClient.linkSocial({ provider, callbackURL: here, errorCallbackURL: here });
    setFault(error ? `Couldn't link ${names[provider]}.` : undefined);
  };
  const unlink = async (accountId: string) => {
    const { error } = await authClient.unlinkAccount({ accountId });
    setFault(error ? "You can't remove your last sign-in method." : undefined);
    await linked.refetch();
  };
  return (
    <SettingsSection title="Linked accounts" about="Sign in with an account from another provider.">
      <Loaded query={linked}>
        {(list) => (
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {offered.map((provider) => {
              const known = list.find(({ providerId }) => providerId === provider);
              return (
                <li key={provider} className="flex items-center justify-between gap-4 px-4 py-3 text-sm font-medium">
                  {names[provider]}
                  <Button
                    size="sm"
                    variant={known ? "ghost" : "secondary"}
                    onClick={() => void (known ? unlink(known.accountId) : link(provider))}
                  >
                    {known ? "Unlink" : "Link"}
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
      <FormMessage>{fault}</FormMessage>
    </SettingsSection>
  );
}
