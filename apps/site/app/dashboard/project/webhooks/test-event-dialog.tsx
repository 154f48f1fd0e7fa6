import { useMutation, useQuery } from "@tanstack/react-query";
import type { DomainEventType, Json, ProjectWebhook } from "@weft/protocol";
import { webhookEventGroups } from "@weft/protocol/webhook-event-groups";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { toast } from "../../../ui/toast.ts";
import { parseJson } from "../room/storage/storage-json.ts";
import { useProject } from "../shared/project-context.ts";
import { useRefreshWebhook } from "./use-refresh-webhook.ts";
import { webhookEventsQuery } from "./webhooks-query.ts";

/** A test event that was sent, delivered or not. */
export interface SentTestEvent {
  readonly webhookId: string;
  readonly deliveryId: string;
}

export interface TestEventFormProps {
  /** Endpoints that the event can be sent to, at least one. All of them are subscribed to `type`, if there is one. */
  endpoints: readonly ProjectWebhook[];
  /** The event; any that the endpoint is subscribed to, if there is none. */
  type?: DomainEventType;
  onClose: () => void;
  onSent: (sent: SentTestEvent) => void;
}

export interface TestEventDialogProps extends TestEventFormProps {
  open: boolean;
}

/** Sends an event, as an example or edited, and waits for the first attempt. */
export function TestEventDialog({ open, ...form }: TestEventDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && form.onClose()}
      title="Send a test event"
      description="Signed and delivered like any other event. IDs of the example begin with “sample-”."
    >
      <TestEventForm {...form} />
    </Dialog>
  );
}

function TestEventForm({ endpoints, type: fixedType, onClose, onSent }: TestEventFormProps) {
  const { project } = useProject();
  const refresh = useRefreshWebhook();
  const [webhookId, setWebhookId] = useState(endpoints[0]!.id);
  const { subscribedEvents } = endpoints.find(({ id }) => id === webhookId) ?? endpoints[0]!;
  const events = webhookEventGroups
    .flatMap((group) => group.events)
    .filter(({ type }) => (fixedType === undefined ? subscribedEvents.includes(type) : type === fixedType));
  const [type, setType] = useState<DomainEventType>(events[0]!.type);
  const examples = useQuery(webhookEventsQuery(project.id));
  const [edited, setEdited] = useState<string>();
  const example = examples.data?.find((event) => event.type === type)?.example.data;
  const text = edited ?? (example === undefined ? "" : JSON.stringify(example, null, 2));
  const { value, fault } = edited === undefined ? { value: undefined, fault: undefined } : parseJson(edited);
  const send = useMutation({
    mutationFn: (data: Json | undefined) =>
      request("POST /internal/projects/{projectId}/webhooks/{webhookId}/test", {
        path: { projectId: project.id, webhookId },
        body: { type, ...(data !== undefined && { data }) },
      }),
    onSuccess: ({ deliveryId, delivered }) => {
      toast(
        delivered
          ? { title: "The test event was delivered", tone: "success" }
          : { title: "The test event was not delivered", description: "It will be retried.", tone: "danger" },
      );
      onSent({ webhookId, deliveryId });
    },
    onSettled: () => refresh(webhookId),
  });
  const edit = (next: string | undefined) => {
    setEdited(next);
    send.reset();
  };
  return (
    <DialogForm
      submit="Send event"
      pending={send.isPending}
      disabled={fault !== undefined}
      onSubmit={() => {
        // The server fills in an example that was not edited, with the current time.
        if (fault === undefined) send.mutate(value);
      }}
      onClose={onClose}
    >
      {endpoints.length > 1 && (
        <Field label="Endpoint">
          <Select
            options={endpoints.map(({ id, url, catchesUntil }) => ({
              value: id,
              label: catchesUntil === null ? url : "Request catcher",
            }))}
            value={webhookId}
            onValueChange={setWebhookId}
          />
        </Field>
      )}
      {fixedType === undefined && (
        <Field label="Event" hint={events.find((one) => one.type === type)?.description}>
          <Select
            options={events.map((one) => ({ value: one.type, label: one.type }))}
            value={type}
            onValueChange={(next) => {
              setType(next);
              edit(undefined);
            }}
          />
        </Field>
      )}
      <Field
        label="Data"
        hint="JSON, up to 16 KB. Must match the event's schema."
        error={fault ?? send.error?.message ?? examples.error?.message}
      >
        <Textarea
          rows={8}
          spellCheck={false}
          className="font-mono text-xs"
          value={text}
          readOnly={example === undefined && edited === undefined}
          onChange={(event) => edit(event.target.value)}
        />
      </Field>
      {edited !== undefined && (
        <Button size="sm" className="self-start" onClick={() => edit(undefined)}>
          Reset to example
        </Button>
      )}
    </DialogForm>
  );
}
