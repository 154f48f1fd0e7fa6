import { limits } from "@weft/protocol";
import type { RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { Doc, encodeStateAsUpdate } from "yjs";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge } from "../testing/test-edge.ts";

const versions = "/v2/rooms/r/versions";
const clientVersions = "/v2/c/rooms/r/versions";

async function openEdge() {
  const edge = await openTestEdge();
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: [] });
  return edge;
}
const asUser = (edge: TestEdge, method: string, url: string) =>
  edge.call(method, url, undefined, { authorization: `Bearer ${edge.userToken}` });
const asReader = (edge: TestEdge, method: string, url: string) =>
  edge.call(method, url, undefined, { authorization: `Bearer ${edge.readerToken}` });

test("both spellings make, read and list the same versions, newest first and by page", async () => {
  await using edge = await openEdge();
  const { gateway } = edge;
  const source = new Doc();
  source.getText("text").insert(0, "Hello");
  const update = Buffer.from(encodeStateAsUpdate(source));
  await gateway.updateDocument({ project: edge.project.id, room: "r" as RoomId }, undefined, update, false);
  const made: string[] = [];
  for (const url of [versions, "/v2/rooms/r/version"]) {
    edge.advance(1);
    const reply = await edge.call("POST", url, {});
    expect([reply.status, reply.body]).toEqual([200, { data: { id: expect.stringMatching(/^vh_/) } }]);
    made.unshift(reply.body.data.id);
  }
  for (const url of [clientVersions, "/v2/c/rooms/r/version"]) {
    edge.advance(1);
    made.unshift((await asUser(edge, "POST", url)).body.data.id);
  }
  const seen: string[] = [];
  for (let query = "?limit=3"; query !== "";) {
    const { status, body } = await edge.call("GET", versions + query);
    expect(status).toBe(200);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    query = body.nextCursor === null ? "" : `?limit=3&cursor=${body.nextCursor}`;
  }
  expect(seen).toEqual(made);
  const { body } = await edge.call("GET", `${versions}?limit=1`);
  expect(body.data).toEqual([
    { type: "historyVersion", kind: "yjs", id: made[0], createdAt: "2023-11-14T22:13:20.004Z", authors: [] },
  ]);
  expect((await edge.call("GET", `${versions}?limit=1&startingAfter=${body.nextCursor}`)).body.data[0].id).toBe(
    made[1],
  );
  for (const url of [`${versions}/${made[0]}/yjs`, `/v2/rooms/r/version/${made[0]}`])
    expect(Buffer.from((await edge.call("GET", url)).bytes)).toEqual(update);
  for (const url of [`${clientVersions}/${made[0]}/yjs`, `/v2/c/rooms/r/y-version/${made[0]}`])
    expect(Buffer.from((await asReader(edge, "GET", url)).bytes)).toEqual(update);
});

test.for(["limit=0", `limit=${limits.pageSizeMax + 1}`, "limit=x", "cursor=x", "startingAfter=eA"])(
  "a list with %s is not processable",
  async (query) => {
    await using edge = await openEdge();
    expect((await edge.call("GET", `${versions}?${query}`)).status).toBe(422);
  },
);

test("a client lists every version, and then those that were made since", async () => {
  await using edge = await openEdge();
  const first = (await asUser(edge, "POST", clientVersions)).body.data.id;
  // So long ago that no other node is writing one of before.
  edge.advance(limits.changeOverlapMs + 1_000);
  const { status, body } = await asReader(edge, "GET", clientVersions);
  expect(status).toBe(200);
  expect(body).toEqual({
    versions: [{ type: "historyVersion", kind: "yjs", id: first, createdAt: expect.any(String), authors: [] }],
    meta: { requestedAt: "2023-11-14T22:13:21.000Z" },
  });
  edge.advance(1_000);
  const second = (await asUser(edge, "POST", clientVersions)).body.data.id;
  for (const since of [body.meta.requestedAt, "2023-11-14T23:13:21+01:00"]) {
    const delta = await asReader(edge, "GET", `${clientVersions}/delta?since=${encodeURIComponent(since)}`);
    expect(delta.body.versions.map(({ id }: { id: string }) => id)).toEqual([second]);
  }
  for (const query of ["", "?since=", "?since=yesterday"])
    expect((await asReader(edge, "GET", `${clientVersions}/delta${query}`)).status).toBe(422);
});

test("a version's Storage is read line by line, the root first; the room's as one list", async () => {
  await using edge = await openEdge();
  const empty = await asReader(edge, "GET", "/v2/c/rooms/r/storage");
  expect(empty.body).toEqual([["root", { type: 0, data: {} }]]);
  await edge.call("POST", "/v2/rooms/r/storage", { liveblocksType: "LiveObject", data: { a: 1 } });
  const { id } = (await asUser(edge, "POST", clientVersions)).body.data;
  await edge.call("PATCH", "/v2/rooms/r/storage/json-patch", [{ op: "add", path: "/a", value: 2 }]);
  const version = await asReader(edge, "GET", `${clientVersions}/${id}/storage`);
  expect([version.headers["content-type"], version.text]).toEqual([
    "application/x-ndjson",
    '["root",{"type":0,"data":{"a":1}}]\n',
  ]);
  expect((await asReader(edge, "GET", "/v2/c/rooms/r/storage")).body).toEqual([["root", { type: 0, data: { a: 2 } }]]);
});

test("who may only read Storage makes and deletes no versions", async () => {
  await using edge = await openEdge();
  const { id } = (await asUser(edge, "POST", clientVersions)).body.data;
  for (const [method, url] of [
    ["POST", clientVersions],
    ["POST", "/v2/c/rooms/r/version"],
    ["DELETE", `${clientVersions}/${id}`],
  ] as const)
    expect((await asReader(edge, method, url)).body.error).toBe("UNAUTHORIZED_ROOM_ACCESS");
  const deleted = await asUser(edge, "DELETE", `${clientVersions}/${id}`);
  expect([deleted.status, deleted.text]).toEqual([204, ""]);
  expect((await asUser(edge, "DELETE", `${clientVersions}/${id}`)).status).toBe(404);
  expect((await asReader(edge, "GET", clientVersions)).body.versions).toEqual([]);
});

test("versions are known in their own room and project alone", async () => {
  await using edge = await openEdge();
  await edge.services.rooms.create(edge.project.id, "other", { defaultAccesses: [] });
  const { id } = (await edge.call("POST", versions)).body.data;
  for (const method of ["GET", "DELETE"]) {
    const url = `/v2/rooms/other/versions/${id}${method === "GET" ? "/yjs" : ""}`;
    const reply = await edge.call(method, url);
    expect([reply.status, reply.body.error]).toEqual([404, "RESOURCE_NOT_FOUND"]);
  }
  expect((await edge.call("GET", "/v2/rooms/other/versions")).body).toEqual({ data: [], nextCursor: null });
  const foreign = await edge.call("GET", `${versions}/${id}/yjs`, undefined, {
    authorization: `Bearer ${edge.otherSecretKey}`,
  });
  expect([foreign.status, foreign.body.error]).toEqual([404, "ROOM_NOT_FOUND"]);
});
