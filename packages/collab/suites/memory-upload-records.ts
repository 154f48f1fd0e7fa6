import type { ProjectId, RoomAddress } from "@weft/protocol";
import type {
  FileRecord,
  PartRecord,
  PendingDeletion,
  UploadOwner,
  UploadRecord,
  UploadRecords,
} from "../src/uploads/upload-records.ts";

interface MemoryOwner {
  readonly owner: UploadOwner;
  readonly files: Map<string, FileRecord>;
  readonly uploads: Map<string, UploadRecord & { readonly parts: Map<number, PartRecord> }>;
}
type ListedDeletion = PendingDeletion & { readonly dueAt: number };

/** Upload records in memory, written to be obviously right: our own fake, held to the same suite as the stores. */
export interface MemoryUploadRecords extends UploadRecords {
  /** What the store does when a comment claims files: they no longer expire. */
  claim(owner: UploadOwner, ids: readonly string[]): void;
  /** What the store does when the room is deleted. */
  deleteRoom(room: RoomAddress): void;
  /** What the store does when the project is deleted. */
  deleteProject(project: ProjectId): void;
}

export function createMemoryUploadRecords(exists: (room: RoomAddress) => Promise<boolean>): MemoryUploadRecords {
  const owners = new Map<string, MemoryOwner>();
  const pending = new Map<string, ListedDeletion>();

  const at = (owner: UploadOwner) => {
    const key = JSON.stringify([owner.project, owner.kind, owner.room]);
    let found = owners.get(key);
    if (found === undefined) owners.set(key, (found = { owner, files: new Map(), uploads: new Map() }));
    return found;
  };
  const listForDeletion = (blob: PendingDeletion) => pending.set(blob.blob, { ...blob, dueAt: 0 });
  const abandon = ({ owner: { project }, uploads }: MemoryOwner, id: string) => {
    const upload = uploads.get(id);
    if (upload === undefined) return false;
    uploads.delete(id);
    const { blob, session, expiresAt: keptUntil } = upload;
    listForDeletion({ project, blob, session, whole: true, keptUntil });
    return true;
  };
  const deleteFile = ({ owner: { project }, files }: MemoryOwner, { id, blob }: FileRecord) => {
    files.delete(id);
    const { session = "", keptUntil = 0 } = pending.get(blob) ?? {};
    listForDeletion({ project, blob, session, whole: true, keptUntil });
  };
  const deleteOwners = (isDeleted: (owner: UploadOwner) => boolean) => {
    for (const [key, held] of owners) {
      if (!isDeleted(held.owner)) continue;
      for (const upload of held.uploads.keys()) abandon(held, upload);
      for (const file of held.files.values()) deleteFile(held, file);
      owners.delete(key);
    }
  };

  return {
    find: async <Id extends string>(owner: UploadOwner, id: Id) =>
      at(owner).files.get(id) as FileRecord<Id> | undefined,
    findMany: async <Id extends string>(owner: UploadOwner, ids: readonly Id[]) =>
      ids.flatMap((id) => (at(owner).files.get(id) as FileRecord<Id> | undefined) ?? []),
    async usage(owner) {
      const { files, uploads } = at(owner);
      const sizes = [...files.values().map(({ size }) => size), ...uploads.values().map(({ reserved }) => reserved)];
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    claim(owner, ids) {
      const { files } = at(owner);
      for (const id of ids) files.set(id, { ...files.get(id)!, expiresAt: undefined });
    },
    async upload(owner, id) {
      const found = at(owner).uploads.get(id);
      if (found === undefined) return undefined;
      const { parts: _, ...upload } = found;
      return upload;
    },
    parts: async (owner, upload) =>
      [...(at(owner).uploads.get(upload)?.parts.values() ?? [])].sort((a, b) => a.number - b.number),
    async insertUpload(owner, upload) {
      const { project, room } = owner;
      if (room !== undefined && !(await exists({ project, room }))) return false;
      at(owner).uploads.set(upload.id, { ...upload, parts: new Map() });
      return true;
    },
    async insertPart(owner, upload, part) {
      const parts = at(owner).uploads.get(upload)?.parts;
      if (parts !== undefined && !parts.has(part.number)) parts.set(part.number, part);
      return parts !== undefined;
    },
    async finish(owner, { upload: from, size, mimeType, image, userId: finishedBy, createdAt, expiresAt }) {
      const { files, uploads } = at(owner);
      const upload = uploads.get(from);
      if (upload === undefined || files.has(upload.file)) return false;
      const { file: id, name, blob, session, userId = finishedBy, expiresAt: keptUntil } = upload;
      files.set(id, { id, name, size, mimeType, image, blob, upload: from, userId, createdAt, expiresAt });
      uploads.delete(from);
      if (session !== "") listForDeletion({ project: owner.project, blob, session, whole: false, keptUntil });
      return true;
    },
    abandon: async (owner, upload) => abandon(at(owner), upload),
    async expire(now) {
      for (const held of owners.values()) {
        for (const upload of held.uploads.values()) if (upload.expiresAt <= now) abandon(held, upload.id);
        for (const file of held.files.values()) if ((file.expiresAt ?? Infinity) <= now) deleteFile(held, file);
      }
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
    deleteRoom: ({ project, room }) => deleteOwners((owner) => owner.project === project && owner.room === room),
    deleteProject: (project) => deleteOwners((owner) => owner.project === project && owner.room === undefined),
  };
}
