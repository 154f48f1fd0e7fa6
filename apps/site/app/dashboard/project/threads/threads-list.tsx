import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { RequestFailed } from "../../../api/request-failed.ts";
import { formatCount } from "../../../formats/count.ts";
import { Button } from "../../../ui/button.tsx";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { SkeletonLines } from "../../../ui/skeleton-lines.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { readFilters, useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { pageNumber, stepBack, stepOn } from "../rooms/cursor-trail.ts";
import { queryFault } from "../rooms/query-fault.ts";
import { useProject } from "../shared/project-context.ts";
import { threadAddress } from "./thread-address.ts";
import { ExportThreadsDialog } from "./export-threads-dialog.tsx";
import { ThreadFilters, threadFilterNames } from "./thread-filters.tsx";
import { threadsQuery } from "./thread-queries.ts";
import type { ThreadNarrowing, ThreadSearch } from "./thread-queries.ts";
import { threadQueryText } from "./thread-query-text.ts";
import type { StateChoice } from "./thread-query-text.ts";
import { ThreadsEmpty } from "./threads-empty.tsx";
import { ThreadsTable } from "./threads-table.tsx";

const perPage = "20";

/** The page of threads that an address asks for. */
export function shownThreads(search: URLSearchParams, fixedRoom?: string): ThreadSearch {
  return { ...narrowingOf(search, fixedRoom), limit: perPage, cursor: search.get("cursor") ?? "" };
}

function narrowingOf(search: URLSearchParams, fixedRoom?: string): ThreadNarrowing {
  const { query, room, state, user, text, attachments } = readFilters(threadFilterNames, search);
  return {
    roomId: fixedRoom ?? room,
    userId: user,
    text,
    hasAttachments: attachments === "true" ? "true" : "",
    query: threadQueryText(query, state as StateChoice),
  };
}

/** The threads of the project, newest first; of one room when it is named. */
export function ThreadsList({ roomId: fixedRoom }: { roomId?: string }) {
  const { project, base } = useProject();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filters = useFilters(threadFilterNames);
  const narrowing = narrowingOf(search, fixedRoom);
  const place = { cursor: search.get("cursor") ?? "", back: search.get("back") ?? "" };
  const [at, setAt] = useState(-1);
  const [exporting, setExporting] = useState(false);
  const threads = useQuery(threadsQuery(project.id, shownThreads(search, fixedRoom)));
  const invalid =
    threads.error instanceof RequestFailed && threads.error.code === "INVALID_QUERY" ? threads.error : undefined;
  const fault = invalid && (queryFault(invalid.message) ?? { message: invalid.message });
  const list = threads.data?.data ?? [];
  useListKeys({
    count: list.length,
    at,
    onMove: setAt,
    onOpen: (index) => void navigate(threadAddress(base, list[index]!)),
    onRefresh: () => void threads.refetch(),
  });

  const nextCursor = threads.data?.nextCursor ?? null;
  const before = stepBack(place);
  const goOn = nextCursor === null ? undefined : () => filters.set({ ...stepOn(place, nextCursor) });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <ThreadFilters
          filters={filters.values}
          withRoom={fixedRoom === undefined}
          onChange={filters.set}
          fault={fault}
        />
        <Button
          className="ml-auto"
          disabled={list.length === 0 && nextCursor === null}
          onClick={() => setExporting(true)}
        >
          <Download className="size-4" aria-hidden />
          Export
        </Button>
      </div>
      {exporting && <ExportThreadsDialog narrowing={narrowing} onClose={() => setExporting(false)} />}
      {fault === undefined && (
        <Loaded query={threads} skeleton={<SkeletonLines lines={8} />}>
          {({ data }) => {
            if (data.length > 0 || goOn !== undefined || before !== undefined)
              return (
                <>
                  {data.length > 0 ? (
                    <ThreadsTable threads={data} base={base} withRoom={fixedRoom === undefined} at={at} />
                  ) : (
                    <div className="flex flex-col items-center gap-3 py-10 text-center" role="status">
                      <p className="text-sm text-muted">
                        {goOn ? "No matches among the newest threads." : "No more matches."}
                      </p>
                      {goOn && (
                        <Button size="sm" onClick={goOn}>
                          Search older threads
                        </Button>
                      )}
                    </div>
                  )}
                  <Pagination
                    label="Threads"
                    position={`Page ${formatCount(pageNumber(place))}`}
                    onPrevious={before && (() => filters.set({ ...before }))}
                    onNext={goOn}
                    busy={threads.isPlaceholderData}
                  />
                </>
              );
            return filters.any ? <FilteredEmptyState onClear={filters.clear} /> : <ThreadsEmpty roomId={fixedRoom} />;
          }}
        </Loaded>
      )}
    </div>
  );
}
