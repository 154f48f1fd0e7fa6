import { useState } from "react";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { authClient } from "../../auth/auth-client.ts";
import { authFailure, retryAfterOf } from "../../auth/auth-failure.ts";
import { Button } from "../../ui/button.tsx";
import { FormMessage } from "../../ui/form-message.tsx";

/** For an account that signs in elsewhere: its first password comes by the link that replaces a forgotten one. */
export function FirstPassword({ email }: { email: string }) {
  const { data: config } = useSiteConfig();
  const [stage, setStage] = useState<"none" | "busy" | "sent">("none");
  const [fault, setFault] = useState<string>();
  const ask = async () => {
    setStage("busy");
    setFault(undefined);
    let wait: string | null = null;
    const { error } = await authClient.requestPasswordReset(
      { email, redirectTo: "/dashboard/account/security" },
      { onError: ({ response }) => void (wait = retryAfterOf(response)) },
    );
    setStage(error ? "none" : "sent");
    setFault(error ? authFailure(error, "Couldn't send the email.", wait).message : undefined);
  };
  return (
    <div className="flex flex-col items-start gap-4 text-sm">
      <p className="text-muted">
        This account has no password yet. We'll email you a link to set one. Setting a password signs you out
        everywhere.
      </p>
      <FormMessage>{fault}</FormMessage>
      {stage === "sent" ? (
        <p role="status">
          {`We've sent a link to ${email}.`}
          {config?.signIn.mail === false &&
            " This server doesn't send email. Its administrator can find the link in the server log."}
        </p>
      ) : (
        <Button busy={stage === "busy"} onClick={() => void ask()}>
          Send link
        </Button>
      )}
    </div>
  );
}
