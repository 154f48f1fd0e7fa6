import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Plus, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { RequestFailed } from "../../../api/request-failed.ts";
import { countOf, formatCount } from "../../../formats/count.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useProject } from "../shared/project-context.ts";
import { fileNameOf, saveFile } from "../../shared/save-file.ts";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { pageNumber, stepBack, stepOn } from "./cursor-trail.ts";
import { queryFault } from "./query-fault.ts";
import { RoomFilters } from "./room-filters.tsx";
import { fetchAllRooms, roomFilterNames, roomsQuery, shownRooms } from "./room-list.ts";
import { addressOf } from "./room-sort.ts";
import { RoomsEmpty } from "./rooms-empty.tsx";
import { RoomsTable } from "./rooms-table.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";

// Fetched when first opened.
const CreateRoomDialog = lazyPart(() =>
  import("./create-room-dialog.tsx").then((m) => ({ default: m.CreateRoomDialog })),
);
const DeleteRoomsDialog = lazyPart(() =>
  import("./delete-rooms-dialog.tsx").then((m) => ({ default: m.DeleteRoomsDialog })),
);

export const meta = () => pageMeta({ title: "Rooms", indexed: false });

export const handle: EarlyQuery = {
  earlyQuery: ({ projectId = "" }, search) => roomsQuery(projectId, shownRooms(search)),
};

const everyMs = 5_000;

export default function RoomsPage() {
  const { project, base } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filters = useFilters(roomFilterNames);
  const shown = shownRooms(search);
  const { limit, sort } = shown;
  const place = { cursor: shown.cursor, back: search.get("back") ?? "" };
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState(-1);
  const [deleting, setDeleting] = useState(false);
  const creating = search.get("dialog") === "create-room";

  const rooms = useQuery({
    ...roomsQuery(project.id, shown),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });
  const everything = useMutation({
    mutationFn: () => fetchAllRooms(project.id, filters.values),
    onSuccess: ({ rooms: all }) => setSelected(new Set(all.map(({ id }) => id))),
  });

  const list = rooms.data?.data ?? [];
  const invalid =
    rooms.error instanceof RequestFailed && rooms.error.code === "INVALID_QUERY" ? rooms.error : undefined;
  const fault = invalid && (queryFault(invalid.message) ?? { message: invalid.message });
  const select = (ids: readonly string[], chosen: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (chosen) next.add(id);
        else next.delete(id);
      return next;
    });

  const open = (id: string) => void navigate(`${base}/rooms/${encodeURIComponent(id)}`);
  useListKeys({
    count: list.length,
    at,
    onMove: setAt,
    onOpen: (index) => open(list[index]!.id),
    onSelect: (index, range) => {
      const last = range ? list.findLastIndex(({ id }, before) => before < index && selected.has(id)) : -1;
      const ids = list.slice(last >= 0 ? last : index, index + 1).map(({ id }) => id);
      select(ids, range || !selected.has(list[index]!.id));
    },
    onRefresh: () => void rooms.refetch(),
  });

  const nextCursor = rooms.data?.nextCursor ?? null;
  const before = stepBack(place);
  const allOfPage = list.length > 0 && list.every(({ id }) => selected.has(id));
  return (
    <>
      <PageHead
        title="Rooms"
        actions={
          <Button variant="primary" onClick={() => filters.set({ dialog: "create-room" })}>
            <Plus className="size-4" aria-hidden />
            Create room
          </Button>
        }
      />
      <RoomFilters
        filters={filters.values}
        any={filters.any}
        sort={sort}
        limit={limit}
        onChange={filters.set}
        onClear={filters.clear}
        fault={fault}
      />
      {selected.size > 0 && (
        <div
          role="region"
          aria-label="Selection"
          className="mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-accent-line bg-accent-soft py-1.5 pr-1.5 pl-4 text-sm"
        >
          <span className="mr-auto" role="status">
            {countOf(selected.size, "room")} selected
          </span>
          {allOfPage && (nextCursor !== null || place.back !== "") && (
            <Button size="sm" variant="ghost" busy={everything.isPending} onClick={() => everything.mutate()}>
              Select all matching rooms
            </Button>
          )}
          <Button
            size="sm"
            onClick={() =>
              saveFile(`${fileNameOf(project.displayName)}-rooms.txt`, `${[...selected].join("\n")}\n`, "text/plain")
            }
          >
            <Download className="size-4" aria-hidden />
            Export IDs
          </Button>
          <Button size="sm" onClick={() => setSelected(new Set())}>
            Clear
          </Button>
          <Button size="sm" variant="danger" onClick={() => setDeleting(true)}>
            <Trash2 className="size-4" aria-hidden />
            Delete
          </Button>
        </div>
      )}
      {fault === undefined && (
        <Loaded query={rooms} skeleton={<RoomsSkeleton />}>
          {({ data }) =>
            data.length > 0 || nextCursor !== null ? (
              <div className="flex flex-col gap-4">
                {data.length === 0 ? (
                  <p className="py-10 text-center text-sm text-muted" role="status">
                    No matches on this page. The next page has more rooms.
                  </p>
                ) : (
                  <RoomsTable
                    rooms={data}
                    base={base}
                    sort={sort}
                    onSort={(next) => filters.set(addressOf(next))}
                    selected={selected}
                    at={at}
                    onOpen={open}
                    onSelect={(id, chosen) => select([id], chosen)}
                    onSelectAll={(chosen) =>
                      select(
                        data.map(({ id }) => id),
                        chosen,
                      )
                    }
                  />
                )}
                <Pagination
                  label="Rooms"
                  position={`Page ${formatCount(pageNumber(place))}`}
                  onPrevious={before && (() => filters.set({ ...before }))}
                  onNext={nextCursor === null ? undefined : () => filters.set({ ...stepOn(place, nextCursor) })}
                  busy={rooms.isPlaceholderData}
                />
              </div>
            ) : filters.any ? (
              <FilteredEmptyState onClear={filters.clear} />
            ) : (
              <RoomsEmpty onCreate={() => filters.set({ dialog: "create-room" })} />
            )
          }
        </Loaded>
      )}
      {creating && (
        <Suspense>
          <CreateRoomDialog open onClose={() => filters.set({ dialog: null })} />
        </Suspense>
      )}
      {deleting && (
        <Suspense>
          <DeleteRoomsDialog
            projectId={project.id}
            ids={[...selected]}
            onClose={() => setDeleting(false)}
            onDone={(failed) => {
              setSelected(new Set(failed));
              void client.invalidateQueries({ queryKey: ["project", project.id, "rooms"] });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function RoomsSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="flex flex-col gap-px overflow-hidden rounded-lg border border-line"
    >
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} className="h-11 w-full rounded-none" />
      ))}
    </div>
  );
}
