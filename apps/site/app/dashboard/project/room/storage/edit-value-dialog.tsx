import { useState } from "react";
import type { Json } from "@weft/protocol";
import { Dialog } from "../../../../ui/dialog.tsx";
import { DialogForm } from "../../../../ui/dialog-form.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { SegmentedControl } from "../../../../ui/segmented-control.tsx";
import { Textarea } from "../../../../ui/textarea.tsx";
import { inForm, parseValue, textOfValue } from "./storage-json.ts";
import type { ValueForm } from "./storage-json.ts";
import { contentOf, isObject, pathText, plainOf } from "./storage-tree.ts";
import type { StorageEntry } from "./storage-tree.ts";
import { insertInto, replaceWith } from "./storage-patch.ts";
import type { PatchOperation, StorageEdit } from "./storage-patch.ts";

const forms: readonly { readonly value: ValueForm; readonly label: string }[] = [
  { value: "string", label: "String" },
  { value: "json", label: "JSON" },
];

export interface EditValueDialogProps {
  edit: StorageEdit;
  /** The current entry, or undefined if a user has deleted it. */
  now: StorageEntry | undefined;
  busy: boolean;
  /** The server's error, if it refused the edit. */
  refused?: string | undefined;
  onSend: (operations: PatchOperation[]) => void;
  onClose: () => void;
}

/** Edits a value, or adds one to a branch. */
export function EditValueDialog({ edit, now, busy, refused, onSend, onClose }: EditValueDialogProps) {
  const { entry } = edit;
  const replaces = edit.kind === "replace";
  const intoList = !replaces && Array.isArray(contentOf(entry));
  const [key, setKey] = useState("");
  const [{ form, text }, setTyped] = useState(
    replaces ? textOfValue(plainOf(entry)) : { form: "json" as ValueForm, text: "" },
  );
  const { value, fault } = parseValue(form, text);
  const changedMeanwhile = replaces && JSON.stringify(now?.raw) !== JSON.stringify(entry.raw);
  const keyFault = replaces || intoList ? undefined : key === "" ? "Key is required" : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={replaces ? "Edit value" : "Add a value"}
      description={<code className="text-xs wrap-anywhere">{pathText(entry.path)}</code>}
    >
      <DialogForm
        submit={replaces ? "Save" : "Add"}
        pending={busy}
        disabled={value === undefined || keyFault !== undefined || (replaces && now === undefined)}
        error={refused}
        onSubmit={() => {
          if (value === undefined || keyFault !== undefined) return;
          onSend(replaces ? replaceWith(entry, value) : insertInto(entry, key, value));
        }}
        onClose={onClose}
      >
        {!replaces && !intoList && (
          <Field label="Key" required>
            <Input value={key} spellCheck={false} autoFocus onChange={(event) => setKey(event.target.value)} />
          </Field>
        )}
        <SegmentedControl
          label="Type"
          options={forms}
          value={form}
          onValueChange={(next) =>
            next !== form && setTyped({ form: next, text: text === "" ? "" : inForm(next, text) })
          }
        />
        <Field
          label="Value"
          error={text === "" ? undefined : fault}
          hint={value === undefined ? "A number, true, false, null, an array or an object." : kindText(value)}
        >
          <Textarea
            rows={6}
            spellCheck={false}
            autoFocus={replaces || intoList}
            className={form === "json" ? "font-mono text-xs" : undefined}
            value={text}
            onChange={(event) => setTyped({ form, text: event.target.value })}
          />
        </Field>
        {changedMeanwhile && (
          <p
            role="status"
            className="rounded-md border border-warning-line bg-warning-soft px-3 py-2 text-sm text-warning"
          >
            {now === undefined
              ? "Another user deleted this value."
              : `Another user changed this value to ${JSON.stringify(plainOf(now)).slice(0, 120)}. Saving replaces their change.`}
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** The value as it will be stored. */
function kindText(value: Json): string {
  if (Array.isArray(value)) return "An array. It becomes a LiveList.";
  if (isObject(value)) return "An object. It becomes a LiveObject.";
  return value === null ? "Null." : `A ${typeof value}.`;
}
