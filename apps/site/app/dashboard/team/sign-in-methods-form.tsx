import { useState } from "react";
import { RequestFailed } from "../../api/request-failed.ts";
import { useMe } from "../../api/use-me.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { toast } from "../../ui/toast.ts";
import { methodNames, offeredMethods } from "./sign-in-methods.ts";
import type { SignInMethod } from "./sign-in-methods.ts";
import { useChangeSecurity } from "./use-change-security.ts";

/** `allowed`: null if every method is. */
export function SignInMethodsForm({ teamId, allowed }: { teamId: string; allowed: readonly SignInMethod[] | null }) {
  const { data: me } = useMe();
  const { data: config } = useSiteConfig();
  const change = useChangeSecurity(teamId);
  const methods = config === undefined ? [] : offeredMethods(config.signIn, allowed);
  const [chosen, setChosen] = useState<ReadonlySet<SignInMethod>>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const shown = chosen ?? new Set(allowed ?? methods);
  const own = me?.signedInWith;
  const save = async () => {
    const wanted = methods.filter((method) => shown.has(method));
    if (wanted.length === 0) return setFault("Choose at least one method.");
    setBusy(true);
    setFault(undefined);
    try {
      await change({ signInMethods: wanted.length === methods.length ? null : wanted });
      setChosen(undefined);
      toast({ title: "Sign-in methods saved", tone: "success" });
    } catch (error) {
      setFault(
        error instanceof RequestFailed && (error.status === 409 || error.status === 422)
          ? error.message
          : "The change could not be saved. Try again.",
      );
    }
    setBusy(false);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">Allowed sign-in methods</legend>
        {methods.map((method) => (
          <Checkbox
            key={method}
            label={methodNames[method]}
            hint={method === own ? "You are signed in with this method." : undefined}
            checked={shown.has(method)}
            onCheckedChange={(on) => {
              const next = new Set(shown);
              if (on) next.add(method);
              else next.delete(method);
              setChosen(next);
            }}
          />
        ))}
      </fieldset>
      <p className="text-sm text-muted">
        You can only save a list that contains the method of your own session. Members who signed in with another method
        are asked to sign in again. Two-factor authentication is a separate requirement.
      </p>
      <FormMessage>{fault}</FormMessage>
      <Button type="submit" className="self-start" disabled={chosen === undefined} busy={busy}>
        Save methods
      </Button>
    </form>
  );
}
