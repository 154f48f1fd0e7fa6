import type { StorageFiles } from "@weft/collab";
import { getStorageFile, getStorageFileLinks, storageUploads, storageUploadsAsUser, WeftError } from "@weft/protocol";
import type { RoomAddress } from "@weft/protocol";
import { addressOf, existing } from "./room-address.ts";
import { implement, routes } from "./route.ts";
import type { Services } from "./services.ts";
import type { EnteredRoom } from "./room-caller.ts";

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

  implement(storageUploadsAsUser.upload, ({ entered, path, query, body }, services) =>
    upload(uploading(entered, services), path, query, body, services.files),
  ),
  implement(storageUploadsAsUser.start, ({ entered, path, query }, services) =>
    start(uploading(entered, services), path, query, services.files),
  ),
  implement(storageUploadsAsUser.complete, ({ entered, path, body }, { files }) =>
    files.complete(addressOf(entered), path, body.parts),
  ),
  implement(storageUploadsAsUser.part, ({ entered, path, body }, { files }) =>
    files.putPart(addressOf(entered), path, path.partNumber, body),
  ),
  implement(storageUploadsAsUser.abort, ({ entered, path }, { files }) => files.abort(addressOf(entered), path)),

  implement(getStorageFileLinks, async ({ entered, body, origin }, { files, gateway }) => {
    const room = addressOf(entered);
    const found = await files.findMany(room, body.fileIds);
    const held = new Set(found.size === 0 ? [] : await gateway.filesInStorage(room, [...found.keys()]));
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

/** The room, if its caller may upload files to it. */
function uploading(entered: EnteredRoom, { anonymousUploads }: Services): RoomAddress {
  if (entered.access.userId === undefined && !anonymousUploads) throw new WeftError("ANONYMOUS_UPLOADS_OFF");
  return addressOf(entered);
}
