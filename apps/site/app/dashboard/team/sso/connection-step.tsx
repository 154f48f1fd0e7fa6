import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TeamSso } from "@weft/protocol";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { formatDay } from "../../../formats/calendar-date.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import { ConnectionForm } from "./connection-form.tsx";
import { CopyRow } from "./copy-row.tsx";
import { ssoQuery, spellFailure, useChangedSso } from "./sso-query.ts";
import { Step } from "./step.tsx";

const monthMs = 30 * 86_400_000;

/** What the identity provider must know, and what it is. */
export function ConnectionStep({ teamId, sso }: { teamId: string; sso: TeamSso }) {
  const { service, connection } = sso;
  const changed = useChangedSso(teamId);
  const [editing, setEditing] = useState(false);
  return (
    <Step
      number={1}
      title="Connect your identity provider"
      state={connection === null ? { tone: "neutral", label: "Not set up" } : { tone: "success", label: "Connected" }}
      about="Create a SAML 2.0 application at your identity provider with these values, then add its metadata here."
    >
      <dl className="flex flex-col gap-3">
        <CopyRow label="Entity ID (audience)" value={service.entityId} />
        <CopyRow label="ACS URL (reply URL)" value={service.acsUrl} />
        <CopyRow label="Metadata URL" value={service.metadataUrl} />
      </dl>
      {connection === null || editing ? (
        <ConnectionForm
          teamId={teamId}
          connection={connection}
          onSaved={(saved) => {
            changed(saved);
            setEditing(false);
          }}
          onCancel={connection === null ? undefined : () => setEditing(false)}
        />
      ) : (
        <Summary teamId={teamId} connection={connection} enforced={sso.enforced} onEdit={() => setEditing(true)} />
      )}
    </Step>
  );
}

interface SummaryProps {
  readonly teamId: string;
  readonly connection: NonNullable<TeamSso["connection"]>;
  readonly enforced: boolean;
  readonly onEdit: () => void;
}

function Summary({ teamId, connection, enforced, onEdit }: SummaryProps) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => request("DELETE /internal/teams/{teamId}/sso/connection", { path: { teamId } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ssoQuery(teamId).queryKey });
      setAsking(false);
      toast({ title: "Connection deleted", tone: "success" });
    },
  });
  return (
    <>
      <dl className="grid gap-x-4 text-sm sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-2 max-sm:[&>dd]:mb-2">
        <dt className="text-muted">Identity provider</dt>
        <dd className="wrap-anywhere">{connection.entityId}</dd>
        <dt className="text-muted">Sign-in URL</dt>
        <dd className="wrap-anywhere">{connection.signInUrl}</dd>
        <dt className="text-muted">Certificates</dt>
        <dd className="flex flex-col gap-1">
          {connection.certificates.map(({ fingerprint, subject, expiresAt }) => (
            <span key={fingerprint} className="flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere">{subject}</span>
              <code className="text-xs text-muted" title={fingerprint}>{`${fingerprint.slice(0, 16)}…`}</code>
              <Expiry at={expiresAt} />
            </span>
          ))}
        </dd>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onEdit}>Edit connection</Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Delete connection
        </Button>
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (!open) remove.reset();
        }}
        title="Delete the connection?"
        action="Delete connection"
        busy={remove.isPending}
        error={spellFailure(remove.error)}
        onConfirm={() => remove.mutate()}
      >
        {enforced
          ? "Single sign-on is no longer required. Members sign in with their other methods; those who have none reset their password first."
          : "Members can no longer sign in with SSO. Their accounts, and your verified domains, are kept."}
      </AlertDialog>
    </>
  );
}

function Expiry({ at }: { at: string }) {
  const leftMs = Date.parse(at) - Date.now();
  if (leftMs > monthMs) return <span className="text-xs text-muted">{`until ${formatDay(at)}`}</span>;
  return leftMs <= 0 ? <Badge tone="warning">Expired</Badge> : <Badge tone="warning">Expires soon</Badge>;
}
