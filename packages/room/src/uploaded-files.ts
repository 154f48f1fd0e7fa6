import type { FindUpload, Stepwise } from "@weft/crdt";
import type { Op, RoomAddress } from "@weft/protocol";
import { isJsonObject, OpType, StorageFileId } from "@weft/protocol";
import type { Uploads } from "./ports.ts";
import type { StorageChange } from "./room.ts";

/** Which files were uploaded to one awake room, as far as somebody has wanted to put them into its Storage. */
export interface UploadedFiles {
  /** Of what is known by now; a turn cannot wait. */
  readonly find: FindUpload;
  /** Finds out about these files. */
  know(ids: readonly StorageFileId[]): Promise<void>;
  /** What these ops need to be found out first, or undefined when their turn can come. */
  prepare(ops: readonly Op[]): Promise<void> | undefined;
}

export function createUploadedFiles(uploads: Uploads, room: RoomAddress): UploadedFiles {
  /** A file that was uploaded stays so. */
  const known = new Map<StorageFileId, { readonly size: number }>();
  /** Ops whose files were asked for: those that were not found are refused by their turn, and a later op asks anew. */
  const asked = new WeakSet<Op>();

  const know = async (ids: readonly StorageFileId[]) => {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    for (const [id, { size }] of await uploads.findMany(room, unknown)) known.set(id, { size });
  };
  return {
    find: (id) => known.get(id),
    know,
    prepare(ops) {
      let missing: StorageFileId[] | undefined;
      for (const op of ops) {
        if (op.type !== OpType.createFile || known.has(op.data.id) || asked.has(op)) continue;
        (missing ??= []).push(op.data.id);
        asked.add(op);
      }
      return missing === undefined ? undefined : know(missing);
    },
  };
}

/** Whatever looks like the id of a file, wherever it stands: asking for one too many does no harm. */
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
    // Their values in one list would take three times as long as their keys.
    for (const key of Object.keys(value)) yield* findIds(value[key], ids);
  }
}
