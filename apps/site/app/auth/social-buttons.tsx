import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import { Button } from "../ui/button.tsx";
import { authClient } from "./auth-client.ts";
import { authFailure } from "./auth-failure.ts";
import { FormMessage } from "../ui/form-message.tsx";
import { keepNext, nextPath } from "./next-path.ts";
import { useArrive } from "./use-arrive.ts";

const names = { github: "GitHub", google: "Google" } as const;

/** Ways to sign in without a password: those that the server has set up, and this browser can do. */
export function SocialButtons({ passkey }: { passkey: boolean }) {
  const { data: config } = useSiteConfig();
  const [search] = useSearchParams();
  const arrive = useArrive();
  const [busy, setBusy] = useState<string>();
  const [fault, setFault] = useState<string>();
  const social = config?.signIn.social ?? [];
  const offersPasskey = passkey && config?.signIn.passkey === true && typeof PublicKeyCredential !== "undefined";

  // Browsers that can do so offer passkeys in the email field; nothing happens until one is chosen there.
  const byField = useEffectEvent(async (left: AbortSignal) => {
    const offers = (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
    if (!offers || left.aborted) return;
    const { error } = (await authClient.signIn.passkey({ autoFill: true })) ?? { error: null };
    if (left.aborted) return;
    if (error === null) return arrive();
    // Clicking the button or leaving the page ends the offer, which is not a failure.
    const ended = "code" in error && /^(AUTH_CANCELLED|ERROR_)/u.test(error.code);
    if (!ended) setFault(authFailure({ status: error.status }, "No passkey was used.").message);
  });
  useEffect(() => {
    if (!offersPasskey) return;
    const leaving = new AbortController();
    void byField(leaving.signal);
    return () => leaving.abort();
  }, [offersPasskey]);
  if (social.length === 0 && !offersPasskey) return null;

  const byPasskey = async () => {
    setBusy("passkey");
    setFault(undefined);
    const { error } = (await authClient.signIn.passkey()) ?? { error: null };
    setBusy(undefined);
    if (error) setFault(authFailure({ status: error.status ?? 400 }, "No passkey was used.").message);
    else await arrive();
  };
  const bySocial = async (provider: keyof typeof names) => {
    setBusy(provider);
    setFault(undefined);
    const { error } = await authClient.signIn.social({
      provider,
      callbackURL: nextPath(search, location.origin),
      errorCallbackURL: keepNext("/sign-in", search),
    });
    if (!error) return;
    setBusy(undefined);
    setFault(authFailure(error, `${names[provider]} did not sign you in.`).message);
  };

  return (
    <div className="flex flex-col gap-2">
      {social.map((provider) => (
        <Button key={provider} busy={busy === provider} onClick={() => void bySocial(provider)}>
          {`Continue with ${names[provider]}`}
        </Button>
      ))}
      {offersPasskey && (
        <Button busy={busy === "passkey"} onClick={() => void byPasskey()}>
          <KeyRound className="size-4" aria-hidden />
          Use a passkey
        </Button>
      )}
      <FormMessage>{fault}</FormMessage>
      <p className="my-3 flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </div>
  );
}
