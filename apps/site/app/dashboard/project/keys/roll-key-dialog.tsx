import { useMutation } from "@tanstack/react-query";
import type { ApiKey } from "@weft/protocol";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { useProject } from "../shared/project-context.ts";

const graces = [
  { value: "0", label: "Now" },
  { value: "15", label: "In 15 minutes" },
  { value: "60", label: "In 1 hour" },
  { value: "360", label: "In 6 hours" },
  { value: "1440", label: "In 24 hours" },
] as const;
type Grace = (typeof graces)[number]["value"];
const minutes = { "0": 0, "15": 15, "60": 60, "360": 360, "1440": 1_440 } as const;

export interface RollKeyDialogProps {
  /** The key to replace; null when none is. */
  target: ApiKey | null;
  onClose: () => void;
  onRolled: (secret: string, kind: ApiKey["kind"]) => void;
}

/** Replaces a key. The old one works on for as long as was chosen, so that servers can change over. */
export function RollKeyDialog({ target, onClose, onRolled }: RollKeyDialogProps) {
  return (
    <Dialog
      open={target !== null}
      onOpenChange={(open) => !open && onClose()}
      title={target?.kind === "public" ? "Roll the public key?" : `Roll ${target?.name ?? "this key"}?`}
      description="A new key replaces it."
    >
      {target && <RollKeyForm target={target} onClose={onClose} onRolled={onRolled} />}
    </Dialog>
  );
}

function RollKeyForm({ target, onClose, onRolled }: RollKeyDialogProps & { target: ApiKey }) {
  const { project } = useProject();
  const [grace, setGrace] = useState<Grace>("15");
  const [typed, setTyped] = useState("");
  const roll = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/keys/{keyId}/roll", {
        path: { projectId: project.id, keyId: target.id },
        body: { graceMinutes: minutes[grace] },
      }),
    onSuccess: ({ secret }) => onRolled(secret, target.kind),
  });
  const ready = project.type === "dev" || typed === project.displayName;
  return (
    <DialogForm
      submit="Roll key"
      pending={roll.isPending}
      disabled={!ready}
      error={roll.error?.message}
      onSubmit={() => {
        if (ready) roll.mutate();
      }}
      onClose={onClose}
    >
      <RadioGroup legend="The old key stops working" value={grace} onValueChange={setGrace} options={graces} />
      {project.type === "prod" && (
        <Field
          label={
            <span>
              Type <strong className="font-mono font-medium">{project.displayName}</strong> to confirm
            </span>
          }
        >
          <Input
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
    </DialogForm>
  );
}
