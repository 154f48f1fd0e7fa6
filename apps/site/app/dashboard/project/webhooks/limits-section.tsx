import { webhookLimits } from "@weft/protocol/webhook-limits";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { useChangeWebhook } from "./use-change-webhook.ts";
import { useWebhook } from "./use-webhook.ts";
import { wholeNumberFault } from "./whole-number-fault.ts";

const { webhookRateMax, webhookThrottleSecondsMin, webhookThrottleSecondsMax } = webhookLimits;
const rates = { min: 1, max: webhookRateMax };
const throttles = { min: webhookThrottleSecondsMin, max: webhookThrottleSecondsMax };

/** How much is sent at most: deliveries per second, and changes of one room. */
export function LimitsSection() {
  const webhook = useWebhook();
  const change = useChangeWebhook();
  const saved = {
    rateLimit: webhook.rateLimit === null ? "" : String(webhook.rateLimit),
    storage: String(webhook.storageUpdatedThrottleSeconds),
    document: String(webhook.yDocUpdatedThrottleSeconds),
  };
  const [typed, setTyped] = useState<Partial<typeof saved>>({});
  const values = { ...saved, ...typed };
  const faults = {
    rateLimit: values.rateLimit.trim() === "" ? undefined : wholeNumberFault(values.rateLimit, rates),
    storage: wholeNumberFault(values.storage, throttles),
    document: wholeNumberFault(values.document, throttles),
  };
  const isChanged = (name: keyof typeof saved) => values[name].trim() !== saved[name];
  const unchanged = !(["rateLimit", "storage", "document"] as const).some(isChanged);
  const put = (next: Partial<typeof saved>) => setTyped((before) => ({ ...before, ...next }));
  return (
    <SettingsSection
      title="Limits"
      about="Limit how many events are sent to the endpoint. Deliveries over the limit are delayed."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (unchanged || Object.values(faults).some(Boolean) || change.isPending) return;
          const { rateLimit, storage, document } = values;
          change.mutate(
            {
              ...(isChanged("rateLimit") && { rateLimit: rateLimit.trim() === "" ? null : Number(rateLimit) }),
              ...(isChanged("storage") && { storageUpdatedThrottleSeconds: Number(storage) }),
              ...(isChanged("document") && { yDocUpdatedThrottleSeconds: Number(document) }),
            },
            { onSuccess: () => setTyped({}) },
          );
        }}
      >
        <Field label="Deliveries per second" error={faults.rateLimit} hint="Leave empty for no limit.">
          <Input
            inputMode="numeric"
            value={values.rateLimit}
            placeholder="No limit"
            onChange={(event) => put({ rateLimit: event.target.value })}
          />
        </Field>
        <Field
          label="Seconds between storageUpdated events of a room"
          error={faults.storage}
          hint="The last event has the time of the newest change."
        >
          <Input
            inputMode="numeric"
            value={values.storage}
            onChange={(event) => put({ storage: event.target.value })}
          />
        </Field>
        <Field label="Seconds between ydocUpdated events of a room" error={faults.document}>
          <Input
            inputMode="numeric"
            value={values.document}
            onChange={(event) => put({ document: event.target.value })}
          />
        </Field>
        <Button type="submit" className="self-start" disabled={unchanged} busy={change.isPending}>
          Save limits
        </Button>
      </form>
    </SettingsSection>
  );
}
