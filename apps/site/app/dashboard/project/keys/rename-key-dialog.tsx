import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@weft/protocol";
import { keyNameLength } from "@weft/protocol/internal/form-rules";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { keysQuery } from "./keys-query.ts";

/** Gives a key another name. */
export function RenameKeyDialog({
  projectId,
  target,
  onClose,
}: {
  projectId: string;
  target: ApiKey | null;
  onClose: () => void;
}) {
  return (
    <Dialog open={target !== null} onOpenChange={(open) => !open && onClose()} title="Rename key">
      {target && <RenameKeyForm projectId={projectId} target={target} onClose={onClose} />}
    </Dialog>
  );
}

function RenameKeyForm({ projectId, target, onClose }: { projectId: string; target: ApiKey; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(target.name);
  const rename = useMutation({
    mutationFn: () =>
      request("PATCH /internal/projects/{projectId}/keys/{keyId}", {
        path: { projectId, keyId: target.id },
        body: { name: name.trim() },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keysQuery(projectId).queryKey });
      onClose();
    },
  });
  return (
    <DialogForm
      submit="Save"
      pending={rename.isPending}
      disabled={name.trim() === ""}
      onSubmit={() => {
        if (name.trim() !== "") rename.mutate();
      }}
      onClose={onClose}
    >
      <Field label="Name" error={rename.error?.message}>
        <Input autoFocus value={name} maxLength={keyNameLength} onChange={(event) => setName(event.target.value)} />
      </Field>
    </DialogForm>
  );
}
