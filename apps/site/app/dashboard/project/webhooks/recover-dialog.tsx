import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { countOf } from "../../../formats/count.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { toast } from "../../../ui/toast.ts";
import { useProject } from "../shared/project-context.ts";
import { refusalText } from "../shared/refusal-text.ts";
import { useRefreshWebhook } from "./use-refresh-webhook.ts";
import { useWebhook } from "./use-webhook.ts";

const spans = [
  { value: "1", label: "In the last hour" },
  { value: "24", label: "In the last 24 hours" },
  { value: "168", label: "In the last 7 days" },
  { value: "custom", label: "Since a custom time" },
] as const;
type Span = (typeof spans)[number]["value"];

/** Resends the deliveries that have failed permanently since a given time. */
export function RecoverDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Recover failed deliveries"
      description="Resends deliveries whose attempts have all failed. Deliveries that are still being retried aren't affected."
    >
      <RecoverForm onClose={onClose} />
    </Dialog>
  );
}

function RecoverForm({ onClose }: { onClose: () => void }) {
  const { project } = useProject();
  const { id: webhookId } = useWebhook();
  const refresh = useRefreshWebhook();
  const [span, setSpan] = useState<Span>("24");
  const [local, setLocal] = useState("");
  const since = span === "custom" ? Date.parse(local) : Date.now() - Number(span) * 3_600_000;
  const isKnown = !Number.isNaN(since);
  const recover = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/webhooks/{webhookId}/recover", {
        path: { projectId: project.id, webhookId },
        body: { since: new Date(since).toISOString() },
      }),
    onSuccess: ({ queued }) => {
      refresh(webhookId);
      toast(
        queued === 0
          ? { title: "No failed deliveries since then" }
          : { title: `${countOf(queued, "delivery", "deliveries")} queued`, tone: "success" },
      );
      onClose();
    },
  });
  return (
    <DialogForm
      submit="Recover"
      pending={recover.isPending}
      disabled={!isKnown}
      error={recover.error ? refusalText(recover.error) : undefined}
      onSubmit={() => {
        if (isKnown) recover.mutate();
      }}
      onClose={onClose}
    >
      <RadioGroup legend="Events that occurred" value={span} onValueChange={setSpan} options={spans} />
      {span === "custom" && (
        <Field label="Since">
          <Input type="datetime-local" value={local} onChange={(event) => setLocal(event.target.value)} />
        </Field>
      )}
    </DialogForm>
  );
}
