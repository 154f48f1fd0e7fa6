import { useMutation } from "@tanstack/react-query";
import type { TeamMember, TeamSso } from "@weft/protocol";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { displayName } from "../../../shell/display-name.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { toast } from "../../../ui/toast.ts";
import { spellFailure, useChangedSso } from "./sso-query.ts";
import { Step } from "./step.tsx";

export interface EnforceStepProps {
  readonly teamId: string;
  readonly sso: TeamSso;
  readonly members: readonly TeamMember[] | undefined;
}

/** Single sign-on for everyone with an address of a verified domain, except for owners chosen by name. */
export function EnforceStep({ teamId, sso, members = [] }: EnforceStepProps) {
  const { enforced, test, domains } = sso;
  const changed = useChangedSso(teamId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(sso.breakGlass));
  const owners = members.filter(({ role }) => role === "owner");
  const change = useMutation({
    mutationFn: (required: boolean) =>
      request("PUT /internal/teams/{teamId}/sso/enforcement", {
        path: { teamId },
        body: { enforced: required, breakGlass: required ? [...chosen] : [] },
      }),
    onSuccess: (saved, required) => {
      changed(saved);
      toast({
        title: required ? "Single sign-on is required" : "Single sign-on is no longer required",
        tone: "success",
      });
    },
  });
  const names = domains.flatMap(({ domain, verifiedAt }) => (verifiedAt === null ? [] : [domain]));
  const ready = enforced || (test !== null && names.length > 0);
  const isSame = chosen.size === sso.breakGlass.length && sso.breakGlass.every((id) => chosen.has(id));
  return (
    <Step
      number={4}
      title="Require single sign-on"
      state={enforced ? { tone: "success", label: "Required" } : { tone: "neutral", label: "Optional" }}
      about={
        enforced
          ? `Members with an address of ${names.join(", ")} must sign in with SSO to open this team.`
          : "Members with an address of a verified domain must then sign in with SSO to open this team."
      }
    >
      {ready ? (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen.size > 0) change.mutate(true);
          }}
        >
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 text-sm font-medium">Break-glass owners</legend>
            <p className="mb-1 text-sm text-muted">
              They can always use their other sign-in method, in case the identity provider fails. Choose at least one.
            </p>
            {owners.map((owner) => (
              <Checkbox
                key={owner.userId}
                label={displayName(owner)}
                hint={owner.email}
                checked={chosen.has(owner.userId)}
                onCheckedChange={(checked) => {
                  const next = new Set(chosen);
                  if (checked) next.add(owner.userId);
                  else next.delete(owner.userId);
                  setChosen(next);
                }}
              />
            ))}
          </fieldset>
          <FormMessage>{spellFailure(change.error)}</FormMessage>
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              disabled={chosen.size === 0 || (enforced && isSame)}
              busy={change.isPending && change.variables}
            >
              {enforced ? "Save owners" : "Require SSO"}
            </Button>
            {enforced && (
              <Button
                variant="danger"
                busy={change.isPending && !change.variables}
                onClick={() => change.mutate(false)}
              >
                Stop requiring SSO
              </Button>
            )}
          </div>
        </form>
      ) : (
        <p className="text-sm">Verify a domain and make a successful test sign-in first.</p>
      )}
    </Step>
  );
}
