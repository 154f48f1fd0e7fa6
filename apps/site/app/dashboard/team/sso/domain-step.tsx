import { useMutation } from "@tanstack/react-query";
import type { TeamSso } from "@weft/protocol";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { formatDay } from "../../../formats/calendar-date.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { toast } from "../../../ui/toast.ts";
import { CopyRow } from "./copy-row.tsx";
import { spellFailure, useChangedSso } from "./sso-query.ts";
import { Step } from "./step.tsx";

/** Domains whose addresses may sign in through the connection. */
export function DomainStep({ teamId, sso }: { teamId: string; sso: TeamSso }) {
  const changed = useChangedSso(teamId);
  const [domain, setDomain] = useState("");
  const add = useMutation({
    mutationFn: () =>
      request("POST /internal/teams/{teamId}/sso/domains", { path: { teamId }, body: { domain: domain.trim() } }),
    onSuccess: (added) => {
      changed(added);
      setDomain("");
    },
  });
  const verified = sso.domains.some(({ verifiedAt }) => verifiedAt !== null);
  return (
    <Step
      number={2}
      title="Verify your domain"
      state={
        verified
          ? { tone: "success", label: "Verified" }
          : sso.domains.length > 0
            ? { tone: "warning", label: "Record needed" }
            : { tone: "neutral", label: "No domain" }
      }
      about="Only addresses of domains that you own can sign in through the connection. Prove it with a DNS record."
    >
      {sso.domains.length > 0 && (
        <ul aria-label="Domains" className="flex flex-col gap-3">
          {sso.domains.map((claim) => (
            <DomainRow key={claim.domain} teamId={teamId} claim={claim} />
          ))}
        </ul>
      )}
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (domain.trim() !== "") add.mutate();
        }}
      >
        <div className="flex flex-wrap items-end gap-2">
          <Field label="Domain" className="min-w-48 flex-1 sm:max-w-72">
            <Input
              placeholder="example.com"
              spellCheck={false}
              autoCapitalize="none"
              value={domain}
              onChange={(event) => setDomain(event.target.value)}
            />
          </Field>
          <Button type="submit" disabled={domain.trim() === ""} busy={add.isPending}>
            Add domain
          </Button>
        </div>
        <FormMessage>{spellFailure(add.error)}</FormMessage>
      </form>
    </Step>
  );
}

function DomainRow({ teamId, claim }: { teamId: string; claim: TeamSso["domains"][number] }) {
  const { domain, record, verifiedAt } = claim;
  const changed = useChangedSso(teamId);
  const [asking, setAsking] = useState(false);
  const path = { teamId, domain };
  const verify = useMutation({
    mutationFn: () => request("POST /internal/teams/{teamId}/sso/domains/{domain}/verify", { path }),
    onSuccess: (sso) => {
      changed(sso);
      toast({ title: `${domain} is verified`, tone: "success" });
    },
  });
  const remove = useMutation({
    mutationFn: () => request("DELETE /internal/teams/{teamId}/sso/domains/{domain}", { path }),
    onSuccess: (sso) => {
      setAsking(false);
      changed(sso);
    },
  });
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium wrap-anywhere">{domain}</span>
        {verifiedAt === null ? (
          <Badge tone="warning">Not verified</Badge>
        ) : (
          <>
            <Badge tone="success">Verified</Badge>
            <span className="text-xs text-muted">{`on ${formatDay(verifiedAt)}`}</span>
          </>
        )}
        <Button size="sm" variant="ghost" className="ml-auto" onClick={() => setAsking(true)}>
          Remove
          <span className="sr-only">{` ${domain}`}</span>
        </Button>
      </div>
      {verifiedAt === null && (
        <>
          <p className="text-sm text-muted">{`Add a TXT record with this value to ${domain}, then check it. Keep the record afterward.`}</p>
          <dl>
            <CopyRow label="TXT record value" value={record} />
          </dl>
          <FormMessage>{spellFailure(verify.error)}</FormMessage>
          <div>
            <Button busy={verify.isPending} onClick={() => verify.mutate()}>
              Check record
              <span className="sr-only">{` of ${domain}`}</span>
            </Button>
          </div>
        </>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (!open) remove.reset();
        }}
        title={`Remove ${domain}?`}
        action="Remove domain"
        busy={remove.isPending}
        error={spellFailure(remove.error)}
        onConfirm={() => remove.mutate()}
      >
        {`Addresses of ${domain} can no longer sign in with SSO, and another team can verify the domain.`}
      </AlertDialog>
    </li>
  );
}
