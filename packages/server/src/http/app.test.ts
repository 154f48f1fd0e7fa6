import { once } from "node:events";
import { limits, WeftError } from "@weft/protocol";
import type { Limits, RoomId } from "@weft/protocol";
import { StoreUnavailable } from "@weft/store";
import { request } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { fromSite, openTestEdge, publicUrl } from "../testing/test-edge.ts";
import type { TestEdge } from "../testing/test-edge.ts";

async function openEdge(...rooms: string[]) {
  const edge = await openTestEdge();
  for (const id of rooms) await edge.services.rooms.create(edge.project.id, id, { defaultAccesses: ["room:write"] });
  return edge;
}

test.for([
  "plain",
  "a/b",
  "a b",
  "100%",
  "%2F",
  "%25",
  "a%2Fb",
  "😀",
  "日本語",
  "q?x=1#y",
  "a;b",
  "a+b",
  "a&b=c",
  "storage",
  "__proto__",
  ":roomId",
  "{roomId}",
  "'quoted\"",
  "x".repeat(128),
  "é".repeat(128),
])("[HE2] a room called %s is reached by every kind of call", async (id) => {
  await using edge = await openEdge();
  const created = await edge.call("POST", "/v2/rooms", { id, defaultAccesses: [] });
  expect(created.body.id).toBe(id);
  const path = `/v2/rooms/${encodeURIComponent(id)}`;
  expect((await edge.call("GET", path)).body.id).toBe(id);
  expect((await edge.call("POST", path, { metadata: { a: "1" } })).body.metadata).toEqual({ a: "1" });
  expect((await edge.call("GET", `${path}/storage/?format=json`)).text).toBe("{}");
  expect((await edge.call("POST", `${path}/broadcast-event`, { n: 1 })).status).toBe(204);
  expect(edge.gateway.events).toEqual([{ room: id, event: { n: 1 } }]);
  expect((await edge.call("DELETE", path)).status).toBe(204);
  expect((await edge.call("GET", path)).status).toBe(404);
});

test.for(["%", "%zz", "%E0%A4", "%C3%28", "a%2", "%ff"])("[HE2] the path segment %s is malformed", async (segment) => {
  await using edge = await openEdge();
  for (const path of [`/v2/rooms/${segment}`, `/v2/rooms/${segment}/storage`]) {
    const reply = await edge.call("GET", path);
    expect([reply.status, reply.body.error]).toEqual([400, "BAD_REQUEST"]);
  }
});

test("[HE3] a trailing slash changes nothing", async () => {
  await using edge = await openEdge("r");
  for (const path of ["/v2/rooms", "/v2/rooms/r", "/v2/rooms/r/storage", "/health/live"])
    expect((await edge.call("GET", `${path}/`)).text).toBe((await edge.call("GET", path)).text);
});

test.for([
  "/",
  "/v2",
  "/v2/",
  "/v2/nope",
  "/v2/rooms/r/nope",
  "/v2/rooms/r/storage/nope",
  "/v3/rooms",
  "/V2/rooms",
  "/v2/c/nope",
])("[HE1] the unknown path %s is answered before the key is looked at", async (path) => {
  await using edge = await openEdge("r");
  for (const method of ["GET", "POST", "PATCH"]) {
    const reply = await edge.call(method, path, "{", {});
    expect([reply.status, reply.body.error]).toEqual([404, "NOT_FOUND"]);
  }
});

test.for([
  ["PUT", "/v2/rooms", "GET, POST, OPTIONS"],
  ["PUT", "/v2/rooms/a%2Fb", "GET, POST, DELETE, OPTIONS"],
  ["HEAD", "/v2/rooms/r", "GET, POST, DELETE, OPTIONS"],
  ["PATCH", "/v2/rooms/r/storage/", "GET, POST, DELETE, OPTIONS"],
  ["GET", "/v2/rooms/r/storage/json-patch?x", "PATCH, OPTIONS"],
  ["GET", "/v2/authorize-user", "POST, OPTIONS"],
  ["POST", "/metrics", "GET, OPTIONS"],
] as const)("[HE3] %s %s is refused, and told what is allowed", async ([method, path, allow]) => {
  await using edge = await openEdge("r");
  const refused = await edge.call(method, path, undefined, {});
  expect([refused.status, refused.headers["allow"]]).toEqual([405, allow]);
  if (method !== "HEAD") expect(refused.body.error).toBe("METHOD_NOT_ALLOWED");
  const options = await edge.call("OPTIONS", path, undefined, {});
  expect([options.status, options.headers["allow"], options.text]).toEqual([204, allow, ""]);
});

test("[HE1] checks come in order: route, key, path and query, body, room, state", async () => {
  await using edge = await openEdge("full", "taken");
  await edge.call("POST", "/v2/rooms/full/storage", { liveblocksType: "LiveObject", data: { n: 1 } });
  const long = "x".repeat(129);
  const key = { authorization: `Bearer ${edge.secretKey}` };
  const status = async (...ask: Parameters<TestEdge["call"]>) => {
    const { status: code, body } = await edge.call(...ask);
    return [code, body?.error, body?.message].join(" ");
  };
  // Each request breaks everything that comes after its own fault.
  expect(await status("PUT", `/v2/rooms/${long}/storage`, "{", {})).toMatch(/^405 METHOD_NOT_ALLOWED/);
  expect(await status("POST", `/v2/rooms/${long}/storage`, "{", {})).toMatch(/^401 MISSING_SECRET_KEY/);
  expect(await status("POST", `/v2/rooms/${long}/storage`, "{", key)).toBe(
    "422 UNPROCESSABLE_ENTITY Value at key 'roomId': must be at most 128 characters long.",
  );
  expect(await status("POST", "/v2/rooms/nowhere/storage", "{", key)).toMatch(/^400 BAD_REQUEST/);
  expect(await status("POST", "/v2/rooms/nowhere/storage", "{}", key)).toMatch(/^422 UNPROCESSABLE_ENTITY/);
  const document = { liveblocksType: "LiveObject", data: {} };
  expect(await status("POST", "/v2/rooms/nowhere/storage", document, key)).toMatch(/^404 ROOM_NOT_FOUND/);
  expect(await status("POST", "/v2/rooms/full/storage", document, key)).toMatch(/^409 CANNOT_UPDATE_EXISTING_STORAGE/);
});

test.for([undefined, "application/json", "application/json; charset=utf-8", "text/plain", "nonsense", "a/b; c"])(
  "[HE13] a body of type %s is JSON",
  async (type) => {
    await using edge = await openEdge();
    const headers = { authorization: `Bearer ${edge.secretKey}`, ...(type !== undefined && { "content-type": type }) };
    const reply = await edge.call("POST", "/v2/rooms", Buffer.from('{"id":"r","defaultAccesses":[]}'), headers);
    expect([reply.status, reply.body.id]).toEqual([200, "r"]);
  },
);

test("[HE13] a byte order mark in front of a body is ignored, also of a large one", async () => {
  await using edge = await openEdge();
  const mark = "\uFEFF";
  const small = await edge.call("POST", "/v2/rooms", `${mark}{"id":"r","defaultAccesses":[]}`);
  expect([small.status, small.body.id]).toEqual([200, "r"]);
  expect((await edge.call("PATCH", "/v2/rooms/r/storage/json-patch", mark + large)).status).toBe(200);
  expect((await edge.call("POST", "/v2/rooms/r/broadcast-event", `${mark}{"n":1}`)).status).toBe(204);
  expect(edge.gateway.events.at(-1)).toEqual({ room: "r", event: { n: 1 } });
  // Only in front, and only once.
  for (const body of [`${mark}${mark}{}`, `{${mark}}`, mark])
    expect((await edge.call("POST", "/v2/rooms/r/broadcast-event", body)).status).toBe(400);
});

test("[HE13] an empty body is refused where one is needed, and ignored where none is", async () => {
  await using edge = await openEdge("r");
  const headers = { authorization: `bEaReR ${edge.secretKey}`, "content-type": "application/json" };
  const needed = await edge.call("POST", "/v2/rooms", "", headers);
  expect([needed.status, needed.body.message]).toEqual([422, "The body is missing."]);
  for (const body of ["", "{}", "{", "null"]) {
    const mutation = await edge.call("POST", "/v2/rooms/r/request-storage-mutation", body, headers);
    expect(mutation.status).toBe(200);
    expect((await edge.call("GET", "/v2/rooms/r", undefined, headers)).status).toBe(200);
  }
  expect((await edge.call("POST", "/v2/rooms/r/authorize", "", headers)).status).toBe(200);
  const deleted = await edge.call("DELETE", "/v2/rooms/r", "{", headers);
  expect(deleted.status).toBe(204);
});

test("[HE14] a body that is nested too deeply is refused before anything recurses into it", async () => {
  await using edge = await openEdge("r");
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const reply = await edge.call("POST", "/v2/rooms/r/broadcast-event", deep);
  expect([reply.status, reply.body.message]).toEqual([422, "The body is nested more than 192 levels deep."]);
});

const large = `[${'{"op":"add","path":"/a","value":[1,"é"]},'.repeat(10_000)}{"op":"add","path":"/a","value":1}]`;

test.for([
  [large, 200, undefined],
  [`${large.slice(0, -1)},{"op":"remove"}]`, 422, "Value at key '10001': missing key: 'path'."],
  [`${large}]`, 400, "The body is not JSON."],
  [large.slice(0, -1), 400, "The body is not JSON."],
  [`${"[".repeat(200)}${large}`, 422, "The body is nested more than 192 levels deep."],
  [`[${"1,".repeat(3_000_001)}1]`, 422, "The body has too many values."],
  [`{"op":"add","more":${large}}`, 422, "The value must be a list."],
] as const)("[HE15] a large body is answered like a small one: %#", async ([body, status, message]) => {
  await using edge = await openEdge("r");
  const reply = await edge.call("PATCH", "/v2/rooms/r/storage/json-patch", body);
  expect([reply.status, reply.body?.message]).toEqual([status, message]);
});

test.for([
  ["?idempotent", 200],
  ["?idempotent=", 200],
  ["?idempotent=false", 200],
  ["?a=b&idempotent", 200],
  ["?Idempotent", 409],
  ["", 409],
] as const)("the flag in %s counts by its presence", async ([query, status]) => {
  await using edge = await openEdge("r");
  const reply = await edge.call("POST", `/v2/rooms${query}`, { id: "r", defaultAccesses: [], metadata: { a: "1" } });
  expect(reply.status).toBe(status);
  if (status === 200) expect([reply.body.defaultAccesses, reply.body.metadata]).toEqual([["room:write"], {}]);
});

test("rooms are found by page, filter, metadata and either name of the organization", async () => {
  await using edge = await openEdge();
  for (const n of [1, 2, 3])
    await edge.call("POST", "/v2/rooms", {
      id: `r${n}`,
      defaultAccesses: [],
      metadata: JSON.parse(`{"n":"${n}","__proto__":"p${n}"}`),
      usersAccesses: { [`u${n}`]: ["room:read"] },
      groupsAccesses: { [`g${n}`]: ["room:read"] },
      ...(n === 1 && { tenantId: "old" }),
      ...(n === 2 && { tenantId: "old", organizationId: "new" }),
    });
  const ids = async (query: string) => {
    const { status, body } = await edge.call("GET", `/v2/rooms${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body.data.map(({ id }: { id: string }) => id).sort();
  };
  expect(await ids("")).toEqual(["r1", "r2", "r3"]);
  expect(await ids("?metadata.n=2")).toEqual(["r2"]);
  expect(await ids("?metadata.__proto__=p3")).toEqual(["r3"]);
  expect(await ids("?metadata.n=2&metadata.__proto__=p3")).toEqual([]);
  expect(await ids(`?query=${encodeURIComponent("metadata['n']:'3'")}`)).toEqual(["r3"]);
  expect(await ids("?query=roomId%5E%27r%27+AND+metadata%5B%27n%27%5D%3A%271%27")).toEqual(["r1"]);
  expect(await ids("?query=")).toEqual(["r1", "r2", "r3"]);
  expect(await ids("?tenantId=old")).toEqual(["r1"]);
  expect(await ids("?organizationId=new&tenantId=old")).toEqual(["r2"]);
  expect(await ids("?organizationId=default")).toEqual(["r3"]);
  expect(await ids("?userId=u1&groupIds=g2,g9")).toEqual(["r1", "r2"]);

  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body } = await edge.call("GET", `/v2/rooms?limit=1${cursor && `&startingAfter=${cursor}`}`);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  expect(seen.toSorted()).toEqual(["r1", "r2", "r3"]);
  expect((await edge.call("GET", "/v2/rooms?startingAfter=x")).body.error).toBe("UNPROCESSABLE_ENTITY");
  for (const limit of ["0", "101", "-1", "1.5", "ten", "", "1e1"])
    expect((await edge.call("GET", `/v2/rooms?limit=${limit}`)).body?.message).toBe(
      "Value at key 'limit': must be an integer from 1 to 100.",
    );
});

test("keys that every object inherits, such as `__proto__`, survive a round trip", async () => {
  await using edge = await openEdge();
  const text = '{"id":"r","defaultAccesses":[],"metadata":{"__proto__":"a","constructor":"b"}}';
  const reply = await edge.call("POST", "/v2/rooms", text);
  expect(reply.text).toContain('"metadata":{"__proto__":"a","constructor":"b"}');
  const event = '{"__proto__":{"x":1},"constructor":null}';
  await edge.call("POST", "/v2/rooms/r/broadcast-event", event);
  expect(JSON.stringify(edge.gateway.events[0]!.event)).toBe(event);
  const presence = '{"userId":"ada","data":{"__proto__":1},"userInfo":{"__proto__":{"name":1}}}';
  await edge.call("POST", "/v2/rooms/r/presence", presence);
  expect(JSON.stringify(edge.gateway.presences[0]!.info)).toBe('{"__proto__":{"name":1}}');
});

test("a presence has a minute unless it says otherwise", async () => {
  await using edge = await openEdge("r");
  await edge.call("POST", "/v2/rooms/r/presence", { userId: "ada", data: { x: 1 } });
  await edge.call("POST", "/v2/rooms/r/presence", { userId: "bob", data: {}, ttl: 2, userInfo: { name: "Bob", n: 1 } });
  expect(edge.gateway.presences).toEqual([
    { room: "r", userId: "ada", data: { x: 1 }, info: {}, ttlMs: 60_000 },
    { room: "r", userId: "bob", data: {}, info: { name: "Bob", n: 1 }, ttlMs: 2_000 },
  ]);
});

test("both spellings of active users show one item per connection", async () => {
  await using edge = await openEdge("r");
  edge.gateway.activeUsers = async () => [
    { connectionId: 3, id: "ada", info: { name: "Ada" } },
    { connectionId: 4, id: null, info: {} },
  ];
  for (const spelling of ["active_users", "active-users"])
    expect((await edge.call("GET", `/v2/rooms/r/${spelling}`)).text).toBe(
      '{"data":[{"type":"user","connectionId":3,"id":"ada","info":{"name":"Ada"}},{"type":"user","connectionId":4,"id":null,"info":{}}]}',
    );
});

test("[HE14] a body of a call with a secret key may have 10 MiB, and access maps as many entries as the server says", async () => {
  const accesses = Object.fromEntries(
    Array.from({ length: 25_000 }, (_, n) => [`user-${n}`.padEnd(100, "x"), ["room:write"]]),
  );
  const patch = JSON.stringify({ usersAccesses: accesses });
  expect(patch.length).toBeGreaterThan(2 * 1_024 * 1_024);
  await using roomy = await openTestEdge({ limits: { accessEntries: 25_000 } });
  await roomy.services.rooms.create(roomy.project.id, "r", { defaultAccesses: [] });
  const changed = await roomy.call("POST", "/v2/rooms/r", patch);
  expect(changed.status).toBe(200);
  expect(Object.keys(changed.body.usersAccesses)).toHaveLength(25_000);
  const ids = { usersAccesses: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`u${n}`, ["room:read"]])) };
  expect((await roomy.call("POST", "/v2/rooms", { id: "new", defaultAccesses: [], ...ids })).status).toBe(200);

  await using edge = await openEdge("r");
  const refused = await edge.call("POST", "/v2/rooms", { id: "new", defaultAccesses: [], ...ids });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    "Value at key 'usersAccesses': must have at most 100 entries.",
  ]);
  const text = (length: number) => JSON.stringify({ defaultAccesses: [], id: "x".repeat(length - 30) });
  expect((await edge.call("POST", "/v2/rooms", text(limits.restBody))).status).toBe(422);
  expect((await edge.call("POST", "/v2/rooms", text(limits.restBody + 100))).status).toBe(413);
  const anonymous = await edge.call("POST", "/v2/rooms/r/public/authorize", text(limits.smallBody + 100), {});
  expect(anonymous.status).toBe(413);
});

test("[HE14] a broadcast event may be any JSON value of up to a megabyte", async () => {
  await using edge = await openEdge("r");
  for (const event of ["null", "0", '""', "[]", "{}", "false"])
    expect((await edge.call("POST", "/v2/rooms/r/broadcast_event", event)).status).toBe(204);
  const text = (length: number) => JSON.stringify("x".repeat(length - 2));
  expect((await edge.call("POST", "/v2/rooms/r/broadcast_event", text(limits.broadcastEvent))).status).toBe(204);
  expect((await edge.call("POST", "/v2/rooms/r/broadcast_event", text(limits.broadcastEvent + 1))).status).toBe(413);
});

test("messages are answered by their acks, and read by the next call", async () => {
  await using edge = await openEdge("r");
  const actor = await edge.gateway.newActor({ project: edge.project.id, room: "r" as RoomId });
  const op = (n: number) => ({ type: 3, id: "root", opId: `${actor}:${n}`, data: { n } });
  const messages = [
    { type: 201, ops: [op(0), op(1)] },
    { type: 201, ops: [] },
    { type: 201, ops: [op(2)] },
  ];
  const reply = await edge.call("POST", "/v2/rooms/r/send-message", { messages });
  expect(reply.body).toEqual({
    messages: [[{ type: 201, ops: [op(0), op(1)] }], [], [{ type: 201, ops: [op(2)] }]],
  });
  expect((await edge.call("POST", "/v2/rooms/r/send-message", { messages: [] })).body).toEqual({ messages: [] });
  expect((await edge.call("GET", "/v2/rooms/r/storage?format=json")).body).toEqual({ n: 2 });
  const foreign = { messages: [{ type: 201, ops: [{ ...op(3), opId: "99:0" }] }] };
  expect((await edge.call("POST", "/v2/rooms/r/send-message", foreign)).body).toMatchObject({
    error: "UNPROCESSABLE_ENTITY",
    message: "The op id belongs to another user's connection.",
  });
  const { opId: _, ...anonymous } = op(3);
  const refused = await edge.call("POST", "/v2/rooms/r/send-message", { messages: [{ type: 201, ops: [anonymous] }] });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    "Value at keypath 'messages.0.ops.0': missing key: 'opId'.",
  ]);
  const presence = await edge.call("POST", "/v2/rooms/r/send-message", { messages: [{ type: 100, data: {} }] });
  expect(presence.status).toBe(422);
});

test("every mutation of Storage is given a connection number of its own, and the nodes", async () => {
  await using edge = await openEdge("r");
  await edge.call("POST", "/v2/rooms/r/storage", { liveblocksType: "LiveObject", data: { a: 1 } });
  const replies = await Promise.all([1, 2].map(() => edge.call("POST", "/v2/rooms/r/request-storage-mutation")));
  expect(replies.map(({ text }) => text)).toEqual([
    '{"actor":0}\n["root",{"type":0,"data":{"a":1}}]\n',
    '{"actor":1}\n["root",{"type":0,"data":{"a":1}}]\n',
  ]);
});

test("Storage documents are spelled as the caller reads them, and read in either spelling", async () => {
  await using edge = await openEdge("r", "s");
  const key = { authorization: `Bearer ${edge.secretKey}` };
  await edge.call("POST", "/v2/rooms/r/storage", { weftType: "LiveObject", data: { a: 1 } });
  expect((await edge.call("GET", "/v2/rooms/r/storage?format=anything")).body).toEqual({
    liveblocksType: "LiveObject",
    data: { a: 1 },
  });
  expect((await edge.call("GET", "/v2/rooms/r/storage", undefined, { ...key, "weft-client": "1" })).body).toEqual({
    weftType: "LiveObject",
    data: { a: 1 },
  });
});

test("tokens of a room carry what its accesses give", async () => {
  await using edge = await openEdge("open");
  await edge.services.rooms.create(edge.project.id, "team", {
    defaultAccesses: [],
    usersAccesses: new Map([["ada", ["room:read"] as const]]),
    groupsAccesses: new Map([["staff", ["room:write"] as const]]),
  });
  const claims = async (path: string, body: unknown) => {
    const reply = await edge.call("POST", path, body);
    return reply.status === 200
      ? JSON.parse(Buffer.from(reply.body.token.split(".")[1], "base64url").toString())
      : reply.body.error;
  };
  expect(await claims("/v2/rooms/team/authorize", { userId: "ada" })).toMatchObject({
    k: "acc",
    uid: "ada",
    perms: { team: ["*:read"] },
  });
  expect(await claims("/v2/rooms/team/authorize", { userId: "bob", groupIds: ["staff"] })).toMatchObject({
    perms: { team: ["*:write"] },
  });
  expect(await claims("/v2/rooms/team/authorize", { userId: "bob" })).toBe("UNAUTHORIZED_ROOM_ACCESS");
  expect(await claims("/v2/rooms/team/authorize", {})).toBe("UNAUTHORIZED_ROOM_ACCESS");
  const anonymous = await Promise.all([1, 2].map(() => claims("/v2/rooms/open/authorize", undefined)));
  expect(anonymous[0]).toMatchObject({ uid: expect.stringMatching(/^anonymous-/), perms: { open: ["*:write"] } });
  expect(anonymous[0].uid).not.toBe(anonymous[1].uid);
  expect(await claims("/v2/rooms/open/public/authorize", { publicApiKey: edge.publicKey })).toMatchObject({
    k: "acc",
    perms: { open: ["*:write"] },
  });
});

test("[HE20] REST is closed to web pages, except where a public key is enough", async () => {
  await using edge = await openEdge("r");
  const page = { origin: "https://page.test" };
  const cors = (headers: Readonly<Record<string, string | undefined>>) =>
    Object.entries(headers).filter(([name]) => name.startsWith("access-control") || name === "vary");

  for (const [method, path] of [
    ["GET", "/v2/rooms"],
    ["OPTIONS", "/v2/rooms"],
    ["GET", "/v2/nope"],
    ["PUT", "/v2/rooms"],
  ] as const)
    expect(cors((await edge.call(method, path, undefined, page)).headers)).toEqual([]);

  const open = "/v2/rooms/r/public/authorize";
  const preflight = await edge.call("OPTIONS", open, undefined, {
    ...page,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type",
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    allow: "POST, OPTIONS",
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "POST, OPTIONS",
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "600",
  });
  for (const [method, body] of [
    ["POST", { publicApiKey: edge.publicKey }],
    ["POST", "{"],
    ["GET", undefined],
  ] as const)
    expect((await edge.call(method, open, body, page)).headers).toMatchObject({ "access-control-allow-origin": "*" });
});

test("[HE20] the client API names the page's origin on every answer, errors too", async () => {
  await using edge = await openEdge();
  const page = { origin: "https://page.test" };
  const answer = await edge.call("GET", "/v2/c/nope", undefined, page);
  expect(answer.status).toBe(404);
  const named = {
    "access-control-allow-origin": "https://page.test",
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "X-LB-Warn",
    vary: "Origin",
  };
  expect(answer.headers).toMatchObject(named);
  const preflight = await edge.call("OPTIONS", "/v2/c/nope", undefined, {
    ...page,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization, x-lb-client",
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    ...named,
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": "authorization, x-lb-client",
    "access-control-max-age": "600",
  });
});

test("[HE11] each key has its own rate, and wrong keys one per address", async () => {
  await using edge = await openTestEdge({
    limits: { restRatePerSecond: 2, restRateBurst: 3, restAddressRatePerSecond: 1, restAddressRateBurst: 2 },
  });
  const statuses = async (key: string, count: number) => {
    const seen = [];
    for (let n = 0; n < count; n++)
      seen.push((await edge.call("GET", "/v2/rooms", undefined, { authorization: `Bearer ${key}` })).status);
    return seen;
  };
  expect(await statuses(edge.secretKey, 4)).toEqual([200, 200, 200, 429]);
  expect(await statuses(edge.otherSecretKey, 1)).toEqual([200]);
  expect(await statuses("sk_guess", 3)).toEqual([403, 403, 429]);
  expect(await statuses(edge.otherSecretKey, 1)).toEqual([200]);
  edge.advance(500);
  expect(await statuses(edge.secretKey, 2)).toEqual([200, 429]);
  const slow = await edge.call("GET", "/v2/rooms", undefined, { authorization: "Bearer sk_guess" });
  expect([slow.status, slow.headers["retry-after"]]).toEqual([429, "1"]);
});

test("[HE8] what went wrong inside is logged under the request's id, and not told", async () => {
  await using edge = await openTestEdge({
    services: (real) => ({
      ...real,
      rooms: { ...real.rooms, find: () => Promise.reject(new Error("SELECT * FROM secrets failed")) },
    }),
  });
  const reply = await edge.call("GET", "/v2/rooms/r");
  expect(reply.status).toBe(500);
  expect(reply.text).not.toMatch(/secrets|at .*\.ts/);
  const entry = edge.log.find(({ msg }) => msg === "request failed");
  expect(entry).toMatchObject({ request: reply.headers["x-request-id"], route: "/v2/rooms/{roomId}" });
  expect((entry!["err"] as { stack: string }).stack).toContain("SELECT * FROM secrets failed");
});

test.for([new WeftError("RESTARTING"), new WeftError("TRY_AGAIN_LATER"), new StoreUnavailable("ENOSPC")])(
  "[HE9] a call that meets %s is told to come back",
  async (error) => {
    await using edge = await openTestEdge({
      services: (real) => ({ ...real, gateway: { ...real.gateway, prewarm: () => Promise.reject(error) } }),
    });
    const reply = await edge.call("GET", "/v2/rooms/r/prewarm");
    expect([reply.status, reply.body.error]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(JSON.stringify(edge.log)).toContain(error.message);
  },
);

test("[HE10] an error that its endpoint does not list fails in tests", async () => {
  await using edge = await openTestEdge({
    services: (real) => ({
      ...real,
      gateway: { ...real.gateway, prewarm: () => Promise.reject(new WeftError("ROOM_FULL")) },
    }),
  });
  expect((await edge.call("GET", "/v2/rooms/r/prewarm")).status).toBe(500);
  expect(JSON.stringify(edge.log)).toContain("prewarm-room does not list ROOM_FULL.");
});

test("[HE6] a route that finds nothing answers like an unknown path", async () => {
  await using edge = await openTestEdge();
  edge.app.get("/assets/*", (_request, reply) => reply.callNotFound());
  const reply = await edge.call("GET", "/assets/nope.js", undefined, {});
  expect([reply.status, reply.body.error]).toEqual([404, "NOT_FOUND"]);
});

test("[HE10] an answer that is not what its endpoint declares fails in tests", async () => {
  await using edge = await openTestEdge({
    services: (real) => ({
      ...real,
      gateway: Object.assign(Object.create(real.gateway), {
        activeUsers: async () => [{ connectionId: "three", id: null, info: {} }],
      }),
    }),
  });
  expect((await edge.call("GET", "/v2/rooms/r/active-users")).status).toBe(500);
  expect(JSON.stringify(edge.log)).toContain(
    "The answer of get-active-users-hyphenated differs from its declaration: Value at keypath 'data.0.connectionId': must be a number.",
  );
});

test("[HE23] the log names routes by their template, and holds no key, query or body", async () => {
  await using edge = await openEdge("hush-room");
  await edge.call("GET", "/v2/rooms/hush-room?query=hush-query");
  await edge.call("GET", "/hush-path");
  await edge.call("GET", "/v2/rooms/%zz-hush");
  await edge.call("POST", "/v2/rooms", { id: "r", defaultAccesses: [], metadata: { a: "hush-body" } });
  await edge.call("POST", "/v2/rooms", "hush-json");
  await edge.call("GET", "/v2/rooms", undefined, { authorization: `Bearer ${edge.revokedKey}` });
  const text = JSON.stringify(edge.log);
  expect(text).not.toMatch(/hush|sk_/);
  expect(edge.log.map(({ method, route, status }) => [method, route, status])).toEqual([
    ["GET", "/v2/rooms/{roomId}", 200],
    ["GET", "unmatched", 404],
    ["GET", "unmatched", 400],
    ["POST", "/v2/rooms", 200],
    ["POST", "/v2/rooms", 400],
    ["GET", "/v2/rooms", 403],
  ]);
  expect(edge.log[0]).toMatchObject({ request: expect.any(String), ms: expect.any(Number) });
});

test("[HE24] health and metrics need no key", async () => {
  await using edge = await openEdge("r");
  await edge.call("GET", "/v2/rooms/r");
  expect((await edge.call("GET", "/health/live", undefined, {})).status).toBe(200);
  expect((await edge.call("GET", "/health/ready", undefined, {})).status).toBe(200);
  const { text, headers } = await edge.call("GET", "/metrics", undefined, {});
  expect(headers["content-type"]).toMatch(/^text\/plain; version=/);
  expect(text).toContain('weft_http_request_seconds_count{method="GET",route="/v2/rooms/{roomId}",status="200"} 1');
});

test("[HE24] a server whose disk does not answer is alive but not ready", async () => {
  await using edge = await openTestEdge({
    services: (real) => ({
      ...real,
      health: { ready: () => Promise.reject(new Error("EIO")), serves: async () => false },
    }),
  });
  expect((await edge.call("GET", "/health/live", undefined, {})).status).toBe(200);
  const ready = await edge.call("GET", "/health/ready", undefined, {});
  expect([ready.status, ready.body.error]).toEqual([503, "SERVICE_UNAVAILABLE"]);
});

test("[HE24] a server that is not ready names the reason", async () => {
  const message = "This node is not connected to NATS.";
  await using edge = await openTestEdge({
    services: (real) => ({
      ...real,
      health: { ...real.health, ready: () => Promise.reject(new WeftError("SERVICE_UNAVAILABLE", { message })) },
    }),
  });
  const { status, body } = await edge.call("GET", "/health/ready", undefined, {});
  expect([status, body]).toMatchObject([503, { error: "SERVICE_UNAVAILABLE", message }]);
});

test("the served description names this server", async () => {
  await using edge = await openEdge();
  const { body } = await edge.call("GET", "/v2/openapi.json", undefined, {});
  expect([body.info.version, body.servers]).toEqual(["2.0", [{ url: publicUrl }]]);
});

/** What a listening edge answers to raw bytes; the connection is closed by the server or after the first answer. */
async function sendRaw(edge: TestEdge, text: string): Promise<string> {
  if (!edge.app.server.listening) await edge.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = edge.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8").on("data", (chunk) => (answer += chunk));
    socket.on("error", reject).on("close", () => resolve(answer));
  });
}

/** An edge whose rooms have so much Storage, and a client that asks for it and reads nothing. */
async function openUnread(pieces: readonly Buffer[], bounds: Partial<Limits>) {
  const edge = await openTestEdge({
    limits: bounds,
    services: (real) => ({
      ...real,
      gateway: { ...real.gateway, storageText: async () => ({ pieces, empty: false }) },
    }),
  });
  await edge.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = edge.app.server.address() as AddressInfo;
  return {
    edge,
    ask: async (secretKey: string, path = "/v2/rooms/r/storage") => {
      const silent = connect(port, "127.0.0.1");
      silent.on("error", () => {});
      const asked = once(edge.app.server, "request");
      silent.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secretKey}\r\n\r\n`);
      await asked;
      return silent;
    },
  };
}

const text = "x".repeat(100_000);
const ofPieces = [
  '{"liveblocksType":"LiveObject","data":{"text":"',
  ...Array.from({ length: 400 }, () => text),
  '"}}',
].map((piece) => Buffer.from(piece));
const ofOnePiece = [Buffer.concat(ofPieces)];

test.for([
  ["of many pieces", ofPieces],
  ["of one piece", ofOnePiece],
] as const)("[HE19] a caller who does not read answers %s gets no more, and others get theirs", async ([, pieces]) => {
  const { edge, ask } = await openUnread(pieces, { restUnsentPerCaller: 30_000_000 });
  await using _edge = edge;
  const other = await edge.openProject();
  const silent = await ask(edge.secretKey);
  const status = async (project: Pick<TestEdge, "call">) => project.call("GET", "/v2/rooms");
  await vi.waitUntil(async () => (await status(edge)).status === 429, { timeout: 10_000 });
  expect((await status(edge)).headers["retry-after"]).toBe("1");
  expect((await status(other)).status).toBe(200);
  expect((await edge.call("GET", "/health/live", undefined, {})).status).toBe(200);
  silent.destroy();
  await vi.waitUntil(async () => (await status(edge)).status === 200, { timeout: 10_000 });
});

test("[HE19] when unread answers fill the memory, those of the caller who has most of them end", async () => {
  const { edge, ask } = await openUnread(ofPieces, { restUnsent: 100_000_000, restUnsentPerCaller: 90_000_000 });
  await using _ = edge;
  const other = await edge.openProject();
  const greedy = [await ask(edge.secretKey), await ask(edge.secretKey)];
  const honest = await ask(other.secretKey);
  await Promise.any(greedy.map((socket) => once(socket.resume(), "close")));
  expect(honest.readyState).toBe("open");
  for (const socket of [...greedy, honest]) socket.destroy();
});

test("[HE19] an answer of which nothing is read is ended after a time", async () => {
  const { edge, ask } = await openUnread(ofOnePiece, { restUnsentPerCaller: 30_000_000 });
  await using _ = edge;
  const silent = await ask(edge.secretKey);
  const status = async () => (await edge.call("GET", "/v2/rooms")).status;
  await vi.waitUntil(async () => (await status()) === 429, { timeout: 10_000 });
  await vi.waitUntil(
    async () => {
      edge.advance(limits.restUnreadMs);
      return (await status()) === 200;
    },
    { timeout: 20_000, interval: 500 },
  );
  silent.destroy();
});

test("[HE42] a network asks for so many pages at a time, and callers with a key are not counted with it", async () => {
  await using edge = await openTestEdge({ limits: { pageRateBurst: 5, pageRatePerSecond: 1 } });
  const ask = (path: string) => edge.call("GET", path, undefined, {});
  for (let n = 0; n < 5; n++) expect((await ask(`/no-such-page-${n}`)).status).toBe(404);
  const refused = await ask("/no-such-page");
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
  expect((await edge.call("GET", "/v2/rooms")).status).toBe(200);
  expect((await ask("/health/live")).status).toBe(200);
  edge.advance(1_000);
  expect((await ask("/no-such-page")).status).toBe(404);
});

test("Storage is not read on for a client that has disconnected", async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  await using edge = await openTestEdge({
    services: (real) => ({
      ...real,
      gateway: {
        ...real.gateway,
        storageText: (_room, _format, signal) => {
          asked.resolve(signal!);
          return new Promise((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason as Error)));
        },
      },
    }),
  });
  await edge.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = edge.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET /v2/rooms/r/storage HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${edge.secretKey}\r\n\r\n`);
  const signal = await asked.promise;
  expect(signal.aborted).toBe(false);
  socket.destroy();
  await vi.waitUntil(() => signal.aborted, { timeout: 10_000 });
});

test("a request over a real connection is answered like any other", async () => {
  await using edge = await openEdge();
  await edge.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = edge.app.server.address() as AddressInfo;
  const status = await new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: "/v2/rooms",
        headers: { authorization: `Bearer ${edge.secretKey}`, "content-type": "text/plain; nonsense" },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    call.on("error", reject).end('{"id":"r","defaultAccesses":[]}');
  });
  expect(status).toBe(200);
});

test("[HE6] bytes that are not HTTP are told so in the form of every error", async () => {
  await using edge = await openEdge();
  const answer = await sendRaw(edge, "NONSENSE\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(answer.split("\r\n\r\n")[1]!)).toMatchObject({ error: "BAD_REQUEST" });
});

test("[HE16] headers over 16 KiB are refused", async () => {
  await using edge = await openEdge();
  const answer = await sendRaw(edge, `GET /v2/rooms HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(17 * 1_024)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

test("[HE16] headers and bodies that do not come in time are not waited for", async () => {
  await using edge = await openTestEdge();
  const { headersTimeout, requestTimeout } = edge.app.server;
  // Node ends them at its next look, a second later at most.
  expect([headersTimeout + 1_000, requestTimeout]).toEqual([limits.restHeaderTimeoutMs, limits.restUploadTimeoutMs]);

  await using hasty = await openTestEdge({
    limits: { restHeaderTimeoutMs: 50, restBodyTimeoutMs: 60, restUploadTimeoutMs: 120 },
  });
  await hasty.services.rooms.create(hasty.project.id, "r", { defaultAccesses: [] });
  const upload = `PUT /v2/rooms/r/storage/files/fl_${"a".repeat(21)}/upload/a.txt`;
  for (const head of ["GET /v2/rooms", "POST /v2/rooms", upload, "POST /v2/nowhere"]) {
    const rest =
      head === "GET /v2/rooms" ? "" : `Authorization: Bearer ${hasty.secretKey}\r\nContent-Length: 9\r\n\r\nhalf`;
    const answer = await sendRaw(hasty, `${head} HTTP/1.1\r\nHost: x\r\n${rest}`);
    // What is not found is answered at once, and its body is not waited for.
    expect(answer).toMatch(head === "POST /v2/nowhere" ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 408 /);
  }
});

/** Calls through one proxy, which appends the address that it sees to what the caller claims. */
const claiming = (claimed: string, seen: string) => ({ "x-forwarded-for": `${claimed}, ${seen}` });

test("[HE12] behind a proxy, wrong keys count by the address that it appends", async () => {
  await using edge = await openTestEdge({ trustedProxies: 1 });
  const guess = (n: number, seen: string) =>
    edge.call("GET", "/v2/rooms", undefined, {
      authorization: "Bearer sk_wrong_wrong_wrong",
      ...claiming(`6.6.6.${n}`, seen),
    });
  for (let n = 0; n < limits.restAddressRateBurst; n++) expect((await guess(n, "192.0.2.1")).status).toBe(403);
  expect((await guess(200, "192.0.2.1")).status).toBe(429);
  expect((await guess(200, "192.0.2.2")).status).toBe(403);
});

test.for([
  ["ports", (n: number) => `203.0.113.8:${20_000 + n}`],
  ["brackets and ports", (n: number) => `[2001:db8::8]:${20_000 + n}`],
  ["the addresses of an IPv6 network", (n: number) => `2001:db8:7:1::${n.toString(16)}`],
  ["texts that are not addresses", (n: number) => `unknown-${n}`],
] as const)("[HE12] behind a proxy, %s do not escape the rate of wrong keys", async ([, seen]) => {
  await using edge = await openTestEdge({ trustedProxies: 1, limits: { restAddressRateBurst: 5 } });
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    const headers = { authorization: "Bearer sk_wrong_wrong_wrong", "x-forwarded-for": seen(n) };
    statuses.push((await edge.call("GET", "/v2/rooms", undefined, headers)).status);
  }
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
  // Another network is not affected.
  const headers = { authorization: "Bearer sk_wrong_wrong_wrong", "x-forwarded-for": "[2001:db8:7:2::1]:1" };
  expect((await edge.call("GET", "/v2/rooms", undefined, headers)).status).toBe(403);
});

test("[HE12] behind a proxy, wrong passwords count by the address that it appends", async () => {
  await using edge = await openTestEdge({ trustedProxies: 1 });
  const statuses = new Set<number>();
  for (let n = 0; n < 40; n++) {
    const sent = { email: `ada${n}@example.com`, password: "wrong" };
    const headers = { ...fromSite, ...claiming(`6.6.6.${n}`, "192.0.2.1") };
    statuses.add((await edge.call("POST", "/internal/auth/sign-in/email", sent, headers)).status);
  }
  expect([...statuses]).toEqual([401, 429]);
});
