import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { MetadataEditor } from "../shared/metadata-editor.tsx";
import { metadataFaults, metadataPatch, rowsOfMetadata } from "../shared/room-rules.ts";
import type { MetadataRow } from "../shared/room-rules.ts";
import { useProject } from "../shared/project-context.ts";
import { useInspectedRoom } from "./room-context.ts";
import { useUpdateRoom } from "./use-update-room.ts";

/** A room's metadata, to be read and edited. */
export function MetadataForm() {
  const { project } = useProject();
  const { room } = useInspectedRoom();
  const update = useUpdateRoom(project.id, room.id);
  const [draft, setDraft] = useState<readonly MetadataRow[] | null>(null);
  const entries = Object.entries(room.metadata);
  const faults = draft && metadataFaults(draft);
  const changes = draft ? metadataPatch(room.metadata, draft) : {};
  return (
    <section aria-labelledby="metadata" className="rounded-lg border border-line bg-surface">
      <div className="flex items-center justify-between border-b border-line px-5 py-2.5">
        <h2 id="metadata" className="text-base">
          Metadata
        </h2>
        {draft === null && (
          <Button size="sm" onClick={() => setDraft(rowsOfMetadata(room.metadata))}>
            Edit
          </Button>
        )}
      </div>
      {draft === null ? (
        entries.length === 0 ? (
          <p className="px-5 py-6 text-sm text-muted">No metadata. Add entries to filter rooms by them.</p>
        ) : (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 px-5 py-4 font-mono text-xs">
            {entries.map(([key, value]) => (
              <div key={key} className="contents">
                <dt className="text-accent">{key}</dt>
                <dd className="break-words">{typeof value === "string" ? value : value.join(", ")}</dd>
              </div>
            ))}
          </dl>
        )
      ) : (
        <form
          className="flex flex-col gap-4 p-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (faults && faults.rows.size === 0 && faults.all === undefined)
              update.mutate({ metadata: changes }, { onSuccess: () => setDraft(null) });
          }}
        >
          <MetadataEditor rows={draft} onChange={setDraft} />
          {update.isError && (
            <p role="alert" className="text-sm text-danger">
              {update.error.message}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button variant="ghost" size="sm" onClick={() => setDraft(null)}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant="primary"
              size="sm"
              busy={update.isPending}
              disabled={Object.keys(changes).length === 0}
            >
              Save
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
