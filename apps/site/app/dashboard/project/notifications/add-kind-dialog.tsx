import type { ProjectNotifications } from "@weft/protocol";
import { useState } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { useProject } from "../shared/project-context.ts";
import { kindFault, withKind } from "./kind-changes.ts";
import { useChangeNotifications } from "./use-change-notifications.ts";

export interface AddKindDialogProps {
  settings: ProjectNotifications;
  open: boolean;
  onClose: () => void;
}

/** Adds a kind of notification of the project's own. */
export function AddKindDialog({ settings, open, onClose }: AddKindDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Add kind"
      description="For notifications that your back end triggers, such as a finished upload."
    >
      {open && <AddKindForm settings={settings} onClose={onClose} />}
    </Dialog>
  );
}

function AddKindForm({ settings, onClose }: Omit<AddKindDialogProps, "open">) {
  const { project } = useProject();
  const [kind, setKind] = useState("$");
  const [batched, setBatched] = useState(false);
  const [tried, setTried] = useState(false);
  const change = useChangeNotifications(project.id);
  const fault = kindFault(kind, settings);
  return (
    <DialogForm
      submit="Add kind"
      pending={change.isPending}
      error={change.error?.message}
      onSubmit={() => {
        setTried(true);
        if (fault === undefined) change.mutate(withKind(settings, kind, batched), { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <Field
        label="Kind"
        required
        error={tried ? fault : undefined}
        hint="The kind is available on every channel and on by default for email. You can change this in the table."
      >
        <Input
          value={kind}
          autoFocus
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          placeholder="$fileUploaded"
          onChange={(event) => setKind(event.target.value.trim())}
        />
      </Field>
      <Checkbox
        label="Batch notifications"
        hint="Combine triggers for the same user and subject into one notification."
        checked={batched}
        onCheckedChange={setBatched}
      />
    </DialogForm>
  );
}
