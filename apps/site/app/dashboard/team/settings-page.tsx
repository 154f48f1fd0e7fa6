import { useQueryClient } from "@tanstack/react-query";
import type { Team } from "@weft/protocol";
import { displayNameFault, displayNameLength } from "@weft/protocol/internal/form-rules";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { RequestFailed } from "../../api/request-failed.ts";
import { request } from "../../api/request.ts";
import { meQuery, refetchMe } from "../../api/use-me.ts";
import { FormMessage } from "../../ui/form-message.tsx";
import { pageMeta } from "../../shell/page-meta.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.ts";
import { PictureInput } from "../shared/picture-input.tsx";
import { SettingsSection } from "../shared/settings-section.tsx";
import { teamsQuery } from "../frame/use-teams.ts";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { timeZoneFault } from "./time-zone.ts";
import { teamQuery, useTeam } from "./use-team.ts";
import { teamName } from "@weft/protocol/internal/team-name";

export const meta = () => pageMeta({ title: "Team settings", indexed: false });

export default function TeamSettingsPage() {
  const team = useTeam();
  return (
    <>
      <PageHead title="Team settings" />
      <Loaded query={team}>{(data) => <TeamSettings key={data.id} team={data} />}</Loaded>
    </>
  );
}

function useChangeTeam(team: Team) {
  const queries = useQueryClient();
  return async (change: { name?: string; image?: string | null; timeZone?: string }) => {
    const changed = await request("PATCH /internal/teams/{teamId}", { path: { teamId: team.id }, body: change });
    queries.setQueryData(teamQuery(team.id).queryKey, changed);
    await Promise.all(
      [meQuery.queryKey, teamsQuery.queryKey, ["accounts-summary"]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  };
}

function TeamSettings({ team }: { team: Team }) {
  const change = useChangeTeam(team);
  const owner = team.role === "owner";
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection title="Picture">
        {owner ? (
          <PictureInput
            id={team.id}
            name={teamName(team.name)}
            image={team.image}
            team
            onChange={(image) => change({ image })}
          />
        ) : (
          <Avatar id={team.id} name={teamName(team.name)} image={team.image} size="xxl" team decorative />
        )}
      </SettingsSection>
      <SettingsSection title="Name" about={owner ? undefined : "Only team owners can change the name."}>
        <NameForm team={team} disabled={!owner} />
      </SettingsSection>
      <SettingsSection title="Time zone" about="Used for dates in usage reports. Billing months use UTC.">
        <TimeZoneForm team={team} disabled={!owner} />
      </SettingsSection>
      <SettingsSection title="ID" about="The ID can't be changed.">
        <p className="flex items-center justify-between gap-3 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 truncate text-sm">{team.id}</code>
          <CopyButton text={team.id} name="Copy team ID" />
        </p>
      </SettingsSection>
      <SettingsSection title="Leave" about="You lose access to all projects of the team.">
        <LeaveTeam team={team} />
      </SettingsSection>
      {owner && (
        <SettingsSection title="Delete" danger about="A team can be deleted once it has no projects.">
          <DeleteTeam team={team} />
        </SettingsSection>
      )}
    </div>
  );
}

function NameForm({ team, disabled }: { team: Team; disabled: boolean }) {
  const change = useChangeTeam(team);
  const [failed, setFailed] = useState(false);
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { name: team.name } });
  const save = handleSubmit(async ({ name }) => {
    setFailed(false);
    try {
      await change({ name: name.trim() });
      reset({ name: name.trim() });
      toast({ title: "Name saved", tone: "success" });
    } catch {
      setFailed(true);
    }
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <Field label="Team name" labelHidden error={formState.errors.name?.message}>
        <Input
          readOnly={disabled}
          {...register("name", { validate: (name) => displayNameFault("Team", name, displayNameLength) ?? true })}
        />
      </Field>
      <FormMessage>{failed ? "The name could not be saved. Try again." : undefined}</FormMessage>
      {!disabled && (
        <Button type="submit" className="self-start" disabled={!formState.isDirty} busy={formState.isSubmitting}>
          Save name
        </Button>
      )}
    </form>
  );
}

function TimeZoneForm({ team, disabled }: { team: Team; disabled: boolean }) {
  const change = useChangeTeam(team);
  const zones = useId();
  const [failed, setFailed] = useState(false);
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { timeZone: team.timeZone } });
  const save = handleSubmit(async ({ timeZone }) => {
    setFailed(false);
    try {
      await change({ timeZone: timeZone.trim() });
      reset({ timeZone: timeZone.trim() });
      toast({ title: "Time zone saved", tone: "success" });
    } catch {
      setFailed(true);
    }
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <Field label="Time zone" labelHidden error={formState.errors.timeZone?.message}>
        <Input
          readOnly={disabled}
          list={disabled ? undefined : zones}
          spellCheck={false}
          autoComplete="off"
          {...register("timeZone", { validate: (name) => timeZoneFault(name.trim()) ?? true })}
        />
      </Field>
      <FormMessage>{failed ? "The time zone could not be saved. Try again." : undefined}</FormMessage>
      {!disabled && (
        <>
          <datalist id={zones}>
            {["UTC", ...Intl.supportedValuesOf("timeZone")].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button type="submit" className="self-start" disabled={!formState.isDirty} busy={formState.isSubmitting}>
            Save time zone
          </Button>
        </>
      )}
    </form>
  );
}

/** An action that ends the user's membership, and then returns to the dashboard. */
function useParting(call: () => Promise<unknown>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const part = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await call();
      await refetchMe(queries);
      await navigate("/dashboard", { replace: true });
    } catch (error) {
      setBusy(false);
      setFault(
        error instanceof RequestFailed && error.status === 409 ? error.message : "Something went wrong. Try again.",
      );
    }
  };
  return { busy, fault, part };
}

function LeaveTeam({ team }: { team: Team }) {
  const { busy, fault, part } = useParting(() =>
    request("POST /internal/teams/{teamId}/leave", { path: { teamId: team.id } }),
  );
  return (
    <AlertDialog
      trigger={<Button>Leave team</Button>}
      title={`Leave ${teamName(team.name)}?`}
      action="Leave team"
      busy={busy}
      error={fault}
      onConfirm={part}
    >
      To rejoin, you need a new invitation. The last owner can&apos;t leave the team.
    </AlertDialog>
  );
}

function DeleteTeam({ team }: { team: Team }) {
  const { busy, fault, part } = useParting(() =>
    request("DELETE /internal/teams/{teamId}", { path: { teamId: team.id } }),
  );
  return (
    <AlertDialog
      trigger={<Button variant="danger">Delete team</Button>}
      title={`Delete ${teamName(team.name)}?`}
      action="Delete team"
      typed={teamName(team.name)}
      busy={busy}
      error={fault}
      onConfirm={part}
    >
      This permanently deletes the team, its memberships and its audit log.
    </AlertDialog>
  );
}
