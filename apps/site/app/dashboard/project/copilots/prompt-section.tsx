import { limits } from "@weft/protocol/limits";
import { Controller } from "react-hook-form";
import type { UseFormReturn } from "react-hook-form";
import { formatCount } from "../../../formats/count.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import type { CopilotFields } from "./copilot-fields.ts";
import { fieldLabels } from "./field-labels.ts";
import { FormSection } from "./form-section.tsx";

/** What a copilot is called, and how it behaves. */
export function PromptSection({ form }: { form: UseFormReturn<CopilotFields> }) {
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const length = watch("systemPrompt").length;
  return (
    <>
      <FormSection title="General">
        <Field label={fieldLabels.name} required error={errors.name?.message}>
          <Input autoComplete="off" {...register("name")} />
        </Field>
        <Field label={fieldLabels.description} optional error={errors.description?.message}>
          <Input autoComplete="off" {...register("description")} />
        </Field>
      </FormSection>
      <FormSection title="Instructions">
        <Field
          label={fieldLabels.systemPrompt}
          required
          error={errors.systemPrompt?.message}
          hint={
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>The role and the rules of the copilot, sent to the model with every question.</span>
              <span className="tabular-nums">
                {formatCount(length)} / {formatCount(limits.copilotPromptLength)}
              </span>
            </span>
          }
        >
          <Textarea rows={8} {...register("systemPrompt")} />
        </Field>
        <Field
          label={fieldLabels.knowledgePrompt}
          optional
          error={errors.knowledgePrompt?.message}
          hint="Tells the model when to search the copilot’s knowledge."
        >
          <Textarea rows={3} {...register("knowledgePrompt")} />
        </Field>
        <Controller
          control={control}
          name="alwaysUseKnowledge"
          render={({ field }) => (
            <Switch
              label={fieldLabels.alwaysUseKnowledge}
              hint="Search the knowledge before every answer instead of when the model decides to."
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
      </FormSection>
    </>
  );
}
