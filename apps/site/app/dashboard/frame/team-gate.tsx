import { useQuery } from "@tanstack/react-query";
import { teamName } from "@weft/protocol/internal/team-name";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { RequestFailed } from "../../api/request-failed.ts";
import { useMe } from "../../api/use-me.ts";
import { formatDay } from "../../formats/calendar-date.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { PageMessage } from "../../ui/page-message.tsx";
import { listMethods } from "../team/sign-in-methods.ts";
import type { SignInMethod } from "../team/sign-in-methods.ts";
import { teamQuery } from "../team/use-team.ts";

/** What is below a team's address, unless the team's sign-in requirements aren't met: then a message that links to the fix. */
export function TeamGate({ teamId, children }: { teamId: string; children: ReactNode }) {
  const { data: me } = useMe();
  const { data: team, error } = useQuery(teamQuery(teamId));
  const entered = me?.teams.find(({ id }) => id === teamId);
  const name = entered === undefined ? "This team" : teamName(entered.name);
  const code = error instanceof RequestFailed ? error.code : undefined;
  if (code === "TWO_FACTOR_REQUIRED") return <TwoFactorNeeded name={name} />;
  if (code === "SSO_REQUIRED") return <SsoNeeded name={name} email={me?.user?.email ?? ""} />;
  if (code === "SIGN_IN_METHOD_NOT_ALLOWED") return <OtherMethodNeeded name={name} allowed={entered?.signInMethods} />;
  if (code === "SIGN_IN_TOO_OLD") return <SignInAgain name={name} />;
  const from = team?.requireTwoFactorFrom ?? null;
  return (
    <>
      {from !== null && me?.user?.twoFactorEnabled === false && (
        <p className="mb-6 rounded-lg border border-warning-line bg-warning-soft px-4 py-3 text-sm text-warning">
          {`${name} requires two-factor authentication from ${formatDay(from)}. `}
          <Link to="/dashboard/account/security" className="underline underline-offset-4">
            Set up an authenticator app
          </Link>
        </p>
      )}
      {children}
    </>
  );
}

function TwoFactorNeeded({ name }: { name: string }) {
  return (
    <PageMessage
      title={`${name} requires two-factor authentication.`}
      action={
        <ButtonLink to="/dashboard/account/security" variant="primary">
          Set up two-factor
        </ButtonLink>
      }
    >
      Set up an authenticator app to open this team. A passkey isn't enough. If your account has no password, set one
      first.
    </PageMessage>
  );
}

function SsoNeeded({ name, email }: { name: string; email: string }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams({ email, next: pathname + search }).toString();
  return (
    <PageMessage
      title={`${name} requires single sign-on.`}
      action={
        <ButtonLink to={`/sign-in/sso?${query}`} variant="primary">
          Continue with SSO
        </ButtonLink>
      }
    >
      Sign in through your company's identity provider to open this team. You'll return to this page afterward.
    </PageMessage>
  );
}

function OtherMethodNeeded({ name, allowed = [] }: { name: string; allowed?: readonly SignInMethod[] }) {
  const { pathname, search } = useLocation();
  return (
    <PageMessage
      title={`${name} doesn't allow this sign-in method.`}
      action={
        <ButtonLink to={`/sign-out?${new URLSearchParams({ next: pathname + search }).toString()}`} variant="primary">
          Sign in with another method
        </ButtonLink>
      }
    >
      {`To open this team, sign in with ${listMethods(allowed)}. If your account has no such method, add it in your `}
      <Link to="/dashboard/account/security" className="link">
        account security
      </Link>
      {" first."}
    </PageMessage>
  );
}

function SignInAgain({ name }: { name: string }) {
  const { pathname, search } = useLocation();
  return (
    <PageMessage
      title="Sign in again to continue."
      action={
        <ButtonLink to={`/sign-out?${new URLSearchParams({ next: pathname + search }).toString()}`} variant="primary">
          Sign in again
        </ButtonLink>
      }
    >
      {`${name} requires a more recent sign-in. You'll return to this page afterward.`}
    </PageMessage>
  );
}
