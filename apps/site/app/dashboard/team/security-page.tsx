import { useQuery } from "@tanstack/react-query";
import type { TeamMember } from "@weft/protocol";
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
import { RetentionForm } from "./retention-form.tsx";
import { sessionChoices } from "./session-choices.ts";
import { SignInMethodsForm } from "./sign-in-methods-form.tsx";
import { SsoSection } from "./sso/sso-section.tsx";
import { useChangeSecurity } from "./use-change-security.ts";
import { useTeam, useTeamId } from "./use-team.ts";

export const meta = () => pageMeta({ title: "Team security", indexed: false });

/** The sign-in requirements of a team. Only owners can see and change them. */
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
  if (team && !owner) return <Forbidden>Only team owners can change sign-in requirements.</Forbidden>;
  return (
    <>
      <PageHead title="Team security">Sign-in requirements for team members, and data retention.</PageHead>
      <Loaded query={security}>
        {(asked) => (
          <div className="flex flex-col gap-5">
            <SettingsSection
              title="Two-factor authentication"
              about="Require members to have an authenticator app to open the team. A passkey isn't enough. Until the start date, they see a reminder."
            >
              <TwoFactorForm
                key={asked.requireTwoFactorFrom}
                teamId={teamId}
                from={asked.requireTwoFactorFrom}
                members={members.data}
              />
            </SettingsSection>
            <SettingsSection
              title="Session length"
              about="How long members can open this team before they must sign in again."
            >
              <SessionForm teamId={teamId} hours={asked.sessionHours} />
            </SettingsSection>
            <SettingsSection
              title="Sign-in methods"
              about="Methods by which members can sign in to open this team. They can still use other methods for other teams."
            >
              <SignInMethodsForm key={asked.signInMethods?.join()} teamId={teamId} allowed={asked.signInMethods} />
            </SettingsSection>
            <SsoSection teamId={teamId} members={members.data} />
            <SettingsSection
              title="Data retention"
              about="How long data of the team's projects is kept. Older data is deleted automatically and can't be restored."
            >
              <RetentionForm teamId={teamId} />
            </SettingsSection>
          </div>
        )}
      </Loaded>
    </>
  );
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
        title:
          next === null
            ? "Two-factor authentication is no longer required"
            : `Two-factor authentication is required from ${formatDay(next)}`,
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
            ? "Not required."
            : `Required ${Date.parse(from) <= Date.now() ? "since" : "from"} ${formatDay(from)}.`}
        </span>
      </p>
      {members !== undefined && (
        <p className="text-sm text-muted">
          {without.length === 0
            ? "Every member uses two-factor authentication."
            : `${countOf(without.length, "member")} without two-factor authentication: ${without.map(displayName).join(", ")}.`}
        </p>
      )}
      {!safe && from === null ? (
        <p className="text-sm">
          {"To require it, "}
          <Link to="/dashboard/account/security" className="link">
            set up two-factor authentication for your account
          </Link>
          {" first."}
        </p>
      ) : (
        <>
          <Field label="Start date" hint="Starts at midnight UTC." className="sm:max-w-56">
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
              {from === null ? "Require two-factor" : "Change date"}
            </Button>
            {from !== null && (
              <Button variant="danger" busy={busy === "stop"} onClick={() => void save(null)}>
                Turn off requirement
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
      toast({ title: "Session length saved", tone: "success" });
    } catch {
      toast({ title: "The session length could not be saved. Try again.", tone: "danger" });
    }
  };
  return (
    <Field
      label="Require a new sign-in after"
      hint="Counted from sign-in, even while the session is active. Sessions that are unused for seven days end automatically."
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
