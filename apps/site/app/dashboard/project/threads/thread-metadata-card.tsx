import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { MetadataList } from "./metadata-list.tsx";
import { rowsOfValues, valueFaults, valuePatch } from "./metadata-values.ts";
import type { ValueRow } from "./metadata-values.ts";
import type { ThreadBody } from "./thread-bodies.ts";
import { threadPath, threadsKey } from "./thread-queries.ts";
import { useActor } from "./use-actor.ts";
import { ValueRows } from "./value-rows.tsx";

/** A thread's metadata, to be read and edited. */
export function ThreadMetadataCard({ thread }: { thread: ThreadBody }) {
  const { project } = useProject();
  const client = useQueryClient();
  const actor = useActor();
  const [draft, setDraft] = useState<readonly ValueRow[] | null>(null);
  const changes = draft === null ? {} : valuePatch(thread.metadata, draft);
  const save = useMutation({
    mutationFn: () =>
      gateway(project.id, "POST", `${threadPath(thread.roomId, thread.id)}/metadata`, {
        body: { metadata: changes, userId: actor },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: threadsKey(project.id) });
      setDraft(null);
    },
  });
  return (
    <section aria-labelledby="thread-metadata" className="rounded-lg border border-line bg-surface">
      <div className="flex min-h-12 items-center justify-between border-b border-line py-2 pr-3 pl-5">
        <h2 id="thread-metadata" className="text-base">
          Metadata
        </h2>
        {draft === null && (
          <Button size="sm" onClick={() => setDraft(rowsOfValues(thread.metadata))}>
            Edit
          </Button>
        )}
      </div>
      {draft === null ? (
        <div className="px-5 py-4">
          {Object.keys(thread.metadata).length === 0 ? (
            <p className="text-sm text-muted">No metadata. Add entries to filter threads by them.</p>
          ) : (
            <MetadataList label="Metadata" metadata={thread.metadata} />
          )}
        </div>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4 p-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (valueFaults(draft).size === 0 && !save.isPending) save.mutate();
          }}
        >
          <ValueRows rows={draft} onChange={setDraft} />
          {save.isError && (
            <p role="alert" className="text-sm text-danger">
              {save.error.message}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                setDraft(null);
                save.reset();
              }}
            >
              Cancel
            </Button>
            <Button
              type="submit"
              variant="primary"
              size="sm"
              busy={save.isPending}
              disabled={Object.keys(changes).length === 0 || valueFaults(draft).size > 0}
            >
              Save
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
