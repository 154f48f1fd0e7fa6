import type { Json, JsonObject } from "@weft/protocol";

/** The kind of a value in a Storage document. Everything inside plain JSON is plain JSON. */
export type StorageKind = "LiveObject" | "LiveList" | "LiveMap" | "LiveText" | "LiveFile" | "json";
export type StoragePath = readonly (string | number)[];

/** A value and its place. */
export interface StorageEntry {
  readonly path: StoragePath;
  /** JSON Pointer (RFC 6901): the row's identity, and its address in a patch. */
  readonly pointer: string;
  readonly kind: StorageKind;
  /** As in the verbose document. */
  readonly raw: Json;
}

/** A line of the tree as it is drawn. */
export type StorageRow =
  | { readonly type: "entry"; readonly entry: StorageEntry; readonly depth: number; readonly open: boolean }
  /** A row for children that are not shown yet. */
  | {
      readonly type: "more";
      readonly parent: StorageEntry;
      readonly depth: number;
      readonly shown: number;
      readonly total: number;
    };

/** The number of children of a branch that are drawn at first. */
export const childrenAtOnce = 1_000;

const nodeKinds: ReadonlySet<string> = new Set(["LiveObject", "LiveList", "LiveMap", "LiveText", "LiveFile"]);

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(raw: Json, belowJson: boolean): StorageKind {
  if (belowJson || !isObject(raw) || raw["data"] === undefined) return "json";
  const named = raw["liveblocksType"] ?? raw["weftType"];
  return typeof named === "string" && nodeKinds.has(named) ? (named as StorageKind) : "json";
}

/** A value without the shell that names its kind. */
export function contentOf(entry: StorageEntry): Json {
  return entry.kind === "json" ? entry.raw : ((entry.raw as JsonObject)["data"] ?? null);
}

/** The whole document as an entry. */
export function rootEntry(document: Json): StorageEntry {
  return { path: [], pointer: "", kind: kindOf(document, false), raw: document };
}

/** Whether a path can be opened: texts and files are values, as strings and numbers are. */
export function isBranch(entry: StorageEntry): boolean {
  const content = contentOf(entry);
  return entry.kind !== "LiveText" && entry.kind !== "LiveFile" && typeof content === "object" && content !== null;
}

/** The number of children of a branch. */
export function childCount(entry: StorageEntry): number {
  if (!isBranch(entry)) return 0;
  const content = contentOf(entry);
  return Array.isArray(content) ? content.length : Object.keys(content as JsonObject).length;
}

/** The children of a branch, from the first. */
export function childrenOf(entry: StorageEntry, count = Number.POSITIVE_INFINITY): StorageEntry[] {
  if (!isBranch(entry)) return [];
  const content = contentOf(entry);
  const belowJson = entry.kind === "json";
  const make = (key: string | number, raw: Json): StorageEntry => ({
    path: [...entry.path, key],
    pointer: `${entry.pointer}/${escapeSegment(String(key))}`,
    kind: kindOf(raw, belowJson),
    raw,
  });
  if (Array.isArray(content)) return content.slice(0, count).map((raw: Json, index) => make(index, raw));
  const children: StorageEntry[] = [];
  for (const [key, raw] of Object.entries(content as JsonObject)) {
    if (children.length >= count) break;
    if (raw !== undefined) children.push(make(key, raw));
  }
  return children;
}

function escapeSegment(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A path as a program would write it: `root.tasks[0].title`. */
export function pathText(path: StoragePath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    return /^[A-Za-z_$][\w$]*$/.test(step) ? `${text}.${step}` : `${text}[${JSON.stringify(step)}]`;
  }, "root");
}

/** The document as plain JSON, as `?format=json` of the REST API returns it. */
export function plainOf(entry: StorageEntry): Json {
  if (entry.kind === "json" || entry.kind === "LiveText" || entry.kind === "LiveFile") return contentOf(entry);
  const children = childrenOf(entry);
  if (Array.isArray(contentOf(entry))) return children.map(plainOf);
  return Object.fromEntries(children.map((child) => [String(child.path.at(-1)), plainOf(child)]));
}

/** The lines to draw, top to bottom. `open` holds pointers; `more` how many children of a branch were asked for. */
export function rowsOf(
  root: StorageEntry,
  open: ReadonlySet<string>,
  more: ReadonlyMap<string, number> = new Map(),
  shown?: ReadonlySet<string>,
): StorageRow[] {
  const rows: StorageRow[] = [];
  const walk = (entry: StorageEntry, depth: number) => {
    if (shown !== undefined && !shown.has(entry.pointer)) return;
    const isOpen = isBranch(entry) && open.has(entry.pointer);
    rows.push({ type: "entry", entry, depth, open: isOpen });
    if (!isOpen) return;
    const count = more.get(entry.pointer) ?? childrenAtOnce;
    for (const child of childrenOf(entry, count)) walk(child, depth + 1);
    const total = childCount(entry);
    if (total > count) rows.push({ type: "more", parent: entry, depth: depth + 1, shown: count, total });
  };
  walk(root, 0);
  return rows;
}

export interface StorageMatches {
  /** The matches, and every branch that leads to them. */
  readonly shown: ReadonlySet<string>;
  /** The branches to open so that matches are visible. */
  readonly open: ReadonlySet<string>;
  readonly count: number;
}

/** The entries whose key or value contains the text, ignoring case. Stops at `limit` matches. */
export function searchTree(root: StorageEntry, text: string, limit = 500): StorageMatches {
  const wanted = text.toLowerCase();
  const shown = new Set<string>();
  const open = new Set<string>();
  let count = 0;
  const walk = (entry: StorageEntry, above: readonly string[]) => {
    if (count >= limit) return;
    const key = String(entry.path.at(-1) ?? "");
    const value = isBranch(entry) ? "" : valueText(contentOf(entry));
    if (key.toLowerCase().includes(wanted) || value.toLowerCase().includes(wanted)) {
      count++;
      shown.add(entry.pointer);
      for (const pointer of above) {
        shown.add(pointer);
        open.add(pointer);
      }
    }
    for (const child of childrenOf(entry)) walk(child, [...above, entry.pointer]);
  };
  walk(root, []);
  return { shown, open, count };
}

function valueText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The pointers whose value has changed: leaves, added branches, and lists or objects that lost an entry. */
export function changedPointers(before: Json, after: Json): Set<string> {
  const changed = new Set<string>();
  const walk = (was: StorageEntry, is: StorageEntry) => {
    if (was.raw === is.raw) return;
    if (was.kind !== is.kind || isBranch(was) !== isBranch(is) || !isBranch(is)) {
      if (JSON.stringify(was.raw) !== JSON.stringify(is.raw)) changed.add(is.pointer);
      return;
    }
    const earlier = new Map(childrenOf(was).map((child) => [child.pointer, child]));
    const children = childrenOf(is);
    for (const child of children) {
      const old = earlier.get(child.pointer);
      earlier.delete(child.pointer);
      if (old === undefined) changed.add(child.pointer);
      else walk(old, child);
    }
    if (earlier.size > 0) changed.add(is.pointer);
  };
  walk(rootEntry(before), rootEntry(after));
  return changed;
}

/** The size of a branch as JSON, in bytes of UTF-8. */
export function byteSize(entry: StorageEntry): number {
  return new TextEncoder().encode(JSON.stringify(entry.raw)).length;
}
