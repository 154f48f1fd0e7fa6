import type { FindUpload } from "@weft/crdt";
import type { Op, RoomAddress, StorageFileId } from "@weft/protocol";
import { OpType } from "@weft/protocol";
import type { Uploads } from "./ports.ts";

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
