import type { AttachmentReader } from "@weft/collab";
import {
  anonymousUser,
  attachmentUploads,
  attachmentUploadsAsUser,
  getAttachment,
  getAttachmentLinks,
  WeftError,
} from "@weft/protocol";
import type { AccessMatrix } from "@weft/protocol";
import { addressOf, existing } from "./room-address.ts";
import type { EnteredRoom } from "./room-caller.ts";
import { implement, routes } from "./route.ts";

export const attachmentRoutes = routes(
  implement(getAttachment, async ({ project, path, origin }, services) => {
    const { attachments } = services;
    const room = await existing(project, path.roomId, services);
    const file = await attachments.find(room, path.attachmentId);
    if (file === undefined) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Attachment not found." });
    const { url, expiresAt } = await attachments.link(room, file, origin());
    const { id, name, size, mimeType } = file;
    return { type: "attachment" as const, id, name, size, mimeType, url, expiresAt: new Date(expiresAt).toISOString() };
  }),

  implement(attachmentUploads.upload, async ({ project, path, query, body }, services) => {
    const room = await existing(project, path.roomId, services);
    return services.attachments.upload(room, { ...draftOf(path, query), userId: query.userId }, body);
  }),
  implement(attachmentUploads.start, async ({ project, path, query }, services) => {
    const room = await existing(project, path.roomId, services);
    return started(await services.attachments.start(room, draftOf(path, query)));
  }),
  implement(attachmentUploads.complete, async ({ project, path, query, body }, services) => {
    const room = await existing(project, path.roomId, services);
    return services.attachments.complete(room, uploadOf(path), body.parts, query.userId);
  }),
  implement(attachmentUploads.part, async ({ project, path, body }, services) => {
    const room = await existing(project, path.roomId, services);
    return services.attachments.putPart(room, uploadOf(path), path.partNumber, body);
  }),
  implement(attachmentUploads.abort, async ({ project, path }, services) =>
    services.attachments.abort(await existing(project, path.roomId, services), uploadOf(path)),
  ),

  implement(attachmentUploadsAsUser.upload, ({ entered, path, query, body }, { attachments }) =>
    attachments.upload(addressOf(entered), { ...draftOf(path, query), userId: userOf(entered) }, body),
  ),
  implement(attachmentUploadsAsUser.start, async ({ entered, path, query }, { attachments }) =>
    started(await attachments.start(addressOf(entered), { ...draftOf(path, query), userId: userOf(entered) })),
  ),
  implement(attachmentUploadsAsUser.complete, ({ entered, path, body }, { attachments }) =>
    attachments.complete(addressOf(entered), { ...uploadOf(path), userId: userOf(entered) }, body.parts),
  ),
  implement(attachmentUploadsAsUser.part, ({ entered, path, body }, { attachments }) =>
    attachments.putPart(addressOf(entered), { ...uploadOf(path), userId: userOf(entered) }, path.partNumber, body),
  ),
  implement(attachmentUploadsAsUser.abort, ({ entered, path }, { attachments }) =>
    attachments.abort(addressOf(entered), { ...uploadOf(path), userId: userOf(entered) }),
  ),

  implement(getAttachmentLinks, async ({ entered, body, origin }, { attachments }) => {
    const reader = { userId: entered.access.userId ?? anonymousUser, visibilities: readable(entered.access.matrix) };
    const { urls, expiresAt } = await attachments.linksFor(reader, addressOf(entered), body.attachmentIds, origin());
    return { urls, expiresAt: new Date(expiresAt).toISOString() };
  }),
);

function draftOf(
  { attachmentId: id, name }: { readonly attachmentId: string; readonly name: string },
  { fileSize: size }: { readonly fileSize?: number },
) {
  return { id, name, size };
}

function uploadOf({ attachmentId: fileId, uploadId }: { readonly attachmentId: string; readonly uploadId: string }) {
  return { fileId, uploadId };
}

function started({ fileId: attachmentId, uploadId }: { readonly fileId: string; readonly uploadId: string }) {
  return { attachmentId, uploadId };
}

function userOf({ access: { userId } }: EnteredRoom): string {
  if (userId === undefined) throw new WeftError("USER_REQUIRED");
  return userId;
}

function readable({ commentsPublic, commentsPrivate }: AccessMatrix): AttachmentReader["visibilities"] {
  return [
    ...(commentsPublic === "none" ? [] : (["public"] as const)),
    ...(commentsPrivate === "none" ? [] : (["private"] as const)),
  ];
}
