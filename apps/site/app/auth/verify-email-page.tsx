import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { refetchMe, useMe } from "../api/use-me.ts";
import { useSiteConfig } from "../api/use-site-config.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { authClient } from "./auth-client.ts";
import { AuthPage } from "./auth-page.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { keepNext, nextPath } from "./next-path.ts";

export const meta = () => pageMeta({ title: "Verify email", indexed: false });

/** The page that the link in the email opens. */
export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  const token = search.get("token");
  const queries = useQueryClient();
  const { data: me } = useMe();
  const { data: config } = useSiteConfig();
  const [stage, setStage] = useState<"checking" | "verified" | "expired">(token === null ? "expired" : "checking");
  const [resent, setResent] = useState<"no" | "busy" | "yes" | "failed">("no");

  useEffect(() => {
    if (token === null) return;
    void authClient.verifyEmail({ query: { token } }).then(async ({ error }) => {
      if (!error) await refetchMe(queries);
      setStage(error ? "expired" : "verified");
    });
  }, [token, queries]);

  if (stage === "checking")
    return (
      <AuthPage title="Verifying your email">
        <Spinner />
      </AuthPage>
    );
  // A change of address is confirmed by both: first by the current address, then by the new one.
  if (stage === "verified" && search.get("step") === "confirm")
    return (
      <AuthPage
        title="Check your new inbox"
        lead="You've confirmed the change. To complete it, open the link that we sent to your new address."
      />
    );
  const next = nextPath(search, location.origin);
  // A user who verifies in a different browser than they signed up in is not signed in here.
  const on =
    me?.user === null ? (
      <ButtonLink to={keepNext("/sign-in", search)} variant="primary">
        Sign in
      </ButtonLink>
    ) : (
      <ButtonLink to={next} variant="primary">
        {next === "/dashboard" ? "Go to the dashboard" : "Continue"}
      </ButtonLink>
    );
  if (stage === "verified")
    return (
      <AuthPage title="Your email is verified" lead="Your account is ready to use.">
        {on}
      </AuthPage>
    );
  if (me?.user?.emailVerified === true)
    return (
      <AuthPage title="This link was used or has expired" lead={`${me.user.email} is already verified.`}>
        {on}
      </AuthPage>
    );
  const email = me?.user?.email;
  const resend = async () => {
    if (email === undefined) return;
    setResent("busy");
    const { error } = await authClient.sendVerificationEmail({ email, callbackURL: next });
    setResent(error ? "failed" : "yes");
  };
  return (
    <AuthPage title="This link has expired" lead="Verification links expire after a day and can only be used once.">
      {email === undefined ? (
        // If the server sends emails, a sign-in with an unverified address sends the link automatically.
        <ButtonLink
          to={config?.signIn.mail === true ? keepNext("/sign-in", search) : "/sign-in?next=%2Fverify-email"}
          variant="primary"
        >
          Sign in to get a new link
        </ButtonLink>
      ) : resent === "yes" ? (
        <p role="status" className="text-sm text-muted">{`A new link was sent to ${email}.`}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <FormMessage>{resent === "failed" ? "Couldn't send the email. Try again." : undefined}</FormMessage>
          <Button variant="primary" busy={resent === "busy"} onClick={() => void resend()}>
            Send a new link
          </Button>
        </div>
      )}
    </AuthPage>
  );
}
