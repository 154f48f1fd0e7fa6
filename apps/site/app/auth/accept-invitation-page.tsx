import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { RequestFailed } from "../api/request-failed.ts";
import { request } from "../api/request.ts";
import { refetchMe, useMe } from "../api/use-me.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { AuthPage } from "./auth-page.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { teamName } from "@weft/protocol/internal/team-name";

export const meta = () => pageMeta({ title: "Invitation", indexed: false });

/** Where an invitation's link leads: every way it may be, each with what to do. */
export default function AcceptInvitationPage() {
  const { invitationId = "" } = useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: me } = useMe();
  const invitation = useQuery({
    queryKey: ["invitation", invitationId, me?.user?.id],
    queryFn: ({ signal }) => request("GET /internal/invitations/{invitationId}", { path: { invitationId }, signal }),
    enabled: me !== undefined,
    retry: false,
  });
  const [joining, setJoining] = useState(false);
  const [fault, setFault] = useState<string>();

  if (invitation.error) {
    const gone = invitation.error instanceof RequestFailed && invitation.error.status === 404;
    return (
      <AuthPage title={gone ? "This invitation is not valid" : "Couldn't load the invitation"}>
        {gone ? (
          <p className="text-sm text-muted">
            The link is incomplete, or the invitation was revoked. Ask for a new one.
          </p>
        ) : (
          <ErrorState error={invitation.error} onRetry={() => void invitation.refetch()} />
        )}
      </AuthPage>
    );
  }
  if (invitation.data === undefined)
    return (
      <AuthPage title="Invitation">
        <Spinner />
      </AuthPage>
    );

  const { state, teamId, email, role, forYou, alreadyMember } = invitation.data;
  const team = teamName(invitation.data.teamName);
  const here = `/accept-invitation/${invitationId}`;
  if (alreadyMember && teamId !== null)
    return (
      <AuthPage title={`You're already in ${team}`} lead="You've already accepted this invitation.">
        <ButtonLink to={`/dashboard/${teamId}`} variant="primary">
          {`Go to ${team}`}
        </ButtonLink>
      </AuthPage>
    );
  if (state !== "open")
    return (
      <AuthPage
        title={state === "expired" ? "This invitation has expired" : "This invitation is no longer open"}
        lead={
          state === "expired"
            ? `Invitations last seven days. Ask an owner of ${team} to send it again.`
            : `It was ${state === "used" ? "used" : "revoked"}. Ask an owner of ${team} for a new one.`
        }
      />
    );
  if (!me?.user) {
    const after = new URLSearchParams({ next: here });
    return (
      <AuthPage title={`Join ${team}`} lead={`You were invited as ${email}. Sign in or sign up with this address.`}>
        <div className="flex flex-col gap-2">
          <ButtonLink to={`/sign-up?${new URLSearchParams({ next: here, email }).toString()}`} variant="primary">
            Sign up
          </ButtonLink>
          <ButtonLink to={`/sign-in?${after.toString()}`}>Sign in</ButtonLink>
        </div>
      </AuthPage>
    );
  }
  if (!forYou)
    return (
      <AuthPage
        title="This invitation is for another account"
        lead={`It was sent to ${email}. You're signed in as ${me.user.email}.`}
      >
        <ButtonLink to={`/sign-out?${new URLSearchParams({ next: here }).toString()}`}>Switch account</ButtonLink>
      </AuthPage>
    );

  const join = async () => {
    setJoining(true);
    setFault(undefined);
    try {
      const joined = await request("POST /internal/invitations/{invitationId}/accept", { path: { invitationId } });
      await refetchMe(queries);
      await navigate(`/dashboard/${joined.teamId}`, { replace: true });
    } catch (error) {
      setFault(error instanceof RequestFailed ? error.message : "Couldn't join the team. Try again.");
      setJoining(false);
    }
  };
  return (
    <AuthPage
      title={`Join ${team}`}
      lead={`You've been invited to join this team as ${role === "owner" ? "an owner" : "a member"}.`}
    >
      <div className="flex flex-col gap-4">
        <FormMessage>{fault}</FormMessage>
        <Button variant="primary" busy={joining} onClick={() => void join()}>
          {`Join ${team}`}
        </Button>
      </div>
    </AuthPage>
  );
}
