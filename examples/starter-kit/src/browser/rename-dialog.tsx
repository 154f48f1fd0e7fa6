"use client";

import { useActionState } from "react";
import { renameDocument } from "../documents/actions.ts";
import type { ActionState } from "../documents/action-state.ts";
import { longestName } from "../documents/document.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FormFooter } from "../ui/form-footer.tsx";
import { Icon } from "../ui/icon.tsx";

interface RenameDialogProps {
  readonly id: string;
  readonly name: string;
}

export function RenameDialog({ id, name }: RenameDialogProps) {
  return (
    <Dialog
      title="Rename"
      trigger={{
        className: "icon-button",
        "aria-label": `Rename ${name}`,
        title: "Rename",
        children: <Icon name="rename" />,
      }}
    >
      {(close) => <RenameForm id={id} name={name} close={close} />}
    </Dialog>
  );
}

function RenameForm({ id, name, close }: RenameDialogProps & { readonly close: () => void }) {
  const [state, submit, isPending] = useActionState(
    async (previous: ActionState, form: FormData) => {
      const next = await renameDocument(id, previous, form);
      if (next.kind === "success") close();
      return next;
    },
    { kind: "none" },
  );
  return (
    <form action={submit}>
      <input
        name="name"
        defaultValue={name}
        maxLength={longestName}
        required
        aria-label="Name"
        className="field"
        autoFocus
        style={{ width: "100%" }}
      />
      <FormFooter state={state} isPending={isPending} submit="Rename" onCancel={close} />
    </form>
  );
}
