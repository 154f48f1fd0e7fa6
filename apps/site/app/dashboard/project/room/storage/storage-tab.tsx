import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { RequestFailed } from "../../../../api/request-failed.ts";
import { formatBytes } from "../../../../formats/bytes.ts";
import { AlertDialog } from "../../../../ui/alert-dialog.tsx";
import { Card } from "../../../../ui/card.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { SegmentedControl } from "../../../../ui/segmented-control.tsx";
import { SkeletonLines } from "../../../../ui/skeleton-lines.tsx";
import { toast } from "../../../../ui/toast.ts";
import { FilterText } from "../../../shared/filter-text.tsx";
import { gateway, roomPath } from "../../shared/gateway.ts";
import { useProject } from "../../shared/project-context.ts";
import type { FileLinkBody } from "../../shared/room-body.ts";
import { fileNameOf, saveFile } from "../../../shared/save-file.ts";
import { useInspectedRoom } from "../room-context.ts";
import { EditValueDialog } from "./edit-value-dialog.tsx";
import { InitialiseForm } from "./initialise-form.tsx";
import { removal, stepInList } from "./storage-patch.ts";
import type { PatchOperation, StorageEdit } from "./storage-patch.ts";
import { StorageTreeView } from "./storage-tree-view.tsx";
import { byteSize, childCount, childrenOf, pathText, plainOf, rootEntry } from "./storage-tree.ts";
import type { StorageEntry, StoragePath } from "./storage-tree.ts";

const views = [
  { value: "tree", label: "Tree" },
  { value: "json", label: "JSON" },
  { value: "lson", label: "Typed JSON" },
] as const;

/** A room's Storage, live, as a tree or as JSON. Editing has to be enabled first. */
export function StorageTab() {
  const { project } = useProject();
  const { room, live, editing } = useInspectedRoom();
  const [search, setSearch] = useSearchParams();
  const [find, setFind] = useState("");
  const [edit, setEdit] = useState<StorageEdit | null>(null);
  const [removing, setRemoving] = useState<StorageEntry | null>(null);
  const [emptying, setEmptying] = useState(false);
  const view = views.find(({ value }) => value === search.get("view"))?.value ?? "tree";
  const document = live.storage;
  const root = useMemo(() => (document === null ? undefined : rootEntry(document)), [document]);

  const patch = useMutation({
    mutationFn: (operations: PatchOperation[]) =>
      gateway(project.id, "PATCH", `${roomPath(room.id)}/storage/json-patch`, { body: operations }),
    onSuccess: () => {
      setEdit(null);
      setRemoving(null);
    },
  });
  const { mutate: sendPatch, reset: resetPatch } = patch;
  const empty = useMutation({
    mutationFn: () => gateway(project.id, "DELETE", `${roomPath(room.id)}/storage`),
    onSuccess: () => setEmptying(false),
  });
  const refused = patch.error instanceof RequestFailed ? patch.error.message : undefined;

  const currentRoot = useRef(root);
  useEffect(() => {
    currentRoot.current = root;
  }, [root]);
  const actions = useMemo(
    () => ({
      onEdit: (entry: StorageEntry) => setEdit({ kind: "replace", entry }),
      onInsert: (entry: StorageEntry) => setEdit({ kind: "insert", entry }),
      onRemove: setRemoving,
      onMove: (entry: StorageEntry, by: 1 | -1) => {
        const parent = currentRoot.current && entryAt(currentRoot.current, entry.path.slice(0, -1));
        const operations = parent && stepInList(entry, parent, by);
        if (operations)
          sendPatch(operations, {
            onError: (error) =>
              toast({ title: "The item could not be moved", description: error.message, tone: "danger" }),
          });
      },
      onOpenFile: (fileId: string) => {
        gateway<FileLinkBody>(
          project.id,
          "GET",
          `${roomPath(room.id)}/storage/files/${encodeURIComponent(fileId)}`,
        ).then(
          ({ url }) => window.open(url, "_blank", "noopener"),
          (error: Error) =>
            toast({ title: "The file could not be opened", description: error.message, tone: "danger" }),
        );
      },
    }),
    [project.id, room.id, sendPatch],
  );
  const closeEdit = useCallback(() => {
    setEdit(null);
    resetPatch();
  }, [resetPatch]);

  if (root === undefined || document === null) return <SkeletonLines lines={8} />;
  const isEmpty = childCount(root) === 0;
  const shownJson = () => JSON.stringify(view === "lson" ? document : plainOf(root), null, 2);
  return (
    <Card className="p-0!">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <SegmentedControl
          label="View"
          options={views}
          value={view}
          onValueChange={(value) =>
            setSearch(
              (before) => {
                const next = new URLSearchParams(before);
                if (value === "tree") next.delete("view");
                else next.set("view", value);
                return next;
              },
              { replace: true, preventScrollReset: true },
            )
          }
        />
        {view === "tree" && (
          <FilterText
            first
            label="Find a key or a value"
            className="min-w-40 flex-1 sm:max-w-72"
            value={find}
            onChange={setFind}
          />
        )}
        <span className="ml-auto text-xs text-muted tabular-nums">{formatBytes(byteSize(root))} as JSON</span>
        <span className="flex">
          <IconButton
            name="Download Storage"
            onClick={() => saveFile(`${fileNameOf(room.id)}-storage.json`, shownJson(), "application/json")}
          >
            <Download className="size-4" aria-hidden />
          </IconButton>
          <IconButton name="Delete Storage" disabled={!editing || isEmpty} onClick={() => setEmptying(true)}>
            <Trash2 className="size-4" aria-hidden />
          </IconButton>
        </span>
      </div>
      {isEmpty ? (
        <InitialiseForm projectId={project.id} roomId={room.id} editing={editing} />
      ) : view === "tree" ? (
        <StorageTreeView
          document={document}
          search={find}
          changed={live.changed}
          turn={live.storageTurn}
          editing={editing}
          actions={actions}
        />
      ) : (
        <JsonText text={shownJson()} />
      )}
      {edit && (
        <EditValueDialog
          edit={edit}
          now={entryAt(root, edit.entry.path)}
          busy={patch.isPending}
          refused={refused}
          onSend={(operations) => patch.mutate(operations)}
          onClose={closeEdit}
        />
      )}
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => {
          if (open) return;
          setRemoving(null);
          patch.reset();
        }}
        title="Delete this value?"
        action="Delete"
        busy={patch.isPending}
        error={removing && refused}
        onConfirm={() => {
          if (removing) patch.mutate(removal(removing));
        }}
      >
        This deletes <code className="wrap-anywhere">{removing && pathText(removing.path)}</code> and everything in it
        for all users of the room.
      </AlertDialog>
      <AlertDialog
        open={emptying}
        onOpenChange={setEmptying}
        title="Delete this room's Storage?"
        action="Delete Storage"
        typed={project.type === "prod" ? room.id : undefined}
        busy={empty.isPending}
        error={empty.error?.message}
        onConfirm={() => empty.mutate()}
      >
        This permanently deletes the whole document. Connected users are disconnected and reload an empty document. Yjs
        documents, files and versions are kept.
      </AlertDialog>
    </Card>
  );
}

function JsonText({ text }: { text: string }) {
  return (
    <div className="relative">
      <span className="absolute top-2 right-3 rounded-sm bg-surface">
        <CopyButton name="Copy JSON" text={text} />
      </span>
      <pre tabIndex={0} className="max-h-[70dvh] overflow-auto p-5 text-xs leading-5 -outline-offset-2">
        {text}
      </pre>
    </div>
  );
}

/** The entry at a path as it is now. */
function entryAt(root: StorageEntry, path: StoragePath): StorageEntry | undefined {
  let at: StorageEntry | undefined = root;
  for (const step of path) at = at && childrenOf(at).find((child) => child.path.at(-1) === step);
  return at;
}
