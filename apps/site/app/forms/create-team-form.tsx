import { displayNameFault, displayNameLength } from "@weft/protocol/internal/form-rules";
import { useForm } from "react-hook-form";
import { useSiteConfig } from "../api/use-site-config.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { CreationFailure } from "./creation-failure.tsx";
import { faultResolver } from "./fault-resolver.ts";
import { useCreateTeam } from "./use-create-team.ts";
import type { CreatedTeam } from "./use-create-team.ts";
import { useSending } from "./use-sending.ts";

export interface CreateTeamFormProps {
  /** What the name begins with. */
  name?: string;
  /** Shows a button that calls it; without, the form is the whole page. */
  onCancel?: () => void;
  onCreated?: (team: CreatedTeam) => void;
}

/** A team has one field. Success leads to the team's page. */
export function CreateTeamForm({ name = "", onCancel, onCreated }: CreateTeamFormProps) {
  const { data: config } = useSiteConfig();
  const maximum = config?.limits.teamNameLength ?? displayNameLength;
  const create = useCreateTeam();
  const form = useForm({
    mode: "onTouched",
    defaultValues: { name },
    resolver: faultResolver((fields: { name: string }) => ({ name: displayNameFault("Team", fields.name, maximum) })),
  });
  const { register, formState, watch, handleSubmit } = form;
  const sending = useSending(async (fields: { name: string }) => {
    const team = await create(fields.name);
    onCreated?.(team);
  });
  const { kind } = sending.state;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void handleSubmit((fields) => sending.submit(fields))(event)}
    >
      <Field
        label="Team name"
        required
        error={formState.errors.name?.message}
        hint="Letters, digits, spaces, hyphens, underscores, parentheses and periods. You can change it later."
      >
        <Input autoComplete="organization" {...register("name")} />
      </Field>
      {kind === "error" && <CreationFailure what="team" />}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button
          type="submit"
          variant="primary"
          disabled={displayNameFault("Team", watch("name"), maximum) !== undefined}
          busy={kind === "submitting" || kind === "success"}
        >
          Create team
        </Button>
      </div>
    </form>
  );
}
