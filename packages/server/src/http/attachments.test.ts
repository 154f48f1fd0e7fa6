import type { AttachmentReader } from "@weft/collab";
import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge, TestEdgeOptions } from "../testing/test-edge.ts";

const id = `at_${"Az09_-".repeat(3)}abc`;
const otherId = `at_${"x".repeat(21)}`;
const attachments = "/v2/rooms/r/attachments";
const clientAttachments = "/v2/c/rooms/r/attachments";

async function openEdge(options?: TestEdgeOptions) {
  const edge = await openTestEdge(options);
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: [] });
  return edge;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const tokenOf = ({ services, project }: TestEdge, userId: string, ...scopes: readonly string[]) =>
  services.tokens.issueAccessToken(project.id, { userId, permissions: [["r", scopes as never]] }, services.now());
const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;

test("[AT4] a back end uploads an attachment for a user, and reads it by a link that lasts an hour", async () => {
  await using edge = await openEdge();
  const upload = `${attachments}/${id}/upload/${encodeURIComponent("a b/ü.TXT")}`;
  const bytes = Buffer.from("one two three");
  const description = { type: "attachment", id, name: "a b/ü.TXT", size: 13, mimeType: "text/plain" };
  for (let time = 0; time < 2; time++) {
    const reply = await edge.call("PUT", `${upload}?fileSize=13&userId=ben`, bytes);
    expect([reply.status, reply.body]).toEqual([200, description]);
  }
  expect((await edge.call("PUT", `${upload}?userId=ada`, bytes)).body.error).toBe("CONFLICT");
  expect((await edge.call("PUT", upload, bytes)).body.message).toContain("userId");

  const { body } = await edge.call("GET", `${attachments}/${id}`);
  expect(body).toEqual({ ...description, url: expect.any(String), expiresAt: "2023-11-14T23:13:20.000Z" });
  const read = () => edge.call("GET", pathOf(body.url), undefined, {});
  const reply = await read();
  expect([reply.status, reply.bytes]).toEqual([200, bytes]);
  expect(reply.headers).toMatchObject({
    "content-type": "text/plain",
    "content-disposition": expect.stringMatching(/^attachment;/),
    "content-security-policy": expect.stringContaining("sandbox"),
    "x-content-type-options": "nosniff",
  });
  edge.advance(limits.storageFileLinkMs);
  expect((await read()).body.error).toBe("INVALID_FILE_LINK");
});

test("[AT4] an empty attachment is uploaded and read", async () => {
  await using edge = await openEdge();
  const empty = Buffer.alloc(0);
  const reply = await edge.call("PUT", `${attachments}/${id}/upload/a.txt?fileSize=0&userId=ben`, empty);
  expect([reply.status, reply.body]).toMatchObject([200, { id, name: "a.txt", size: 0 }]);
  const { body } = await edge.call("GET", `${attachments}/${id}`);
  const read = await edge.call("GET", pathOf(body.url), undefined, {});
  expect([read.status, read.bytes]).toEqual([200, empty]);
});

test("[AT2] an upload in parts is completed by its user, and another user's calls find no such upload", async () => {
  await using edge = await openEdge();
  const [ada, ben] = [bearer(edge.userToken), bearer(await tokenOf(edge, "ben", "*:write"))];
  const pieces = [Buffer.alloc(limits.storageFilePart, 1), Buffer.from("end")];
  const started = await edge.call("POST", `${clientAttachments}/${id}/multipart/a.pdf`, undefined, ada);
  expect([started.status, started.body]).toEqual([200, { attachmentId: id, uploadId: expect.any(String) }]);
  const upload = `/${id}/multipart/${started.body.uploadId}`;
  const parts = [];
  for (const [index, piece] of pieces.entries())
    parts.push((await edge.call("PUT", `${clientAttachments}${upload}/${index + 1}`, piece, ada)).body);

  expect((await edge.call("PUT", `${clientAttachments}${upload}/3`, pieces[1], ben)).status).toBe(409);
  expect((await edge.call("POST", `${clientAttachments}${upload}/complete`, { parts }, ben)).status).toBe(409);
  expect((await edge.call("DELETE", `${clientAttachments}${upload}`, undefined, ben)).status).toBe(204);
  expect((await edge.call("POST", `${attachments}${upload}/complete?userId=ben`, { parts })).status).toBe(409);
  expect((await edge.call("POST", `${attachments}${upload}/complete`, { parts })).status).toBe(422);
  const done = await edge.call("POST", `${clientAttachments}${upload}/complete`, { parts }, ada);
  const size = limits.storageFilePart + 3;
  const description = { type: "attachment", id, name: "a.pdf", size, mimeType: "application/pdf" };
  expect([done.status, done.body]).toEqual([200, description]);
  const { body } = await edge.call("GET", `${attachments}/${id}`);
  expect(Buffer.concat(pieces).equals((await edge.call("GET", pathOf(body.url), undefined, {})).bytes)).toBe(true);
});

test("[AT4] a client gets links by what its user may read of comments, valid for a day", async () => {
  /** What calls make of a caller's rights. */
  const readers: AttachmentReader[] = [];
  await using edge = await openEdge({
    services: (real) => ({
      ...real,
      attachments: {
        ...real.attachments,
        linksFor(reader, ...rest) {
          readers.push(reader);
          return real.attachments.linksFor(reader, ...rest);
        },
      },
    }),
  });
  await edge.call("PUT", `${clientAttachments}/${id}/upload/a.txt`, Buffer.from("a"), bearer(edge.userToken));
  const ask = async (attachmentIds: unknown, token: string) =>
    edge.call("POST", `${clientAttachments}/presigned-urls`, { attachmentIds }, bearer(token));
  const { body } = await ask([otherId, id, id], edge.userToken);
  expect(body).toEqual({
    urls: [null, expect.stringContaining(`/files/${id}?`), expect.any(String)],
    expiresAt: "2023-11-15T22:13:20.000Z",
  });
  const ben = await tokenOf(edge, "ben", "*:write");
  expect((await ask([otherId, id], ben)).body.urls).toEqual([null, null]);
  expect((await ask([], edge.userToken)).body.urls).toEqual([]);
  expect((await ask(["short"], edge.userToken)).status).toBe(422);
  expect((await ask(undefined, edge.userToken)).body.message).toBe("Missing key: 'attachmentIds'.");

  for (const [scopes, visibilities] of [
    [["*:read"], ["public", "private"]],
    [["*:write", "comments:private:none"], ["public"]],
    [["*:write", "comments:public:none"], ["private"]],
  ] as const) {
    expect((await ask([id], await tokenOf(edge, "cleo", ...scopes))).body.urls).toEqual([null]);
    expect(readers.at(-1)).toEqual({ userId: "cleo", visibilities });
  }
  const mute = await tokenOf(edge, "cleo", "*:write", "comments:none");
  expect((await ask([id], mute)).body.error).toBe("UNAUTHORIZED_ROOM_ACCESS");
  const reader = await tokenOf(edge, "cleo", "*:write", "comments:read");
  const refused = await edge.call("PUT", `${clientAttachments}/${otherId}/upload/a`, Buffer.from("a"), bearer(reader));
  expect(refused.body.error).toBe("UNAUTHORIZED_ROOM_ACCESS");

  const read = () => edge.call("GET", pathOf(body.urls[1]), undefined, {});
  edge.advance(limits.attachmentLinkMs - 1);
  expect((await read()).text).toBe("a");
  edge.advance(1);
  expect((await read()).body.error).toBe("INVALID_FILE_LINK");
});

test.for([
  ["PUT", `${attachments}/at_short/upload/a.txt?userId=ada`, 400, "attachmentId"],
  ["PUT", `${attachments}/${id.replace("at_", "fl_")}/upload/a.txt?userId=ada`, 400, "attachmentId"],
  ["PUT", `${attachments}/${id}/upload/a.txt?userId=`, 422, "userId"],
  ["PUT", `${attachments}/${id}/upload/a.txt?userId=ada&fileSize=2`, 422, "fileSize"],
  ["PUT", `${attachments}/${id}/multipart/nope/1`, 400, "uploadId"],
  ["PUT", `${attachments}/${id}/multipart/up_${"x".repeat(22)}/1`, 409, "no such upload"],
  ["POST", `${attachments}/${id}/multipart/a.txt?fileSize=${limits.storageFile + 1}`, 413, "bytes"],
  ["GET", `${attachments}/short`, 400, "attachmentId"],
  ["GET", `${attachments}/${id}`, 404, "Attachment not found"],
  ["DELETE", `${attachments}/${id}/multipart/up_${"x".repeat(22)}`, 204, ""],
] as const)("%s %s is answered with %i", async ([method, url, status, message]) => {
  await using edge = await openEdge();
  const reply = await edge.call(method, url, method === "PUT" ? Buffer.from("x") : undefined);
  expect([reply.status, reply.body?.message ?? ""]).toEqual([status, expect.stringContaining(message)]);
});
