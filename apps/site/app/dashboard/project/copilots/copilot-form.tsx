import { useMutation } from "@tanstack/react-query";
import type { CopilotChoices } from "@weft/protocol";
import { useEffect } from "react";
import type { RefObject } from "react";
import { useForm } from "react-hook-form";
import { faultResolver } from "../../../forms/fault-resolver.ts";
import { submitForm } from "../../../forms/submit-form.ts";
import { FormMessage } from "../../../ui/form-message.tsx";
import { faultsOf, refusedField } from "./copilot-faults.ts";
import type { CopilotFields } from "./copilot-fields.ts";
import { fieldNames } from "./field-labels.ts";
import { GenerationSection } from "./generation-section.tsx";
import { ModelSection } from "./model-section.tsx";
import { PromptSection } from "./prompt-section.tsx";
import { SaveBar } from "./save-bar.tsx";
import type { StoredKey } from "./stored-key.ts";

export interface CopilotFormProps {
  initial: CopilotFields;
  choices: CopilotChoices;
  /** Undefined for a copilot that does not exist yet. */
  stored?: StoredKey;
  /** Stores what has changed; answers the fields as they are stored. */
  onSave: (fields: CopilotFields, before: CopilotFields) => Promise<CopilotFields>;
  /** Where unsaved changes are while the form is not shown. */
  draft?: RefObject<CopilotFields | undefined>;
  onDirtyChange?: (isDirty: boolean) => void;
}

/** The configuration of a copilot. */
export function CopilotForm({ initial, choices, stored, onSave, draft, onDirtyChange }: CopilotFormProps) {
  const form = useForm<CopilotFields>({
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: initial,
    resolver: faultResolver((fields) => faultsOf(fields, stored)),
  });
  const { isDirty, dirtyFields, defaultValues } = form.formState;
  const save = useMutation({
    mutationFn: (fields: CopilotFields) => onSave(fields, { ...initial, ...defaultValues }),
    onSuccess: (next) => form.reset(next),
    onError: (error) => {
      const refused = refusedField(error);
      if (refused) form.setError(refused[0], { type: "server", message: refused[1] }, { shouldFocus: true });
    },
  });
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange]);
  useEffect(() => {
    if (draft === undefined) return;
    if (draft.current !== undefined) form.reset(draft.current, { keepDefaultValues: true });
    return () => {
      draft.current = form.formState.isDirty ? form.getValues() : undefined;
    };
  }, [draft, form]);
  return (
    <form
      noValidate
      aria-label="Configuration"
      className="flex min-w-0 flex-col gap-5"
      onSubmit={submitForm(form, (fields) => save.mutateAsync(fields).catch(() => {}))}
    >
      <PromptSection form={form} />
      <ModelSection form={form} choices={choices} stored={stored} />
      <GenerationSection form={form} />
      {save.error && !refusedField(save.error) && <FormMessage>{save.error.message}</FormMessage>}
      <SaveBar
        isNew={stored === undefined}
        changed={isDirty ? fieldNames.filter((name) => dirtyFields[name]) : []}
        busy={save.isPending}
        onDiscard={() => {
          form.reset();
          save.reset();
        }}
      />
    </form>
  );
}
