/** Attachments of comments: the same calls for back ends, under `/v2`, and for clients, under `/v2/c`. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { RoomId, UserId } from "../ids.ts";
import { limits } from "../limits.ts";
import { Attachment, AttachmentId } from "./comment-objects.ts";
import { uploadEndpoints } from "./uploads.ts";

export const AttachmentLink = z
  .strictObject({
    ...Attachment.shape,
    url: z.url().meta({ description: "A link that anyone can use without a key until it expires." }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "AttachmentLink" });

const tag = "Attachments";
const attachmentPath = { roomId: RoomId, attachmentId: z.string() };

const attachments = {
  tag,
  names: { file: "attachment", upload: "attachment" },
  noun: "an attachment",
  template: "/rooms/{roomId}/attachments/{attachmentId}",
  path: attachmentPath,
  file: Attachment,
  started: z.strictObject({ attachmentId: AttachmentId, uploadId: z.string() }),
  quotas: ["PLAN_LIMIT_REACHED"],
  refusals: ["CONFLICT"],
} as const;

export const attachmentUploads = uploadEndpoints(
  { auth: "secret", prefix: "/v2", suffix: "", missing: ["ROOM_NOT_FOUND"] },
  {
    ...attachments,
    query: { userId: UserId.meta({ description: "The user whose comments may use the attachment." }) },
  },
);
export const attachmentUploadsAsUser = uploadEndpoints(
  { auth: "user", prefix: "/v2/c", suffix: "-as-user", needs: { comments: "write" }, ofUser: true, missing: [] },
  { ...attachments, query: {} },
);

export const getAttachment = endpoint({
  id: "get-attachment",
  route: "GET /v2/rooms/{roomId}/attachments/{attachmentId}",
  tag,
  summary: "Get attachment",
  description: "Attachments that aren't used in a comment within a day of the upload are deleted.",
  auth: "secret",
  path: z.object(attachmentPath),
  returns: AttachmentLink,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

export const getAttachmentLinks = endpoint({
  id: "get-attachment-links-as-user",
  route: "POST /v2/c/rooms/{roomId}/attachments/presigned-urls",
  tag,
  summary: "Get attachment URLs as user",
  auth: "user",
  needs: { comments: "read" },
  path: z.object({ roomId: RoomId }),
  body: z.object({ attachmentIds: z.array(AttachmentId).max(limits.attachmentLinksPerCall) }),
  returns: z.strictObject({
    urls: z.array(z.union([z.url(), z.null()])).meta({
      description:
        "A link for each id, in order. Null for an attachment that doesn't exist or that the user cannot read.",
    }),
    expiresAt: z.iso.datetime(),
  }),
});

export const attachmentEndpoints = [
  getAttachment,
  ...Object.values(attachmentUploads),
  ...Object.values(attachmentUploadsAsUser),
  getAttachmentLinks,
] as const;
