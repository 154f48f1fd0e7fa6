import { copilotProviders } from "@weft/protocol/ai";
import type { CopilotChoices, CopilotProvider } from "@weft/protocol";
import { Controller } from "react-hook-form";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { isElsewhere } from "./copilot-fields.ts";
import type { CopilotFields } from "./copilot-fields.ts";
import { fieldLabels } from "./field-labels.ts";
import { FormSection } from "./form-section.tsx";
import { keyHint } from "./key-hint.ts";
import { modelOptions } from "./model-options.ts";
import { providerNames } from "./provider-names.ts";
import { ProviderOptions } from "./provider-options.tsx";
import type { StoredKey } from "./stored-key.ts";
import { TestKey } from "./test-key.tsx";

export interface ModelSectionProps {
  form: UseFormReturn<CopilotFields>;
  choices: CopilotChoices;
  stored: StoredKey | undefined;
}

/** The provider, the model and the key of a copilot. */
export function ModelSection({ form, choices, stored }: ModelSectionProps) {
  const { register, control, watch, setValue, formState } = form;
  const { errors, defaultValues } = formState;
  const [provider, providerBaseUrl] = watch(["provider", "providerBaseUrl"]);
  const destination = { provider, providerBaseUrl };
  const isCompatible = provider === "openai-compatible";
  const choose = (next: CopilotProvider) => {
    const before = defaultValues?.provider === next ? defaultValues.providerModel : undefined;
    const first = next === "openai-compatible" ? "" : (choices.models[next][0] ?? "");
    setValue("providerModel", before === undefined || before === "" ? first : before, { shouldDirty: true });
    form.clearErrors();
  };
  return (
    <FormSection title="Model" about="Answers are generated with your own account at an AI provider.">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="provider"
          render={({ field }) => (
            <Field label={fieldLabels.provider} required error={errors.provider?.message}>
              <Select<CopilotProvider>
                options={copilotProviders.map((value) => ({ value, label: providerNames[value] }))}
                value={field.value}
                onValueChange={(next) => {
                  field.onChange(next);
                  choose(next);
                }}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
        {isCompatible ? (
          <Field label={fieldLabels.providerModel} required error={errors.providerModel?.message}>
            <Input
              autoComplete="off"
              spellCheck={false}
              placeholder="llama-3.3-70b-instruct"
              {...register("providerModel")}
            />
          </Field>
        ) : (
          <Controller
            control={control}
            name="providerModel"
            render={({ field }) => (
              <Field label={fieldLabels.providerModel} required error={errors.providerModel?.message}>
                <Select
                  options={modelOptions(choices.models[provider], field.value)}
                  value={field.value || null}
                  onValueChange={field.onChange}
                  onBlur={field.onBlur}
                />
              </Field>
            )}
          />
        )}
        {isCompatible && (
          <>
            <Field label={fieldLabels.compatibleProviderName} required error={errors.compatibleProviderName?.message}>
              <Input autoComplete="off" placeholder="Groq" {...register("compatibleProviderName")} />
            </Field>
            <Field
              label={fieldLabels.providerBaseUrl}
              required
              error={errors.providerBaseUrl?.message}
              hint="The address before /chat/completions."
            >
              <Input
                type="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://api.groq.com/openai/v1"
                {...register("providerBaseUrl")}
              />
            </Field>
          </>
        )}
      </div>
      <Field
        label={fieldLabels.providerApiKey}
        required={stored === undefined || isElsewhere(stored, destination)}
        error={errors.providerApiKey?.message}
        hint={keyHint(stored, destination)}
      >
        <Input type="password" autoComplete="new-password" spellCheck={false} {...register("providerApiKey")} />
      </Field>
      <TestKey form={form} stored={stored} />
      <ProviderOptions form={form} />
    </FormSection>
  );
}
