import { useMutation } from "@tanstack/react-query";
import type { DomainEventType, ProjectWebhook } from "@weft/protocol";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { useProject } from "../shared/project-context.ts";
import { EventPicker } from "./event-picker.tsx";
import { refusalText } from "../shared/refusal-text.ts";
import { urlFault } from "./url-fault.ts";
import { useCreateCatcher } from "./use-create-catcher.ts";

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
      description="Receives this project's events."
    >
      <CreateWebhookForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

const targets = [
  { value: "own", label: "Your back end", hint: "An address that receives this project's events." },
  {
    value: "catcher",
    label: "Request catcher",
    hint: "This server receives the events and shows them for 7 days. Nothing to set up.",
  },
] as const;
type Target = (typeof targets)[number]["value"];

function CreateWebhookForm({ onClose, onCreated }: Omit<CreateWebhookDialogProps, "open">) {
  const { project } = useProject();
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<ReadonlySet<DomainEventType>>(new Set());
  const [target, setTarget] = useState<Target>("own");
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/webhooks", {
        path: { projectId: project.id },
        body: { url: url.trim(), subscribedEvents: [...events] },
      }),
    onSuccess: onCreated,
  });
  const createCatcher = useCreateCatcher(onCreated);
  const fault = target === "own" ? urlFault(url) : undefined;
  const isEmpty = events.size === 0;
  return (
    <DialogForm
      submit="Create endpoint"
      pending={create.isPending || createCatcher.isPending}
      error={createCatcher.error ? refusalText(createCatcher.error) : undefined}
      onSubmit={() => {
        setTried(true);
        if (fault !== undefined || isEmpty) return;
        if (target === "own") create.mutate();
        else createCatcher.mutate([...events]);
      }}
      onClose={onClose}
    >
      <RadioGroup legend="Send events to" value={target} onValueChange={setTarget} options={targets} />
      {target === "own" && (
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
      )}
      <EventPicker chosen={events} onChange={setEvents} />
      {tried && isEmpty && (
        <p role="alert" className="text-sm text-danger">
          Choose at least one event.
        </p>
      )}
    </DialogForm>
  );
}
