import { useState } from "react";
import type { Json } from "@weft/protocol";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { Textarea } from "../../../../ui/textarea.tsx";
import { parseJson } from "./storage-json.ts";
import { contentOf, isObject, pathText, plainOf } from "./storage-tree.ts";
import type { StorageEntry } from "./storage-tree.ts";
import { insertInto, replaceWith } from "./storage-patch.ts";
import type { PatchOperation, StorageEdit } from "./storage-patch.ts";

export interface EditValueDialogProps {
  edit: StorageEdit;
  /** The entry as it is now; undefined once somebody has deleted it. */
  now: StorageEntry | undefined;
  busy: boolean;
  /** What the server has against it. */
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
  const [text, setText] = useState(replaces ? JSON.stringify(plainOf(entry), null, 2) : "");
  const { value, fault } = parseJson(text);
  const changedMeanwhile = replaces && JSON.stringify(now?.raw) !== JSON.stringify(entry.raw);
  const keyFault = replaces || intoList ? undefined : key === "" ? "Key is required" : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={replaces ? "Edit value" : "Add a value"}
      description={<code className="text-xs break-all">{pathText(entry.path)}</code>}
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (value === undefined || keyFault !== undefined || busy) return;
          onSend(replaces ? replaceWith(entry, value) : insertInto(entry, key, value));
        }}
      >
        {!replaces && !intoList && (
          <Field label="Key" required>
            <Input value={key} spellCheck={false} autoFocus onChange={(event) => setKey(event.target.value)} />
          </Field>
        )}
        <Field
          label="Value"
          error={text === "" ? undefined : fault}
          hint={value === undefined ? "JSON. Put strings in quotes." : kindText(value)}
        >
          <Textarea
            rows={6}
            spellCheck={false}
            autoFocus={replaces || intoList}
            className="font-mono text-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
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
        {refused !== undefined && (
          <p role="alert" className="text-sm text-danger">
            {refused}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabled={value === undefined || keyFault !== undefined || (replaces && now === undefined)}
          >
            {replaces ? "Save" : "Add"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the value will be in Storage. */
function kindText(value: Json): string {
  if (Array.isArray(value)) return "An array. It becomes a LiveList.";
  if (isObject(value)) return "An object. It becomes a LiveObject.";
  return value === null ? "Null." : `A ${typeof value}.`;
}
