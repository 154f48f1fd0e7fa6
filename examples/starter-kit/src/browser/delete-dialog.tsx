"use client";

import { useActionState } from "react";
import { deleteDocument } from "../documents/actions.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FormFooter } from "../ui/form-footer.tsx";
import { Icon } from "../ui/icon.tsx";

interface DeleteDialogProps {
  readonly id: string;
  readonly name: string;
}

export function DeleteDialog({ id, name }: DeleteDialogProps) {
  return (
    <Dialog
      title={`Delete ${name}?`}
      trigger={{
        className: "icon-button",
        "aria-label": `Delete ${name}`,
        title: "Delete",
        children: <Icon name="trash" />,
      }}
    >
      {(close) => <DeleteForm id={id} close={close} />}
    </Dialog>
  );
}

function DeleteForm({ id, close }: { readonly id: string; readonly close: () => void }) {
  const [state, submit, isPending] = useActionState(deleteDocument.bind(null, id), { kind: "none" });
  return (
    <form action={submit}>
      <p>This permanently deletes the document with its comments, for everyone.</p>
      <FormFooter state={state} isPending={isPending} submit="Delete" kind="danger" onCancel={close} />
    </form>
  );
}
