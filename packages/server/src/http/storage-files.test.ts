import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge, publicUrl } from "../testing/test-edge.ts";
import type { TestEdge, TestEdgeOptions } from "../testing/test-edge.ts";

const id = `fl_${"Az09_-".repeat(3)}abc`;
const otherId = `fl_${"x".repeat(21)}`;
const files = "/v2/rooms/r/storage/files";
const clientFiles = "/v2/c/rooms/r/storage/files";
const png = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"),
  Buffer.alloc(64),
]);

async function openEdge(options?: TestEdgeOptions) {
  const edge = await openTestEdge(options);
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: [] });
  return edge;
}

const asUser = (edge: TestEdge) => ({ authorization: `Bearer ${edge.userToken}` });

/** Uploads a file and answers the path and query of its link. */
async function linkOf(edge: TestEdge, name: string, bytes: Uint8Array, fileId = id): Promise<string> {
  const uploaded = await edge.call("PUT", `${files}/${fileId}/upload/${encodeURIComponent(name)}`, bytes);
  expect(uploaded.status).toBe(200);
  const { body } = await edge.call("GET", `${files}/${fileId}`);
  const url = new URL(body.url);
  return url.pathname + url.search;
}

const follow = (edge: TestEdge, link: string, headers = {}) => edge.call("GET", link, undefined, headers);

test("[HE22] a file is uploaded, described and read by its link, without a key", async () => {
  await using edge = await openEdge();
  const bytes = Buffer.from("one two three");
  const uploaded = await edge.call(
    "PUT",
    `${files}/${id}/upload/${encodeURIComponent("a b/ü.TXT")}?fileSize=13`,
    bytes,
  );
  const description = { id, name: "a b/ü.TXT", size: 13, mimeType: "text/plain" };
  expect([uploaded.status, uploaded.body]).toEqual([200, description]);

  const { body } = await edge.call("GET", `${files}/${id}`);
  expect(body).toEqual({ ...description, url: expect.any(String), expiresAt: "2023-11-14T23:13:20.000Z" });
  const url = new URL(body.url);
  const reply = await edge.call("GET", url.pathname + url.search, undefined, {});
  expect([reply.status, reply.bytes]).toEqual([200, bytes]);
  expect(reply.headers).toMatchObject({
    "content-type": "text/plain",
    "content-disposition": "attachment; filename=\"a b_?.TXT\"; filename*=UTF-8''a%20b_%C3%BC.TXT",
    "content-length": "13",
    "content-security-policy": expect.stringContaining("sandbox"),
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=3600, immutable",
    "access-control-allow-origin": "*",
  });
});

test("a link begins with the address for files, when there is one", async () => {
  await using edge = await openTestEdge({ filesUrl: "https://files.weft.test" });
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: [] });
  await edge.call("PUT", `${files}/${id}/upload/a.txt`, Buffer.from("a"));
  const { body } = await edge.call("GET", `${files}/${id}`);
  expect(body.url).toMatch(/^https:\/\/files\.weft\.test\/files\/fl_/);
});

test.for([
  ["", "http://weft.example.com"],
  [publicUrl, publicUrl],
])("with the public address %j, a link begins with %s, whatever X-Forwarded-Host says", async ([address, origin]) => {
  await using edge = await openEdge({ site: { publicUrl: address } });
  await edge.call("PUT", `${files}/${id}/upload/a.txt`, Buffer.from("a"));
  const { body } = await edge.call("GET", `${files}/${id}`, undefined, {
    authorization: `Bearer ${edge.secretKey}`,
    host: "weft.example.com",
    "x-forwarded-host": "elsewhere.example",
  });
  expect(new URL(body.url).origin).toBe(origin);
});

test.for([
  ["bytes=0-0", 206, "o", "bytes 0-0/13"],
  ["bytes=4-6", 206, "two", "bytes 4-6/13"],
  ["bytes=8-", 206, "three", "bytes 8-12/13"],
  ["bytes=-5", 206, "three", "bytes 8-12/13"],
  ["bytes=8-9999", 206, "three", "bytes 8-12/13"],
  ["bytes=13-", 416, "", "bytes */13"],
  ["bytes=0-1,8-9", 200, "one two three", undefined],
  ["bytes=x", 200, "one two three", undefined],
  ["lines=0-1", 200, "one two three", undefined],
] as const)("the range %s is answered with %i", async ([range, status, text, contentRange]) => {
  await using edge = await openEdge();
  const link = await linkOf(edge, "a.txt", Buffer.from("one two three"));
  const reply = await follow(edge, link, { range });
  expect([reply.status, reply.text, reply.headers["content-range"]]).toEqual([status, text, contentRange]);
  expect(reply.headers["content-length"]).toBe(String(text.length));
});

test("[HE22] only bytes that are a raster image are shown in place, whatever the name says", async () => {
  await using edge = await openEdge();
  const page = Buffer.from("<html><script>alert(1)</script>");
  const polyglot = Buffer.concat([Buffer.from("GIF89a/*"), Buffer.alloc(20), Buffer.from("*/=1;alert(1)")]);
  const rows: readonly [name: string, bytes: Buffer, type: string, kind: string][] = [
    ["a.png", png, "image/png", "inline"],
    ["a.html", png, "image/png", "inline"],
    ["a.js", polyglot, "image/gif", "inline"],
    ["a.png", page, "image/png", "attachment"],
    ["a.html", page, "application/octet-stream", "attachment"],
    ["a.xhtml", page, "application/octet-stream", "attachment"],
    ["a.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "image/svg+xml", "attachment"],
    ["a.xml", Buffer.from("<a/>"), "application/octet-stream", "attachment"],
    ["a.js", Buffer.from("alert(1)"), "application/octet-stream", "attachment"],
    ["a.mjs", Buffer.from("alert(1)"), "application/octet-stream", "attachment"],
    ["a.css", Buffer.from("*{}"), "application/octet-stream", "attachment"],
    ["a.wasm", Buffer.from("\0asm"), "application/octet-stream", "attachment"],
    ["a.pdf", Buffer.from("%PDF-1.7"), "application/pdf", "attachment"],
    ["a.mp4", Buffer.from("x"), "video/mp4", "attachment"],
    ["a", Buffer.from("x"), "application/octet-stream", "attachment"],
    ["png", page, "application/octet-stream", "attachment"],
    ['a"\r\nSet-Cookie: x=1;.txt', Buffer.from("x"), "text/plain", "attachment"],
  ];
  for (const [n, [name, bytes, type, kind]] of rows.entries()) {
    const reply = await follow(edge, await linkOf(edge, name, bytes, `fl_${String(n).padStart(21, "0")}`));
    expect([name, reply.status, reply.headers["content-type"]]).toEqual([name, 200, type]);
    expect(reply.headers["content-disposition"]?.split(";")[0]).toBe(kind);
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["content-security-policy"]).toContain("sandbox");
  }
});

test("[HE21] a link that was altered, that has ended, or whose room is gone opens nothing", async () => {
  await using edge = await openEdge();
  const link = await linkOf(edge, "a.txt", Buffer.from("a"));
  await linkOf(edge, "b.txt", Buffer.from("b"), otherId);
  await edge.services.rooms.create(edge.project.id, "r2", { defaultAccesses: [] });
  for (const altered of [
    link.replace(id, otherId),
    link.replace("room=r", "room=r2"),
    link.replace(/project=[^&]+/, "project=other"),
    link.replace(/expires=(\d)/, "expires=9$1"),
    link.replace(/signature=../, "signature=AA"),
    link.replace(/signature=.*/, "signature="),
    link.replace(/\?.*/, ""),
    link.replace(/expires=\d+/, "expires=x"),
    "/files/nope",
  ]) {
    expect(altered).not.toBe(link);
    const reply = await follow(edge, altered);
    expect([altered, reply.status, reply.body.error]).toEqual([altered, 403, "INVALID_FILE_LINK"]);
  }
  edge.advance(limits.storageFileLinkMs - 1);
  expect((await follow(edge, link)).status).toBe(200);
  edge.advance(1);
  expect((await follow(edge, link)).body.error).toBe("INVALID_FILE_LINK");
  expect(edge.log.map((line) => JSON.stringify(line)).join()).not.toContain("signature");
  expect((await edge.call("HEAD", link, undefined, {})).status).toBe(405);
});

test("a client uploads in parts, as many at a time and as often as it likes", async () => {
  await using edge = await openEdge();
  const headers = { ...asUser(edge), "content-type": "application/json; charset=utf-8" };
  const pieces = [Buffer.alloc(limits.storageFilePart, 1), Buffer.alloc(limits.storageFilePart, 2), Buffer.from("end")];
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const started = await edge.call("POST", `${clientFiles}/${id}/multipart/a.bin?fileSize=${size}`, undefined, headers);
  expect([started.status, started.body]).toEqual([200, { fileId: id, uploadId: expect.any(String) }]);
  const upload = `${clientFiles}/${id}/multipart/${started.body.uploadId}`;
  const put = async (n: number) => edge.call("PUT", `${upload}/${n}`, pieces[n - 1], asUser(edge));
  const parts = (await Promise.all([put(3), put(1), put(2), put(1)])).map(({ body }) => body).slice(0, 3);
  expect(parts.every(({ etag }) => /^[0-9a-f]{64}$/.test(etag))).toBe(true);
  const sorted = parts.toSorted((a, b) => a.partNumber - b.partNumber).map((part) => ({ ...part, extra: true }));
  const complete = () => edge.call("POST", `${upload}/complete`, { parts: sorted }, headers);
  const done = { id, name: "a.bin", size, mimeType: "application/octet-stream" };
  expect((await complete()).body).toEqual(done);
  expect((await complete()).body).toEqual(done);
  expect((await edge.call("DELETE", upload, undefined, headers)).status).toBe(204);
  const { body } = await edge.call("GET", `${files}/${id}`);
  const url = new URL(body.url);
  const reply = await edge.call("GET", url.pathname + url.search, undefined, {});
  expect(Buffer.from(reply.bytes).equals(Buffer.concat(pieces))).toBe(true);
});

test.for([
  ["PUT", `${files}/fl_short/upload/a.txt`, 400],
  ["PUT", `${files}/${id.replace("fl_", "at_")}/upload/a.txt`, 400],
  ["PUT", `${files}/${id}/upload/a.txt?fileSize=2`, 422],
  ["PUT", `${files}/${id}/upload/a.txt?fileSize=x`, 422],
  ["PUT", `${files}/${id}/upload/${"n".repeat(257)}`, 422],
  ["PUT", `${files}/${id}/multipart/nope/1`, 400],
  ["PUT", `${files}/${id}/multipart/up_${"x".repeat(22)}/0`, 400],
  ["PUT", `${files}/${id}/multipart/up_${"x".repeat(22)}/x`, 400],
  ["PUT", `${files}/${id}/multipart/up_${"x".repeat(22)}/1`, 404],
  ["POST", `${files}/short/multipart/a.txt`, 400],
  ["POST", `${files}/${id}/multipart/a.txt?fileSize=${limits.storageFile + 1}`, 413],
  ["GET", `${files}/short`, 400],
  ["GET", `${files}/${id}`, 404],
  ["PUT", `/v2/rooms/nowhere/storage/files/${id}/upload/a.txt`, 404],
] as const)("%s %s is answered with %i", async ([method, url, status]) => {
  await using edge = await openEdge();
  const reply = await edge.call(method, url, method === "PUT" ? Buffer.from("x") : undefined);
  expect([reply.status, reply.body.error]).not.toContain(500);
  expect(reply.status).toBe(status);
});

test("a client is given links to the files that Storage holds, and told what it may ask again", async () => {
  await using edge = await openEdge();
  await linkOf(edge, "a.txt", Buffer.from("a"));
  const ask = (fileIds: unknown) =>
    edge.call("POST", `${clientFiles}/presigned-urls`, { fileIds }, { authorization: `Bearer ${edge.readerToken}` });
  expect((await ask([id, otherId, id])).body).toEqual({ urls: [false, null, false], expiresAt: expect.any(String) });
  edge.gateway.filesInStorage = async (_room, ids) => ids.filter((one) => one === id);
  const { body } = await ask([otherId, id]);
  expect(body.urls).toEqual([null, expect.stringContaining(`/files/${id}?`)]);
  const url = new URL(body.urls[1]);
  expect((await edge.call("GET", url.pathname + url.search, undefined, {})).text).toBe("a");
  expect((await ask(undefined)).body.message).toBe("Missing key: 'fileIds'.");
  expect((await ask(["short"])).status).toBe(422);
  expect((await ask([])).body.urls).toEqual([]);
});

test("[HE18] what has arrived of files has a bound for each caller and each project, and is freed with the answer", async () => {
  for (const bound of [{ unreadInputPerCaller: 10 }, { unreadInputPerProject: 10 }]) {
    await using edge = await openEdge({ limits: bound });
    const put = (bytes: number) => edge.call("PUT", `${files}/${id}/upload/a.txt`, Buffer.alloc(bytes, "x"));
    expect((await put(11)).body.error).toBe("SERVICE_UNAVAILABLE");
    expect((await put(10)).status).toBe(200);
    expect((await put(10)).status).toBe(200);
  }
});
