import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { toast } from "../../../ui/toast.ts";
import { useProject } from "../shared/project-context.ts";
import { useRefreshWebhook } from "./use-refresh-webhook.ts";
import { useWebhook } from "./use-webhook.ts";

const overlaps = [
  { value: "1440", label: "In 24 hours", hint: "Until then, requests carry a signature for each secret." },
  { value: "60", label: "In 1 hour" },
  {
    value: "0",
    label: "Now",
    hint: "Use this if the secret has leaked. Your receiver refuses requests until it has the new secret.",
  },
] as const;
type Overlap = (typeof overlaps)[number]["value"];

export interface RollSecretDialogProps {
  open: boolean;
  onClose: () => void;
  onRolled: (secret: string) => void;
}

/** Replaces the signing secret; the previous one signs, too, for as long as is chosen. */
export function RollSecretDialog({ open, onClose, onRolled }: RollSecretDialogProps) {
  const { project } = useProject();
  const { id: webhookId } = useWebhook();
  const refresh = useRefreshWebhook();
  const [overlap, setOverlap] = useState<Overlap>("1440");
  const roll = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/webhooks/{webhookId}/secret/roll", {
        path: { projectId: project.id, webhookId },
        body: { overlapMinutes: Number(overlap) },
      }),
    onSuccess: ({ secret, webhook }) => {
      refresh(webhookId, webhook);
      toast({ title: "The secret was rolled", tone: "success" });
      onRolled(secret);
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        roll.reset();
        onClose();
      }}
      title="Roll the signing secret?"
      description="A new secret replaces it. Add the new secret to your receiver before the old one stops signing."
    >
      <DialogForm
        submit="Roll secret"
        pending={roll.isPending}
        error={roll.error?.message}
        onSubmit={() => roll.mutate()}
        onClose={onClose}
      >
        <RadioGroup
          legend="The old secret stops signing"
          value={overlap}
          onValueChange={setOverlap}
          options={overlaps}
        />
      </DialogForm>
    </Dialog>
  );
}
