import { useMutation } from "@tanstack/react-query";
import type { DomainEventType } from "@weft/protocol";
import { webhookEventGroups } from "@weft/protocol/webhook-event-groups";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { toast } from "../../../ui/toast.ts";
import { useProject } from "../shared/project-context.ts";
import { refusalText } from "../shared/refusal-text.ts";
import { useRefreshWebhook } from "./use-refresh-webhook.ts";
import { useWebhook } from "./use-webhook.ts";

export interface TestEventDialogProps {
  open: boolean;
  onClose: () => void;
  onSent: (deliveryId: string) => void;
}

/** Sends a sample of an event that the endpoint is subscribed to, and waits for the first attempt. */
export function TestEventDialog({ open, onClose, onSent }: TestEventDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Send a test event"
      description="Sends an example with IDs that begin with “sample-”, signed like any other event."
    >
      <TestEventForm onClose={onClose} onSent={onSent} />
    </Dialog>
  );
}

function TestEventForm({ onClose, onSent }: Omit<TestEventDialogProps, "open">) {
  const { project } = useProject();
  const { id: webhookId, subscribedEvents } = useWebhook();
  const refresh = useRefreshWebhook();
  const events = webhookEventGroups
    .flatMap((group) => group.events)
    .filter(({ type }) => subscribedEvents.includes(type));
  const [type, setType] = useState<DomainEventType>(events[0]!.type);
  const send = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/webhooks/{webhookId}/test", {
        path: { projectId: project.id, webhookId },
        body: { type },
      }),
    onSuccess: ({ deliveryId, delivered }) => {
      toast(
        delivered
          ? { title: "The test event was delivered", tone: "success" }
          : { title: "The test event was not delivered", description: "It will be retried.", tone: "danger" },
      );
      onSent(deliveryId);
    },
    onSettled: () => refresh(webhookId),
  });
  return (
    <DialogForm submit="Send event" pending={send.isPending} onSubmit={() => send.mutate()} onClose={onClose}>
      <Field
        label="Event"
        error={send.error ? refusalText(send.error) : undefined}
        hint={events.find((one) => one.type === type)?.description}
      >
        <Select
          options={events.map((one) => ({ value: one.type, label: one.type }))}
          value={type}
          onValueChange={setType}
        />
      </Field>
    </DialogForm>
  );
}
