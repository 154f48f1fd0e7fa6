import { ArrowDown, ArrowUp, ChevronRight, Link2, Pencil, Plus, Trash2 } from "lucide-react";
import { memo } from "react";
import { formatBytes } from "../../../../formats/bytes.ts";
import { countOf } from "../../../../formats/count.ts";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { KindBadge } from "./kind-badge.tsx";
import { byteSize, childCount, contentOf, isBranch, pathText } from "./storage-tree.ts";
import type { StorageEntry } from "./storage-tree.ts";
import { ValuePreview } from "./value-preview.tsx";

export interface RowActions {
  readonly onToggle: (pointer: string) => void;
  readonly onEdit: (entry: StorageEntry) => void;
  readonly onInsert: (entry: StorageEntry) => void;
  readonly onRemove: (entry: StorageEntry) => void;
  readonly onMove: (entry: StorageEntry, by: 1 | -1) => void;
  readonly onOpenFile: (fileId: string) => void;
}

export interface StorageRowProps {
  entry: StorageEntry;
  depth: number;
  open: boolean;
  /** It changed with the last message; `turn` distinguishes consecutive changes. */
  changed: boolean;
  turn: number;
  editing: boolean;
  /** Where the arrow keys are. */
  reached: boolean;
  actions: RowActions;
}

/** Sizes are worth their cost near the root; below it there may be a hundred thousand. */
const sizedDepth = 1;

/** A line of the tree. */
export const StorageRow = memo(function StorageRow(props: StorageRowProps) {
  const { entry, depth, open, changed, turn, editing, reached, actions } = props;
  const branch = isBranch(entry);
  const name = entry.path.length === 0 ? "root" : String(entry.path.at(-1));
  const inList = typeof entry.path.at(-1) === "number";
  return (
    <li
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={branch ? open : undefined}
      aria-selected={reached}
      data-pointer={entry.pointer}
      tabIndex={reached ? 0 : -1}
      className="group flex min-h-8 items-center gap-2 border-b border-line/60 pr-2 font-mono text-xs -outline-offset-2 last:border-0 hover:bg-hover/60"
      style={{ paddingLeft: `${depth * 1.125 + 0.5}rem`, cursor: branch ? "pointer" : undefined }}
      onClick={({ target }) => {
        if (branch && target instanceof Element && target.closest("button") === null) actions.onToggle(entry.pointer);
      }}
    >
      {branch ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${open ? "Close" : "Open"} ${name}`}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:text-ink"
          onClick={() => actions.onToggle(entry.pointer)}
        >
          <ChevronRight
            className={`size-3.5 transition-transform duration-(--quick) ${open ? "rotate-90" : ""}`}
            aria-hidden
          />
        </button>
      ) : (
        <span className="size-6 shrink-0" />
      )}
      <span
        key={changed ? turn : "still"}
        data-changed={changed || undefined}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-sm px-1 py-1 data-changed:animate-flash"
      >
        <span className={`max-w-60 shrink-0 truncate ${inList ? "text-faint" : "text-accent"}`}>{name}</span>
        {(branch || entry.kind !== "json") && <KindBadge kind={entry.kind} />}
        {branch ? (
          <span className="truncate text-faint">{countOf(childCount(entry), inListOf(entry), pluralOf(entry))}</span>
        ) : (
          <ValuePreview entry={entry} />
        )}
      </span>
      {branch && depth <= sizedDepth && (
        <span className="text-faint max-sm:hidden">{formatBytes(byteSize(entry))}</span>
      )}
      <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-lg:opacity-100">
        {editing && (
          <>
            {branch && (
              <IconButton size="sm" name={`Add to ${name}`} onClick={() => actions.onInsert(entry)}>
                <Plus className="size-3.5" aria-hidden />
              </IconButton>
            )}
            {entry.path.length === 0 ? (
              // The root is neither edited nor deleted. Its size stays in line with those below.
              <span className="w-16" aria-hidden />
            ) : (
              <>
                {inList && (
                  <>
                    <IconButton size="sm" name={`Move ${name} up`} onClick={() => actions.onMove(entry, -1)}>
                      <ArrowUp className="size-3.5" aria-hidden />
                    </IconButton>
                    <IconButton size="sm" name={`Move ${name} down`} onClick={() => actions.onMove(entry, 1)}>
                      <ArrowDown className="size-3.5" aria-hidden />
                    </IconButton>
                  </>
                )}
                <IconButton size="sm" name={`Edit ${name}`} onClick={() => actions.onEdit(entry)}>
                  <Pencil className="size-3.5" aria-hidden />
                </IconButton>
                <IconButton size="sm" name={`Delete ${name}`} onClick={() => actions.onRemove(entry)}>
                  <Trash2 className="size-3.5" aria-hidden />
                </IconButton>
              </>
            )}
          </>
        )}
        {entry.kind === "LiveFile" && (
          <IconButton
            size="sm"
            name={`Open the file ${name}`}
            onClick={() => actions.onOpenFile(String((contentOf(entry) as { id?: unknown }).id))}
          >
            <Link2 className="size-3.5" aria-hidden />
          </IconButton>
        )}
        <CopyButton name={`Copy the path of ${name}`} text={pathText(entry.path)} />
      </span>
    </li>
  );
});

function inListOf(entry: StorageEntry): string {
  return Array.isArray(contentOf(entry)) ? "item" : entry.kind === "LiveMap" ? "entry" : "key";
}

function pluralOf(entry: StorageEntry): string {
  const one = inListOf(entry);
  return one === "entry" ? "entries" : `${one}s`;
}
