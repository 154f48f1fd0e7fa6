import { useCallback, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { Json } from "@weft/protocol";
import { formatCount } from "../../../../formats/count.ts";
import { StorageRow } from "./storage-row.tsx";
import type { RowActions } from "./storage-row.tsx";
import { childrenAtOnce, isBranch, rootEntry, rowsOf, searchTree } from "./storage-tree.ts";

export interface StorageTreeViewProps {
  document: Json;
  search: string;
  changed: ReadonlySet<string>;
  turn: number;
  editing: boolean;
  actions: Omit<RowActions, "onToggle">;
}

/** Storage as a tree that opens branch by branch, with the keys of a tree. */
export function StorageTreeView({ document, search, changed, turn, editing, actions }: StorageTreeViewProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([""]));
  const [more, setMore] = useState<ReadonlyMap<string, number>>(new Map());
  const [reached, setReached] = useState("");
  const list = useRef<HTMLUListElement>(null);

  const root = useMemo(() => rootEntry(document), [document]);
  const matches = useMemo(() => (search === "" ? undefined : searchTree(root, search)), [root, search]);
  const rows = useMemo(
    () => rowsOf(root, matches ? new Set([...open, ...matches.open]) : open, more, matches?.shown),
    [root, open, more, matches],
  );
  const toggle = useCallback(
    (pointer: string) =>
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(pointer)) next.add(pointer);
        return next;
      }),
    [],
  );
  const all = useMemo(() => ({ ...actions, onToggle: toggle }), [actions, toggle]);

  const go = (pointer: string | undefined) => {
    if (pointer === undefined) return;
    setReached(pointer);
    list.current?.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(pointer)}"]`)?.focus();
  };
  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== "treeitem") return;
    const entries = rows.flatMap((row) => (row.type === "entry" ? [row] : []));
    const at = entries.findIndex(({ entry }) => entry.pointer === reached);
    const row = entries[at];
    if (row === undefined) return;
    if (event.key === "ArrowDown") go(entries[at + 1]?.entry.pointer);
    else if (event.key === "ArrowUp") go(entries[at - 1]?.entry.pointer);
    else if (event.key === "Home") go(entries[0]?.entry.pointer);
    else if (event.key === "End") go(entries.at(-1)?.entry.pointer);
    else if (event.key === "ArrowRight" && isBranch(row.entry)) {
      if (row.open) go(entries[at + 1]?.entry.pointer);
      else toggle(row.entry.pointer);
    } else if (event.key === "ArrowLeft") {
      if (row.open) toggle(row.entry.pointer);
      else go(row.entry.pointer.slice(0, Math.max(0, row.entry.pointer.lastIndexOf("/"))));
    } else return;
    event.preventDefault();
  };

  if (matches?.count === 0) return <p className="px-5 py-8 text-sm text-muted">No keys or values match.</p>;
  const reachable = rows.some((row) => row.type === "entry" && row.entry.pointer === reached);
  return (
    <ul role="tree" aria-label="Storage" ref={list} onKeyDown={press} className="overflow-x-auto">
      {rows.map((row) =>
        row.type === "entry" ? (
          <StorageRow
            key={row.entry.pointer}
            entry={row.entry}
            depth={row.depth}
            open={row.open}
            changed={changed.has(row.entry.pointer)}
            turn={turn}
            editing={editing}
            reached={reachable ? row.entry.pointer === reached : row.entry.pointer === ""}
            actions={all}
          />
        ) : (
          <li
            key={`${row.parent.pointer} more`}
            role="none"
            style={{ paddingLeft: `${row.depth * 1.125 + 2.5}rem` }}
            className="py-1.5"
          >
            <button
              type="button"
              className="link text-xs"
              onClick={() => setMore(new Map(more).set(row.parent.pointer, row.shown + childrenAtOnce))}
            >
              {formatCount(row.shown)} of {formatCount(row.total)} shown. Show more
            </button>
          </li>
        ),
      )}
    </ul>
  );
}
