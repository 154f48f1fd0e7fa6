import type { FindUpload, Stepwise, Tree } from "@weft/crdt";
import type { Op, RoomAddress } from "@weft/protocol";
import { isJsonObject, NodeType, OpType, StorageFileId } from "@weft/protocol";
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

/** Every string that looks like a file id: looking up too many does no harm. */
export function* filesNamedIn(change: StorageChange): Stepwise<readonly StorageFileId[]> {
  const ids = new Set<StorageFileId>();
  yield* findIds(change, ids);
  return [...ids];
}

function* findIds(value: unknown, ids: Set<StorageFileId>): Stepwise<void> {
  yield;
  if (typeof value === "string") {
    if (/^fl_[\w-]{21}$/.test(value)) ids.add(StorageFileId.parse(value));
  } else if (Array.isArray(value)) {
    for (const item of value) yield* findIds(item, ids);
  } else if (isJsonObject(value)) {
    // Collecting the values in one list would take three times as long as the keys.
    for (const key of Object.keys(value)) yield* findIds(value[key], ids);
  }
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
