import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { formatCount } from "../../../../formats/count.ts";
import { request } from "../../../../api/request.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { Pagination } from "../../../../ui/pagination.tsx";
import { toast } from "../../../../ui/toast.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useFilters } from "../../../shared/use-filters.ts";
import { pageNumber, stepBack, stepOn } from "../../rooms/cursor-trail.ts";
import { useProject } from "../../shared/project-context.ts";
import { AddWebDialog } from "./add-web-dialog.tsx";
import { DeleteSourceDialog } from "./delete-source-dialog.tsx";
import { knowledgeKey, sourcesQuery } from "./knowledge-queries.ts";
import type { SourceBody } from "./knowledge-queries.ts";
import { SourceDialog } from "./source-dialog.tsx";
import { SourcesTable } from "./sources-table.tsx";
import { TestRetrieval } from "./test-retrieval.tsx";
import { UploadZone } from "./upload-zone.tsx";

/** What a copilot knows: web pages and files. */
export function KnowledgeTab({ copilotId }: { copilotId: string }) {
  const { project } = useProject();
  const [search] = useSearchParams();
  const filters = useFilters([]);
  const place = { cursor: search.get("cursor") ?? "", back: search.get("back") ?? "" };
  const sources = useQuery(sourcesQuery(project.id, copilotId, place.cursor));
  const [openId, setOpenId] = useState<string>();
  const [doomedId, setDoomedId] = useState<string>();
  const client = useQueryClient();
  const reindex = useMutation({
    mutationFn: ({ id }: SourceBody) =>
      request("POST /internal/projects/{projectId}/copilots/{copilotId}/knowledge/{knowledgeSourceId}/reindex", {
        path: { projectId: project.id, copilotId, knowledgeSourceId: id },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: knowledgeKey(project.id, copilotId) }),
    onError: (error) =>
      toast({ title: "The source could not be re-indexed", description: error.message, tone: "danger" }),
  });
  const list = sources.data?.data ?? [];
  const before = stepBack(place);
  const nextCursor = sources.data?.nextCursor ?? null;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <p className="max-w-2xl text-sm text-muted">Web pages and files the copilot searches for answers.</p>
        <Button variant="primary" onClick={() => filters.set({ dialog: "add-web" })}>
          <Globe className="size-4" aria-hidden />
          Add web pages
        </Button>
      </div>
      <UploadZone copilotId={copilotId} />
      <Loaded query={sources}>
        {({ data }) =>
          data.length === 0 && before === undefined ? (
            <EmptyState title="Teach the copilot about your product">
              <p>
                Add your documentation as a website or a sitemap, and upload guides and manuals. The text is split into
                passages, and the copilot reads the passages that match the question.
              </p>
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <SourcesTable
                sources={data}
                onOpen={({ id }) => setOpenId(id)}
                onReindex={(source) => reindex.mutate(source)}
                onDelete={({ id }) => setDoomedId(id)}
              />
              {(before !== undefined || nextCursor !== null) && (
                <Pagination
                  label="Knowledge sources"
                  position={`Page ${formatCount(pageNumber(place))}`}
                  onPrevious={before && (() => filters.set({ ...before }))}
                  onNext={nextCursor === null ? undefined : () => filters.set({ ...stepOn(place, nextCursor) })}
                  busy={sources.isPlaceholderData}
                />
              )}
            </div>
          )
        }
      </Loaded>
      {list.length > 0 && (
        <TestRetrieval
          copilotId={copilotId}
          onOpen={setOpenId}
          canOpen={(sourceId) => list.some(({ id }) => id === sourceId)}
        />
      )}
      <AddWebDialog
        copilotId={copilotId}
        open={search.get("dialog") === "add-web"}
        onClose={() => filters.set({ dialog: null })}
      />
      <SourceDialog
        copilotId={copilotId}
        source={list.find(({ id }) => id === openId)}
        onClose={() => setOpenId(undefined)}
      />
      <DeleteSourceDialog
        copilotId={copilotId}
        source={list.find(({ id }) => id === doomedId)}
        onClose={() => setDoomedId(undefined)}
      />
    </div>
  );
}
