import { useState } from "react";
import { countOf, formatCount } from "../../../formats/count.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { gateway, roomPath } from "../shared/gateway.ts";
import { deleteRooms } from "./delete-rooms.ts";
import type { DeletionProgress } from "./delete-rooms.ts";

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
  const [progress, setProgress] = useState<DeletionProgress | null>(null);
  const count = String(ids.length);
  const rooms = countOf(ids.length, "room");
  const handled = progress === null ? 0 : progress.done + progress.failed.length;
  const running = progress !== null && handled < progress.total;
  const finished = progress !== null && !running;

  const start = async () => {
    setProgress({ done: 0, failed: [], total: ids.length });
    const { failed } = await deleteRooms(ids, (id) => gateway(projectId, "DELETE", roomPath(id)), setProgress);
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
          <div className="flex flex-col gap-3" role="status">
            <progress
              className="h-1.5 w-full overflow-hidden rounded-full accent-(--accent-solid)"
              max={progress.total}
              value={handled}
              aria-label="Deletion progress"
            />
            <p className="text-sm text-muted">
              {formatCount(progress.done)} of {formatCount(progress.total)} deleted
              {progress.failed.length > 0 && `, ${formatCount(progress.failed.length)} failed`}
            </p>
            {progress.failed.length > 0 && (
              <ul className="max-h-48 overflow-y-auto rounded-md border border-danger-line text-sm" tabIndex={0}>
                {progress.failed.map(({ id, why }) => (
                  <li key={id} className="flex flex-col border-b border-line px-3 py-2 last:border-0">
                    <code className="text-xs wrap-anywhere">{id}</code>
                    <span className="text-danger">{why}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
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
