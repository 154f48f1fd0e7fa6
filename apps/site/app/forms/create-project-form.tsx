import { displayNameFault, displayNameLength } from "@weft/protocol/internal/form-rules";
import { Controller, useForm } from "react-hook-form";
import { useMe } from "../api/use-me.ts";
import { useSiteConfig } from "../api/use-site-config.ts";
import { teamName } from "@weft/protocol/internal/team-name";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { RadioGroup } from "../ui/radio-group.tsx";
import { Select } from "../ui/select.tsx";
import { CreationFailure } from "./creation-failure.tsx";
import { faultResolver } from "./fault-resolver.ts";
import { useCreateProject } from "./use-create-project.ts";
import type { CreatedProject, NewProject } from "./use-create-project.ts";
import { useSending } from "./use-sending.ts";

export interface CreateProjectFormProps {
  /** The team of the new project. Users with several teams can choose another. */
  teamId?: string;
  name?: string;
  type?: NewProject["type"];
  regionRestriction?: NewProject["regionRestriction"];
  /** Called by a button to cancel. Without it, the form is the whole page. */
  onCancel?: () => void;
  onCreated?: (project: CreatedProject, fields: NewProject) => void;
}

const regions: readonly { value: NewProject["regionRestriction"]; label: string }[] = [
  { value: "none", label: "No restriction" },
  { value: "us", label: "United States" },
  { value: "eu", label: "European Union" },
];

/** Name, environment and region of a project. Success leads to the project's page. */
export function CreateProjectForm({
  teamId,
  name = "",
  type = "dev",
  regionRestriction = "none",
  onCancel,
  onCreated,
}: CreateProjectFormProps) {
  const { data: config } = useSiteConfig();
  const { data: me } = useMe();
  const teams = me?.teams ?? [];
  const maximum = config?.limits.projectNameLength ?? displayNameLength;
  // A single region needs no choice.
  const hasRegions = (config?.regions.length ?? 0) > 1;
  const create = useCreateProject();
  const form = useForm<NewProject>({
    mode: "onTouched",
    defaultValues: { teamId: teamId ?? me?.lastTeamId ?? teams[0]?.id ?? "", name, type, regionRestriction },
    resolver: faultResolver((fields) => ({
      name: displayNameFault("Project", fields.name, maximum),
      teamId: fields.teamId === "" ? "Choose a team" : undefined,
    })),
  });
  const { register, control, formState, watch, handleSubmit } = form;
  const sending = useSending(async (fields: NewProject) => {
    const project = await create(hasRegions ? fields : { ...fields, regionRestriction: "none" });
    onCreated?.(project, fields);
  });
  const { kind } = sending.state;
  const values = watch();
  const valid = displayNameFault("Project", values.name, maximum) === undefined && values.teamId !== "";
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => void handleSubmit((fields) => sending.submit(fields))(event)}
    >
      {(teams.length > 1 || values.teamId === "") && (
        <Controller
          control={control}
          name="teamId"
          render={({ field }) => (
            <Field label="Team" required error={formState.errors.teamId?.message}>
              <Select
                options={teams.map((team) => ({ value: team.id, label: teamName(team.name) }))}
                value={field.value || null}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
      )}
      <Field label="Project name" required error={formState.errors.name?.message}>
        <Input autoComplete="off" {...register("name")} />
      </Field>
      <Controller
        control={control}
        name="type"
        render={({ field }) => (
          <RadioGroup<NewProject["type"]>
            legend="Environment"
            cards
            value={field.value}
            onValueChange={field.onChange}
            options={[
              { value: "dev", label: "Development", hint: "For building and testing." },
              { value: "prod", label: "Production", hint: "For live users." },
            ]}
          />
        )}
      />
      {hasRegions && (
        <Controller
          control={control}
          name="regionRestriction"
          render={({ field }) => (
            <Field label="Region" hint="Where the project's data is stored.">
              <Select
                options={regions.filter(({ value }) => value === "none" || config?.regions.includes(value))}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
      )}
      <p className="text-sm text-muted">
        {hasRegions ? "Environment and region can't be changed later." : "The environment can't be changed later."}
      </p>
      {kind === "error" && <CreationFailure what="project" />}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" disabled={!valid} busy={kind === "submitting" || kind === "success"}>
          Create project
        </Button>
      </div>
    </form>
  );
}
