import type { DomainEventType } from "@weft/protocol";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { EventPicker } from "./event-picker.tsx";
import { HeadersSection } from "./headers-section.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { urlFault } from "./url-fault.ts";
import { useChangeWebhook } from "./use-change-webhook.ts";
import { useWebhook } from "./use-webhook.ts";

/** The settings of an endpoint. Each section saves its own, so that members can edit different ones at the same time. */
export function SettingsTab() {
  return (
    <div className="flex flex-col gap-5">
      <UrlSection />
      <EventsSection />
      <HeadersSection />
      <LimitsSection />
      <StatusSection />
      <DeleteSection />
    </div>
  );
}

function UrlSection() {
  const webhook = useWebhook();
  const change = useChangeWebhook();
  const [typed, setTyped] = useState<string>();
  const isCatcher = webhook.catchesUntil !== null;
  const saved = isCatcher ? "" : webhook.url;
  const url = typed ?? saved;
  const unchanged = url.trim() === saved;
  const fault = unchanged ? undefined : urlFault(url);
  return (
    <SettingsSection
      title="URL"
      about={
        isCatcher
          ? "This endpoint sends events to the request catcher. Enter a URL of your back end to keep the endpoint. A change applies from the next attempt."
          : "The URL events are sent to. A change applies from the next attempt."
      }
    >
      <form
        noValidate
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined && !unchanged && !change.isPending)
            change.mutate({ url: url.trim() }, { onSuccess: () => setTyped(undefined) });
        }}
      >
        <Field label="URL" labelHidden error={fault} className="min-w-56 flex-1">
          <Input
            type="url"
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-xs"
            value={url}
            placeholder="https://example.com/api/weft-webhook"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={unchanged || fault !== undefined} busy={change.isPending}>
          Save
        </Button>
      </form>
    </SettingsSection>
  );
}

function EventsSection() {
  const { subscribedEvents } = useWebhook();
  const change = useChangeWebhook();
  const [edited, setEdited] = useState<ReadonlySet<DomainEventType>>();
  const saved = new Set(subscribedEvents);
  const chosen = edited ?? saved;
  const unchanged = chosen.size === saved.size && [...chosen].every((type) => saved.has(type));
  return (
    <SettingsSection title="Events" about="Events sent to the endpoint.">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!unchanged && chosen.size > 0 && !change.isPending)
            change.mutate({ subscribedEvents: [...chosen] }, { onSuccess: () => setEdited(undefined) });
        }}
      >
        <EventPicker chosen={chosen} onChange={setEdited} />
        {chosen.size === 0 && (
          <p role="alert" className="text-sm text-danger">
            Choose at least one event. To receive none, disable the endpoint.
          </p>
        )}
        <Button type="submit" className="self-start" disabled={unchanged || chosen.size === 0} busy={change.isPending}>
          Save events
        </Button>
      </form>
    </SettingsSection>
  );
}

function StatusSection() {
  const webhook = useWebhook();
  const change = useChangeWebhook();
  const isLost = !webhook.hasSecret;
  return (
    <SettingsSection
      title="Status"
      about="A disabled endpoint receives nothing, and its pending deliveries are dropped."
    >
      <Switch
        label="Enabled"
        hint={
          isLost
            ? "Roll the signing secret first. It was lost when the server's master key was replaced."
            : "Events that happen while the endpoint is disabled are not sent later."
        }
        checked={webhook.state !== "disabled"}
        disabled={change.isPending || isLost}
        onCheckedChange={(enabled) => change.mutate({ disabled: !enabled })}
      />
    </SettingsSection>
  );
}
