import type { UseFormReturn } from "react-hook-form";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { fieldLabels } from "./field-labels.ts";
import { settingNumbers } from "./copilot-fields.ts";
import type { CopilotFields } from "./copilot-fields.ts";
import { FormSection } from "./form-section.tsx";

const hints: Readonly<Record<(typeof settingNumbers)[number], string>> = {
  maxTokens: "Longest answer",
  temperature: "0 to 2",
  topP: "0 to 1",
  topK: "1 or more",
  frequencyPenalty: "−2 to 2",
  presencePenalty: "−2 to 2",
  seed: "A whole number",
  maxRetries: "0 to 10",
};

/** Settings that are passed on to the provider. */
export function GenerationSection({ form }: { form: UseFormReturn<CopilotFields> }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <FormSection title="Generation settings" about="Empty settings keep the provider’s defaults.">
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 @lg:grid-cols-4">
        {settingNumbers.map((name) => (
          <Field key={name} label={fieldLabels[name]} error={errors[name]?.message} hint={hints[name]}>
            <Input inputMode="decimal" autoComplete="off" {...register(name)} />
          </Field>
        ))}
      </div>
      <Field
        label={fieldLabels.stopSequences}
        optional
        error={errors.stopSequences?.message}
        hint={
          <>
            The model stops before it writes one of these sequences. Enter one per line, and use <code>\n</code> for a
            line break.
          </>
        }
      >
        <Textarea rows={2} spellCheck={false} className="font-mono text-xs!" {...register("stopSequences")} />
      </Field>
    </FormSection>
  );
}
