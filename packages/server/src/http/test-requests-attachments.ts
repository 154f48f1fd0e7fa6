/** Requests of the endpoints of attachments, for `test-requests.ts`. */
import type { RoomAddress } from "@weft/protocol";
import type { Services } from "./services.ts";

export interface AttachmentContext {
  /** An attachment that the user of the token has uploaded, and their upload of another, with its first part. */
  readonly attachment: string;
  readonly attachmentUpload: { readonly file: string; readonly id: string; readonly etag: string };
}

/** An unused attachment id. */
export const newAttachmentId = `at_${"n".repeat(21)}`;
const uploader = "ada";
const content = Buffer.from("bytes");

export async function prepareAttachments(
  { attachments }: Pick<Services, "attachments">,
  room: RoomAddress,
): Promise<AttachmentContext> {
  const [attachment, file] = [`at_${"a".repeat(21)}`, `at_${"b".repeat(21)}`];
  await attachments.upload(room, { id: attachment, name: "a b.txt", userId: uploader }, content);
  const { uploadId: id } = await attachments.start(room, { id: file, name: "c.png", userId: uploader });
  const { etag } = await attachments.putPart(room, { fileId: file, uploadId: id }, "1", content);
  return { attachment, attachmentUpload: { file, id, etag } };
}

type AttachmentExample = readonly [
  id: string,
  (context: AttachmentContext) => {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: string;
    readonly body?: unknown;
  },
];

export const attachmentExamples: readonly AttachmentExample[] = [
  ["get-attachment", ({ attachment }) => ({ path: { attachmentId: attachment } })],
  ...uploadExamples("", `userId=${uploader}`),
  ...uploadExamples("-as-user", ""),
  ["get-attachment-links-as-user", ({ attachment }) => ({ body: { attachmentIds: [attachment, newAttachmentId] } })],
];

function uploadExamples(suffix: string, query: string): readonly AttachmentExample[] {
  const inUpload = ({ attachmentUpload: { file, id } }: AttachmentContext) => ({ attachmentId: file, uploadId: id });
  const newPath = { attachmentId: newAttachmentId, name: "n.txt" };
  return [
    [`upload-attachment${suffix}`, () => ({ path: newPath, query: `?fileSize=5&${query}`, body: content })],
    [`start-attachment-upload${suffix}`, () => ({ path: newPath })],
    [
      `complete-attachment-upload${suffix}`,
      (context) => ({
        path: inUpload(context),
        query: `?${query}`,
        body: { parts: [{ partNumber: 1, etag: context.attachmentUpload.etag }] },
      }),
    ],
    [
      `upload-attachment-part${suffix}`,
      (context) => ({ path: { ...inUpload(context), partNumber: "1" }, body: content }),
    ],
    [`abort-attachment-upload${suffix}`, (context) => ({ path: inUpload(context) })],
  ];
}
