import type { ProjectId, RoomAddress } from "@weft/protocol";
import type { PendingDeletion, FileRecord, FileRecords, PartRecord, UploadRecord } from "../src/files/file-records.ts";

interface MemoryRoom {
  readonly files: Map<string, FileRecord>;
  readonly uploads: Map<string, UploadRecord & { readonly parts: Map<number, PartRecord> }>;
}
type ListedDeletion = PendingDeletion & { readonly dueAt: number };

/** File records in memory, written to be obviously right: our own fake, held to the same suite as the stores. */
export interface MemoryFileRecords extends FileRecords {
  /** What the store does when the room is deleted. */
  deleteRoom(room: RoomAddress): void;
}

export function createMemoryFileRecords(exists: (room: RoomAddress) => Promise<boolean>): MemoryFileRecords {
  const rooms = new Map<string, MemoryRoom>();
  const pending = new Map<string, ListedDeletion>();

  const keyOf = ({ project, room }: RoomAddress) => JSON.stringify([project, room]);
  const projectOf = (key: string) => (JSON.parse(key) as [ProjectId])[0];
  const at = (room: RoomAddress) => {
    const key = keyOf(room);
    let found = rooms.get(key);
    if (found === undefined) rooms.set(key, (found = { files: new Map(), uploads: new Map() }));
    return found;
  };
  const listForDeletion = (blob: PendingDeletion) => pending.set(blob.blob, { ...blob, dueAt: 0 });
  const abandon = (key: string, id: string) => {
    const room = rooms.get(key);
    const upload = room?.uploads.get(id);
    if (room === undefined || upload === undefined) return false;
    room.uploads.delete(id);
    listForDeletion({
      project: projectOf(key),
      blob: upload.blob,
      session: upload.session,
      whole: true,
      keptUntil: upload.expiresAt,
    });
    return true;
  };

  return {
    find: async (room, id) => at(room).files.get(id),
    findMany: async (room, ids) => ids.flatMap((id) => at(room).files.get(id) ?? []),
    async usage(room) {
      const { files, uploads } = at(room);
      const sizes = [...files.values().map(({ size }) => size), ...uploads.values().map(({ reserved }) => reserved)];
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async upload(room, id) {
      const found = at(room).uploads.get(id);
      if (found === undefined) return undefined;
      const { parts: _, ...upload } = found;
      return upload;
    },
    parts: async (room, upload) =>
      [...(at(room).uploads.get(upload)?.parts.values() ?? [])].sort((a, b) => a.number - b.number),
    async insertUpload(room, upload) {
      if (!(await exists(room))) return false;
      at(room).uploads.set(upload.id, { ...upload, parts: new Map() });
      return true;
    },
    async insertPart(room, upload, part) {
      const parts = at(room).uploads.get(upload)?.parts;
      if (parts !== undefined && !parts.has(part.number)) parts.set(part.number, part);
      return parts !== undefined;
    },
    async finish(room, file) {
      const { files, uploads } = at(room);
      const upload = uploads.get(file.upload);
      if (upload === undefined || files.has(file.id)) return false;
      files.set(file.id, file);
      uploads.delete(upload.id);
      const { blob, session, expiresAt: keptUntil } = upload;
      if (session !== "") listForDeletion({ project: room.project, blob, session, whole: false, keptUntil });
      return true;
    },
    abandon: async (room, upload) => abandon(keyOf(room), upload),
    async abandonExpired(now) {
      for (const [key, { uploads }] of rooms)
        for (const upload of uploads.values()) if (upload.expiresAt <= now) abandon(key, upload.id);
    },
    pendingDeletions: async (now, limit) =>
      [...pending.values()]
        .filter(({ dueAt }) => dueAt <= now)
        .slice(0, limit)
        .map(({ project, blob, session, whole, keptUntil }) => ({ project, blob, session, whole, keptUntil })),
    async blobDeleted(blob, now) {
      const found = pending.get(blob.blob);
      if (found === undefined || found.whole !== blob.whole) return;
      if (now >= blob.keptUntil) pending.delete(blob.blob);
      else pending.set(blob.blob, { ...found, dueAt: blob.keptUntil });
    },
    deleteRoom(room) {
      const key = keyOf(room);
      for (const upload of at(room).uploads.keys()) abandon(key, upload);
      for (const { blob } of at(room).files.values()) {
        const { session = "", keptUntil = 0 } = pending.get(blob) ?? {};
        listForDeletion({ project: room.project, blob, session, whole: true, keptUntil });
      }
      rooms.delete(key);
    },
  };
}
