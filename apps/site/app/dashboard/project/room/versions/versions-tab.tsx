import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { History, Plus, Trash2 } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { AlertDialog } from "../../../../ui/alert-dialog.tsx";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../../ui/thread-line.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { Select } from "../../../../ui/select.tsx";
import { SkeletonLines } from "../../../../ui/skeleton-lines.tsx";
import { toast } from "../../../../ui/toast.ts";
import { request } from "../../../../api/request.ts";
import { gateway, roomPath } from "../../shared/gateway.ts";
import { useProject } from "../../shared/project-context.ts";
import type { CursorPage, VersionBody } from "../../shared/room-body.ts";
import { useInspectedRoom } from "../room-context.ts";
import { VersionPreview } from "./version-preview.tsx";
import { versionTime } from "./version-time.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";

const VersionComparison = lazyPart(() =>
  import("./version-comparison.tsx").then((m) => ({ default: m.VersionComparison })),
);

/** What a room was at earlier moments. */
export function VersionsTab() {
  const { project } = useProject();
  const { room, editing } = useInspectedRoom();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [removing, setRemoving] = useState<VersionBody | null>(null);
  const [restoring, setRestoring] = useState<VersionBody | null>(null);
  const queryKey = ["project", project.id, "room", room.id, "versions"];
  const path = `${roomPath(room.id)}/versions`;

  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      gateway<CursorPage<VersionBody>>(project.id, "GET", path, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: 15_000,
  });
  const refresh = () => client.invalidateQueries({ queryKey });
  const set = (name: "version" | "compare", id: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete(name);
        else next.set(name, id);
        // A version is not compared with itself.
        if (next.get("version") === next.get("compare")) next.delete("compare");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const choose = (id: string | null) => set("version", id);
  const create = useMutation({
    mutationFn: () => gateway<{ data: { id: string } }>(project.id, "POST", path),
    onSuccess: async ({ data }) => {
      await refresh();
      choose(data.id);
    },
    onError: (error) =>
      toast({ title: "The version could not be created", description: error.message, tone: "danger" }),
  });
  const remove = useMutation({
    mutationFn: (id: string) => gateway(project.id, "DELETE", `${path}/${encodeURIComponent(id)}`),
    onSuccess: async (_, id) => {
      setRemoving(null);
      if (search.get("version") === id) choose(null);
      await refresh();
    },
  });

  const restore = useMutation({
    mutationFn: (versionId: string) =>
      request("POST /internal/projects/{projectId}/rooms/{roomId}/versions/{versionId}/restore", {
        path: { projectId: project.id, roomId: room.id, versionId },
      }),
    onSuccess: async () => {
      setRestoring(null);
      toast({
        title: "Version restored",
        description: "The previous state was saved as the newest version.",
        tone: "success",
      });
      await refresh();
    },
  });

  const versions = list.data?.pages.flatMap(({ data }) => data) ?? [];
  // An address may name versions that are further back than the list is shown.
  const isMissing = ["version", "compare"].some((name) => {
    const wanted = search.get(name);
    return wanted !== null && !versions.some(({ id }) => id === wanted);
  });
  const { hasNextPage, isFetching, fetchNextPage } = list;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);

  if (list.data === undefined)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
    ) : (
      <SkeletonLines lines={6} />
    );
  const createButton = (
    <Button variant="primary" size="sm" busy={create.isPending} onClick={() => create.mutate()}>
      <Plus className="size-4" aria-hidden />
      Create version
    </Button>
  );
  if (versions.length === 0)
    return (
      <EmptyState
        title="No versions yet"
        action={createButton}
        thread={<EmptyThread steps={["Version is created", "Room changes", "Version is restored"]} />}
      >
        <p>
          A version is a copy of the room&apos;s Storage and Yjs document. Create one here, or let the project create
          them automatically.
        </p>
      </EmptyState>
    );
  const open = versions.find(({ id }) => id === search.get("version")) ?? versions[0]!;
  const compared = versions.find(({ id }) => id === search.get("compare") && id !== open.id);
  const others = versions.filter(({ id }) => id !== open.id);
  const [newer, older] =
    compared && versions.indexOf(compared) < versions.indexOf(open) ? [compared, open] : [open, compared];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-3">
        <div className="flex justify-end">{createButton}</div>
        <ul className="overflow-hidden rounded-lg border border-line bg-surface" aria-label="Versions">
          {versions.map((version) => (
            <li
              key={version.id}
              data-selected={version === open || undefined}
              className="flex items-center gap-2 border-b border-line pr-2 last:border-0 data-selected:bg-accent-soft"
            >
              <button
                type="button"
                aria-pressed={version === open}
                onClick={() => choose(version.id)}
                className="flex min-w-0 flex-1 flex-col items-start gap-0.5 px-4 py-3 text-left text-sm -outline-offset-2"
              >
                <span className="font-medium">{versionTime(version)}</span>
                <span className="max-w-full truncate text-xs text-muted">
                  {version.authors.length === 0 ? "Anonymous authors" : version.authors.map(({ id }) => id).join(", ")}
                </span>
              </button>
              <RelativeTime at={version.createdAt} className="text-xs text-muted" />
              <IconButton
                size="sm"
                name={`Delete version from ${version.createdAt}`}
                disabled={!editing}
                onClick={() => setRemoving(version)}
              >
                <Trash2 className="size-4" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load older
          </Button>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          {others.length > 0 && (
            <div className="flex flex-wrap items-center gap-3">
              <span className="text-sm text-muted">Compare with</span>
              <Select
                aria-label="Compare with"
                className="w-56!"
                options={[
                  { value: "none", label: "No other versions" },
                  ...others.map((version) => ({ value: version.id as string, label: versionTime(version) })),
                ]}
                value={compared?.id ?? "none"}
                onValueChange={(id) => set("compare", id === "none" ? null : id)}
              />
            </div>
          )}
          <Button size="sm" className="ml-auto" disabled={!editing} onClick={() => setRestoring(open)}>
            <History className="size-4" aria-hidden />
            Restore version
          </Button>
        </div>
        {older ? (
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <VersionComparison projectId={project.id} roomId={room.id} older={older} newer={newer} />
          </Suspense>
        ) : (
          <VersionPreview key={open.id} projectId={project.id} roomId={room.id} version={open} />
        )}
      </div>
      <AlertDialog
        open={restoring !== null}
        onOpenChange={(next) => {
          if (next) return;
          setRestoring(null);
          restore.reset();
        }}
        title="Restore this version?"
        action="Restore version"
        danger={false}
        busy={restore.isPending}
        error={restore.error?.message}
        onConfirm={() => {
          if (restoring) restore.mutate(restoring.id);
        }}
      >
        This restores the room&apos;s Storage and Yjs document to {restoring && versionTime(restoring)}. Connected users
        see the change immediately and stay connected. The current state is saved as a new version first.
      </AlertDialog>
      <AlertDialog
        open={removing !== null}
        onOpenChange={(next) => !next && setRemoving(null)}
        title="Delete this version?"
        action="Delete version"
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => {
          if (removing) remove.mutate(removing.id);
        }}
      >
        The current contents of the room don&apos;t change.
      </AlertDialog>
    </div>
  );
}
