import type { StorageFiles } from "@weft/collab";
import type { Tree } from "@weft/crdt";
import {
  getStorageFile,
  getStorageFileLinks,
  NodeType,
  storageUploads,
  storageUploadsAsUser,
  WeftError,
} from "@weft/protocol";
import type { RoomAddress, RoomId } from "@weft/protocol";
import type { ProjectRecord } from "@weft/collab";
import { implement, routes } from "./route.ts";
import type { Services } from "./services.ts";
import type { Visit } from "./visitor.ts";

export const storageFileRoutes = routes(
  implement(getStorageFile, async ({ project, path, origin }, services) => {
    const room = await existing(project, path.roomId, services);
    const file = await services.files.find(room, path.fileId);
    if (file === undefined) throw new WeftError("STORAGE_FILE_NOT_FOUND");
    const { url, expiresAt } = await services.files.link(room, file, origin());
    const { id, name, size, mimeType } = file;
    return { id, name, size, mimeType, url, expiresAt: new Date(expiresAt).toISOString() };
  }),

  implement(storageUploads.upload, async ({ project, path, query, body }, services) =>
    upload(await existing(project, path.roomId, services), path, query, body, services.files),
  ),
  implement(storageUploads.start, async ({ project, path, query }, services) =>
    start(await existing(project, path.roomId, services), path, query, services.files),
  ),
  implement(storageUploads.complete, async ({ project, path, body }, services) =>
    services.files.complete(await existing(project, path.roomId, services), path, body.parts),
  ),
  implement(storageUploads.part, async ({ project, path, body }, services) =>
    services.files.putPart(await existing(project, path.roomId, services), path, path.partNumber, body),
  ),
  implement(storageUploads.abort, async ({ project, path }, services) =>
    services.files.abort(await existing(project, path.roomId, services), path),
  ),

  implement(storageUploadsAsUser.upload, ({ visit, path, query, body }, services) =>
    upload(uploading(visit, services), path, query, body, services.files),
  ),
  implement(storageUploadsAsUser.start, ({ visit, path, query }, services) =>
    start(uploading(visit, services), path, query, services.files),
  ),
  implement(storageUploadsAsUser.complete, ({ visit, path, body }, { files }) =>
    files.complete(entered(visit), path, body.parts),
  ),
  implement(storageUploadsAsUser.part, ({ visit, path, body }, { files }) =>
    files.putPart(entered(visit), path, path.partNumber, body),
  ),
  implement(storageUploadsAsUser.abort, ({ visit, path }, { files }) => files.abort(entered(visit), path)),

  implement(getStorageFileLinks, async ({ visit, body, origin }, { files, gateway }) => {
    const room = entered(visit);
    const found = await files.findMany(room, body.fileIds);
    const held = found.size === 0 ? new Set() : await gateway.readStorage(room, filesIn);
    const expiresAt = new Date(files.linksExpireAt()).toISOString();
    const urls = await Promise.all(
      body.fileIds.map(async (id) => {
        const file = found.get(id);
        if (file === undefined) return null;
        return held.has(id) && (await files.link(room, file, origin())).url;
      }),
    );
    return { urls, expiresAt };
  }),
);

interface FilePath {
  readonly fileId: string;
  readonly name: string;
}

function upload(
  room: RoomAddress,
  { fileId: id, name }: FilePath,
  { fileSize: size }: { readonly fileSize?: number },
  bytes: Uint8Array,
  files: StorageFiles,
) {
  return files.upload(room, { id, name, size }, bytes);
}

function start(
  room: RoomAddress,
  { fileId: id, name }: FilePath,
  { fileSize: size }: { readonly fileSize?: number },
  files: StorageFiles,
) {
  return files.start(room, { id, name, size });
}

async function existing({ id }: ProjectRecord, room: RoomId, { rooms }: Services): Promise<RoomAddress> {
  if ((await rooms.find(id, room)) === undefined) throw new WeftError("ROOM_NOT_FOUND");
  return { project: id, room };
}

function entered({ project, entrance }: Visit): RoomAddress {
  return { project, room: entrance.room.id };
}

/** The room of a visitor who may bring files into it. */
function uploading(visit: Visit, { anonymousUploads }: Services): RoomAddress {
  if (visit.entrance.userId === undefined && !anonymousUploads) throw new WeftError("ANONYMOUS_UPLOADS_OFF");
  return entered(visit);
}

/** Nodes between two looks at other work. */
const nodesPerSlice = 5_000;

/** The ids of the files that a tree holds. */
async function filesIn(tree: Tree): Promise<ReadonlySet<unknown>> {
  const ids = new Set<unknown>();
  let count = 0;
  for (const [, { type, data }] of tree.verbose()) {
    if (type === NodeType.file) ids.add((data as { readonly id: string }).id);
    if (++count % nodesPerSlice === 0) await new Promise(setImmediate);
  }
  return ids;
}
