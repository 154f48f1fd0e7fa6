import { useState } from "react";
import { countOf } from "../../../formats/count.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { gateway, roomPath } from "../shared/gateway.ts";
import { ManyProgressView } from "../../shared/many-progress-view.tsx";
import { runMany } from "../../shared/run-many.ts";
import type { ManyProgress } from "../../shared/run-many.ts";

export interface DeleteRoomsDialogProps {
  projectId: string;
  ids: readonly string[];
  onClose: () => void;
  /** With the rooms that could not be deleted. */
  onDone: (failed: readonly string[]) => void;
}

/** Deletes many rooms, once their number was typed, and shows how far it is. */
export function DeleteRoomsDialog({ projectId, ids, onClose, onDone }: DeleteRoomsDialogProps) {
  const [typed, setTyped] = useState("");
  const [progress, setProgress] = useState<ManyProgress | null>(null);
  const count = String(ids.length);
  const rooms = countOf(ids.length, "room");
  const handled = progress === null ? 0 : progress.done + progress.failed.length;
  const running = progress !== null && handled < progress.total;
  const finished = progress !== null && !running;

  const start = async () => {
    setProgress({ done: 0, failed: [], total: ids.length });
    const { failed } = await runMany(ids, (id) => gateway(projectId, "DELETE", roomPath(id)), setProgress);
    onDone(failed.map(({ id }) => id));
    if (failed.length === 0) onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !running && onClose()} title={`Delete ${rooms}?`}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === count && progress === null) void start();
        }}
      >
        {progress === null ? (
          <>
            <p className="text-sm text-muted">
              This permanently deletes their Storage, documents, versions and files, and disconnects their users. This
              cannot be undone.
            </p>
            <Field label={`Type ${count} to confirm`}>
              <Input
                value={typed}
                inputMode="numeric"
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
              />
            </Field>
          </>
        ) : (
          <ManyProgressView label="Deletion progress" done="deleted" progress={progress} />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose} disabled={running}>
            {finished ? "Close" : "Cancel"}
          </Button>
          {!finished && (
            <Button type="submit" variant="danger" disabled={typed !== count} busy={running}>
              Delete {rooms}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
