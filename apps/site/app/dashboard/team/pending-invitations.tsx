import { useQueryClient } from "@tanstack/react-query";
import type { TeamInvitation } from "@weft/protocol";
import { useState } from "react";
import { request } from "../../api/request.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.ts";

export interface PendingInvitationsProps {
  readonly teamId: string;
  readonly invitations: readonly TeamInvitation[];
  readonly canChange: boolean;
}

/** Pending invitations: sent again with a new link, or taken back. */
export function PendingInvitations({ teamId, invitations, canChange }: PendingInvitationsProps) {
  const { data: config } = useSiteConfig();
  const queries = useQueryClient();
  const [links, setLinks] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState<string>();
  const [revoking, setRevoking] = useState<TeamInvitation>();
  const [fault, setFault] = useState<string>();
  if (invitations.length === 0) return null;

  const refresh = () => queries.invalidateQueries({ queryKey: ["team", teamId, "invitations"] });
  const resend = async ({ id, email }: TeamInvitation) => {
    setBusy(id);
    try {
      const { link } = await request("POST /internal/teams/{teamId}/invitations/{invitationId}/resend", {
        path: { teamId, invitationId: id },
      });
      setLinks((before) => ({ ...before, [id]: link }));
      toast({
        title: config?.signIn.mail === true ? `Invitation resent to ${email}` : "New link created",
        tone: "success",
      });
    } catch {
      toast({ title: "The invitation could not be sent. Try again.", tone: "danger" });
    }
    setBusy(undefined);
    await refresh();
  };
  const ask = (invitation: TeamInvitation | undefined) => {
    setRevoking(invitation);
    setFault(undefined);
  };
  const revoke = async ({ id }: TeamInvitation) => {
    setBusy(id);
    try {
      await request("DELETE /internal/teams/{teamId}/invitations/{invitationId}", {
        path: { teamId, invitationId: id },
      });
      ask(undefined);
    } catch {
      setFault("The invitation could not be revoked. Try again.");
    }
    setBusy(undefined);
    await refresh();
  };

  return (
    <section aria-labelledby="invitations" className="mt-10">
      <h2 id="invitations" className="mb-4 text-xl">
        Invitations
      </h2>
      <Table caption="Pending invitations" stacked>
        <thead>
          <Row>
            <HeaderCell>Email</HeaderCell>
            <HeaderCell>Role</HeaderCell>
            <HeaderCell>Invited by</HeaderCell>
            <HeaderCell>Expires</HeaderCell>
            {canChange && (
              <HeaderCell>
                <span className="sr-only">Actions</span>
              </HeaderCell>
            )}
          </Row>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <Row key={invitation.id}>
              <HeaderCell scope="row" className="min-w-48 wrap-anywhere whitespace-normal!">
                {invitation.email}
              </HeaderCell>
              <Cell label="Role">{invitation.role === "owner" ? "Owner" : "Member"}</Cell>
              <Cell label="Invited by" className="text-muted">
                {invitation.invitedBy}
              </Cell>
              <Cell label="Expires" className="whitespace-nowrap text-muted">
                <RelativeTime at={invitation.expiresAt} />
              </Cell>
              {canChange && (
                <Cell>
                  <span className="flex justify-end gap-1 as-card:flex-wrap">
                    {links[invitation.id] !== undefined && (
                      <CopyButton
                        text={links[invitation.id]!}
                        name={`Copy link for ${invitation.email}`}
                        label="Copy link"
                      />
                    )}
                    <Button
                      size="sm"
                      variant="ghost"
                      busy={busy === invitation.id}
                      onClick={() => void resend(invitation)}
                    >
                      {config?.signIn.mail === true ? "Resend" : "New link"}
                      <span className="sr-only">{` for ${invitation.email}`}</span>
                    </Button>
                    <Button size="sm" variant="ghost" onClick={() => ask(invitation)}>
                      Revoke
                      <span className="sr-only">{` the invitation of ${invitation.email}`}</span>
                    </Button>
                  </span>
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </Table>
      <AlertDialog
        open={revoking !== undefined}
        onOpenChange={(open) => !open && ask(undefined)}
        title={revoking ? `Revoke the invitation of ${revoking.email}?` : ""}
        action="Revoke invitation"
        busy={revoking !== undefined && busy === revoking.id}
        error={fault}
        onConfirm={() => void (revoking && revoke(revoking))}
      >
        The link in the invitation stops working.
      </AlertDialog>
    </section>
  );
}
