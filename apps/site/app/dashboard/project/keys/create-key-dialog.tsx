import { useMutation } from "@tanstack/react-query";
import { keyNameLength } from "@weft/protocol/internal/form-rules";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";

export interface CreateKeyDialogProps {
  projectId: string;
  open: boolean;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

/** Makes a further secret key, with a name that says what it is for. */
export function CreateKeyDialog({ projectId, open, onClose, onCreated }: CreateKeyDialogProps) {
  const [name, setName] = useState("");
  const create = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/keys", { path: { projectId }, body: { name: name.trim() } }),
    onSuccess: ({ secret }) => {
      setName("");
      onCreated(secret);
    },
  });
  const fault = name.trim().length > keyNameLength ? `Name must be at most ${keyNameLength} characters` : undefined;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Create a secret key">
      <DialogForm
        submit="Create key"
        pending={create.isPending}
        disabled={name.trim() === "" || fault !== undefined}
        onSubmit={() => {
          if (name.trim() !== "" && fault === undefined) create.mutate();
        }}
        onClose={onClose}
      >
        <Field label="Name" required error={fault ?? create.error?.message} hint="Use a separate key for each server.">
          <Input
            autoFocus
            value={name}
            placeholder="Production server"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
