import type { FindUpload, Stepwise, Tree } from "@weft/crdt";
import type { Op, RoomAddress } from "@weft/protocol";
import { NodeType, OpType, StorageFileId } from "@weft/protocol";
import type { Uploads } from "./ports.ts";
import type { StorageChange } from "./room.ts";

/** The uploaded files of one loaded room, as far as ops have referred to them. */
export interface UploadedFiles {
  /** Looks in memory only, because a turn cannot wait. */
  readonly find: FindUpload;
  /** Loads these files into memory. */
  load(ids: readonly StorageFileId[]): Promise<void>;
  /** Loads the files that these ops refer to; undefined when all are in memory. */
  prepare(ops: readonly Op[]): Promise<void> | undefined;
}

export function createUploadedFiles(uploads: Uploads, room: RoomAddress): UploadedFiles {
  /** Uploaded files never change. */
  const known = new Map<StorageFileId, { readonly size: number }>();
  /**
   * Ops whose files were looked up. Files that were not found make their turn refuse the op; a later op looks again.
   */
  const asked = new WeakSet<Op>();

  const load = async (ids: readonly StorageFileId[]) => {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    for (const [id, { size }] of await uploads.findMany(room, unknown)) known.set(id, { size });
  };
  return {
    find: (id) => known.get(id),
    load,
    prepare(ops) {
      let missing: StorageFileId[] | undefined;
      for (const op of ops) {
        if (op.type !== OpType.createFile || known.has(op.data.id) || asked.has(op)) continue;
        (missing ??= []).push(op.data.id);
        asked.add(op);
      }
      return missing === undefined ? undefined : load(missing);
    },
  };
}

/** Values that are looked at in one step. */
const valuesPerStep = 1_000;
const idLength = 24;

/** Every string that looks like a file id: looking up too many does no harm. */
export function* filesNamedIn(change: StorageChange): Stepwise<readonly StorageFileId[]> {
  const ids = new Set<StorageFileId>();
  // Not a walk of generators: each value would pass through as many of them as it is deep.
  const unread: unknown[] = [change];
  let count = 0;
  for (let at = unread.pop(); at !== undefined; at = unread.pop()) {
    yield;
    // Collecting the values in one list would take three times as long as the keys.
    const keys = Array.isArray(at) ? undefined : Object.keys(at as object);
    const values = at as Readonly<Record<string | number, unknown>>;
    const length = keys === undefined ? (at as readonly unknown[]).length : keys.length;
    for (let index = 0; index < length; index++) {
      const value = values[keys === undefined ? index : keys[index]!];
      if (typeof value === "object" && value !== null) unread.push(value);
      else if (typeof value === "string" && value.length === idLength && /^fl_[\w-]{21}$/.test(value))
        ids.add(StorageFileId.parse(value));
      if (++count % valuesPerStep === 0) yield;
    }
  }
  return [...ids];
}

/** Nodes per step. */
const nodesPerStep = 1_000;

/** Those of the files that Storage holds. */
export function* filesInStorage(tree: Tree, ids: readonly StorageFileId[]): Stepwise<readonly StorageFileId[]> {
  const held = new Set<string>();
  let count = 0;
  for (const [, { type, data }] of tree.verbose()) {
    if (type === NodeType.file) held.add((data as { readonly id: string }).id);
    if (++count % nodesPerStep === 0) yield;
  }
  return ids.filter((id) => held.has(id));
}
