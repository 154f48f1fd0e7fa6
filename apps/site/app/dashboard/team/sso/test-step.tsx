import { useMutation } from "@tanstack/react-query";
import type { TeamSso } from "@weft/protocol";
import { useSearchParams } from "react-router";
import { request } from "../../../api/request.ts";
import { spellRefusal } from "../../../auth/spell-refusal.ts";
import { Button } from "../../../ui/button.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { spellFailure } from "./sso-query.ts";
import { Step } from "./step.tsx";

/** A sign-in that signs no one in, and shows what was received. */
export function TestStep({ teamId, sso }: { teamId: string; sso: TeamSso }) {
  const [search] = useSearchParams();
  // How a test ended that has just come back; what went well is among the settings.
  const outcome = search.get("sso");
  const begin = useMutation({
    mutationFn: () => request("POST /internal/teams/{teamId}/sso/test", { path: { teamId } }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const { test, connection } = sso;
  return (
    <Step
      number={3}
      title="Test sign-in"
      state={test === null ? { tone: "neutral", label: "Not tested" } : { tone: "success", label: "Tested" }}
      about="Sign in at your identity provider as a member would. You stay signed in here as you are."
    >
      <FormMessage>
        {begin.error === null ? (outcome === "tested" ? undefined : spellRefusal(outcome)) : spellFailure(begin.error)}
      </FormMessage>
      {test !== null && <Received test={test} />}
      {connection === null ? (
        <p className="text-sm">Connect your identity provider first.</p>
      ) : (
        <div>
          <Button busy={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
            {test === null ? "Test sign-in" : "Test again"}
          </Button>
        </div>
      )}
    </Step>
  );
}

function Received({ test }: { test: NonNullable<TeamSso["test"]> }) {
  const read = [
    ["Email", test.email],
    ["First name", test.firstName],
    ["Last name", test.lastName],
  ] as const;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-4 text-sm">
      <p>
        Successful test <RelativeTime at={test.at} />
      </p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {read.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value === "" ? "–" : value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="cursor-pointer font-medium">Attributes received</summary>
        <dl className="mt-2 flex flex-col gap-2">
          {test.attributes.map(({ name, values }, at) => (
            <div key={`${at} ${name}`}>
              <dt className="font-mono text-xs wrap-anywhere text-muted">{name}</dt>
              <dd className="wrap-anywhere">{values.length === 0 ? "–" : values.join(", ")}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
