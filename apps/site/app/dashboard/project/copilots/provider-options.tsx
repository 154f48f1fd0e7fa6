import { Controller } from "react-hook-form";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import type { CopilotFields } from "./copilot-fields.ts";
import { fieldLabels } from "./field-labels.ts";

const efforts = [
  { value: "default", label: "Model default" },
  { value: "low", label: "Low" },
  { value: "medium", label: "Medium" },
  { value: "high", label: "High" },
] as const;

const thinkings = [
  { value: "default", label: "Model default" },
  { value: "enabled", label: "Enabled" },
  { value: "disabled", label: "Disabled" },
] as const;

/** What only one provider knows. */
export function ProviderOptions({ form }: { form: UseFormReturn<CopilotFields> }) {
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const [provider, thinking, webSearch] = watch(["provider", "thinking", "webSearch"]);
  const hasBudget = provider === "google" || (provider === "anthropic" && thinking === "enabled");
  if (provider === "openai-compatible") return null;
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {provider === "openai" && (
          <Controller
            control={control}
            name="reasoningEffort"
            render={({ field }) => (
              <Field label={fieldLabels.reasoningEffort} error={errors.reasoningEffort?.message}>
                <Select options={efforts} value={field.value} onValueChange={field.onChange} onBlur={field.onBlur} />
              </Field>
            )}
          />
        )}
        {provider === "anthropic" && (
          <Controller
            control={control}
            name="thinking"
            render={({ field }) => (
              <Field label={fieldLabels.thinking}>
                <Select options={thinkings} value={field.value} onValueChange={field.onChange} onBlur={field.onBlur} />
              </Field>
            )}
          />
        )}
        {hasBudget && (
          <Field
            label={fieldLabels.thinkingBudget}
            required={provider === "anthropic"}
            optional={provider === "google"}
            error={errors.thinkingBudget?.message}
            hint="Maximum number of tokens for thinking."
          >
            <Input inputMode="numeric" autoComplete="off" placeholder="2048" {...register("thinkingBudget")} />
          </Field>
        )}
      </div>
      {provider !== "google" && (
        <Controller
          control={control}
          name="webSearch"
          render={({ field }) => (
            <Switch
              label={fieldLabels.webSearch}
              hint="Lets the model search the web with the provider’s own tool."
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
      )}
      {provider !== "google" && webSearch && (
        <Field
          label={fieldLabels.allowedDomains}
          optional
          error={errors.allowedDomains?.message}
          hint="One per line, subdomains included. Leave empty to search all domains."
        >
          <Textarea rows={2} spellCheck={false} placeholder="example.com" {...register("allowedDomains")} />
        </Field>
      )}
    </>
  );
}
