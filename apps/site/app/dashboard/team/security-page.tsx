import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TeamMember, TeamSecurity } from "@weft/protocol";
import { useState } from "react";
import { Link } from "react-router";
import { RequestFailed } from "../../api/request-failed.ts";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { formatDay } from "../../formats/calendar-date.ts";
import { countOf } from "../../formats/count.ts";
import { displayName } from "../../shell/display-name.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Forbidden } from "../../ui/forbidden.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.ts";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { SettingsSection } from "../shared/settings-section.tsx";
import { membersQuery } from "./members-query.ts";
import { sessionChoices } from "./session-choices.ts";
import { teamQuery, useTeam, useTeamId } from "./use-team.ts";

export const meta = () => pageMeta({ title: "Team security", indexed: false });

/** What the team asks of its members' sign-ins; owners alone see and change it. */
export default function TeamSecurityPage() {
  const teamId = useTeamId();
  const { data: team } = useTeam();
  const owner = team?.role === "owner";
  const security = useQuery({
    queryKey: ["team", teamId, "security"],
    queryFn: ({ signal }) => request("GET /internal/teams/{teamId}/security", { path: { teamId }, signal }),
    enabled: owner,
  });
  const members = useQuery({ ...membersQuery(teamId), enabled: owner });
  if (team && !owner) return <Forbidden>Owners of the team decide what it asks of sign-ins.</Forbidden>;
  return (
    <>
      <PageHead title="Team security">Sign-in requirements for team members.</PageHead>
      <Loaded query={security}>
        {(asked) => (
          <div className="flex flex-col gap-5">
            <SettingsSection
              title="Second factor"
              about="From this date, members need an authenticator app to open the team; a passkey is not enough. Until then they see a reminder."
            >
              <TwoFactorForm
                key={asked.requireTwoFactorFrom}
                teamId={teamId}
                from={asked.requireTwoFactorFrom}
                members={members.data}
              />
            </SettingsSection>
            <SettingsSection
              title="Length of a sign-in"
              about="Members whose sign-in is older must sign in again to open this team."
            >
              <SessionForm teamId={teamId} hours={asked.sessionHours} />
            </SettingsSection>
          </div>
        )}
      </Loaded>
    </>
  );
}

function useChangeSecurity(teamId: string) {
  const queries = useQueryClient();
  return async (change: Partial<TeamSecurity>) => {
    const changed = await request("PATCH /internal/teams/{teamId}/security", { path: { teamId }, body: change });
    queries.setQueryData(["team", teamId, "security"], changed);
    await queries.invalidateQueries({ queryKey: teamQuery(teamId).queryKey });
  };
}

const dayMs = 86_400_000;
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

interface TwoFactorFormProps {
  readonly teamId: string;
  readonly from: string | null;
  readonly members: readonly TeamMember[] | undefined;
}

function TwoFactorForm({ teamId, from, members }: TwoFactorFormProps) {
  const { data: me } = useMe();
  const change = useChangeSecurity(teamId);
  const [day, setDay] = useState(from === null ? isoDay(Date.now() + 7 * dayMs) : from.slice(0, 10));
  const [busy, setBusy] = useState<"save" | "stop">();
  const [fault, setFault] = useState<string>();
  const safe = me?.user?.twoFactorEnabled === true;
  const without = members?.filter(({ twoFactorEnabled }) => !twoFactorEnabled) ?? [];
  const save = async (next: string | null) => {
    setBusy(next === null ? "stop" : "save");
    setFault(undefined);
    try {
      await change({ requireTwoFactorFrom: next });
      toast({
        title: next === null ? "No second factor is asked for" : `Required from ${formatDay(next)}`,
        tone: "success",
      });
    } catch (error) {
      setFault(
        error instanceof RequestFailed && error.status === 409
          ? error.message
          : "The change could not be saved. Try again.",
      );
    }
    setBusy(undefined);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== "") void save(`${day}T00:00:00.000Z`);
      }}
    >
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {from === null ? <Badge>Off</Badge> : <Badge tone="success">On</Badge>}
        <span className="text-muted">
          {from === null
            ? "A password is enough."
            : `Required ${Date.parse(from) <= Date.now() ? "since" : "from"} ${formatDay(from)}.`}
        </span>
      </p>
      {members !== undefined && (
        <p className="text-sm text-muted">
          {without.length === 0
            ? "Every member has a second factor."
            : `${countOf(without.length, "member")} without one: ${without.map(displayName).join(", ")}.`}
        </p>
      )}
      {!safe && from === null ? (
        <p className="text-sm">
          {"To ask others for it, "}
          <Link to="/dashboard/account/security" className="link">
            set up your own second factor
          </Link>
          {" first."}
        </p>
      ) : (
        <>
          <Field label="From" hint="The day begins at midnight, UTC." className="sm:max-w-56">
            <Input
              type="date"
              required
              min={isoDay(Date.now())}
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          </Field>
          <FormMessage>{fault}</FormMessage>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" disabled={day === "" || day === from?.slice(0, 10)} busy={busy === "save"}>
              {from === null ? "Require two-factor" : "Change the day"}
            </Button>
            {from !== null && (
              <Button variant="danger" busy={busy === "stop"} onClick={() => void save(null)}>
                Stop requiring it
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  );
}

function SessionForm({ teamId, hours }: { teamId: string; hours: number | null }) {
  const change = useChangeSecurity(teamId);
  const choices = sessionChoices(hours);
  const choose = async (value: string) => {
    try {
      await change({ sessionHours: value === "none" ? null : Number(value) });
      toast({ title: "Length of a sign-in saved", tone: "success" });
    } catch {
      toast({ title: "The length could not be saved. Try again.", tone: "danger" });
    }
  };
  return (
    <Field
      label="The team is open after a sign-in"
      hint="Counted from sign-in, even while the session is in use. A session that is unused for seven days ends by itself."
      className="sm:max-w-sm"
    >
      <Select
        options={choices}
        value={hours === null ? "none" : String(hours)}
        onValueChange={(value) => void choose(value)}
      />
    </Field>
  );
}
