import { useMutation } from "@tanstack/react-query";
import type { DomainEventType, ProjectWebhook } from "@weft/protocol";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { useProject } from "../shared/project-context.ts";
import { EventPicker } from "./event-picker.tsx";
import { refusalText } from "../shared/refusal-text.ts";
import { urlFault } from "./url-fault.ts";

export interface CreateWebhookDialogProps {
  open: boolean;
  onClose: () => void;
  onCreated: (webhook: ProjectWebhook) => void;
}

/** Creates an endpoint: where events are sent, and which. */
export function CreateWebhookDialog({ open, onClose, onCreated }: CreateWebhookDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Create an endpoint"
      description="A URL on your back end that receives this project's events."
    >
      <CreateWebhookForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function CreateWebhookForm({ onClose, onCreated }: Omit<CreateWebhookDialogProps, "open">) {
  const { project } = useProject();
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<ReadonlySet<DomainEventType>>(new Set());
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/webhooks", {
        path: { projectId: project.id },
        body: { url: url.trim(), subscribedEvents: [...events] },
      }),
    onSuccess: onCreated,
  });
  const fault = urlFault(url);
  const isEmpty = events.size === 0;
  return (
    <DialogForm
      submit="Create endpoint"
      pending={create.isPending}
      onSubmit={() => {
        setTried(true);
        if (fault === undefined && !isEmpty) create.mutate();
      }}
      onClose={onClose}
    >
      <Field
        label="URL"
        required
        error={tried ? (fault ?? (create.error ? refusalText(create.error) : undefined)) : undefined}
      >
        <Input
          autoFocus
          type="url"
          spellCheck={false}
          autoComplete="off"
          value={url}
          placeholder="https://example.com/api/weft-webhook"
          onChange={(event) => {
            setUrl(event.target.value);
            create.reset();
          }}
        />
      </Field>
      <EventPicker chosen={events} onChange={setEvents} />
      {tried && isEmpty && (
        <p role="alert" className="text-sm text-danger">
          Choose at least one event.
        </p>
      )}
    </DialogForm>
  );
}
