import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge, publicUrl } from "../testing/test-edge.ts";
import type { HttpReply, TestEdge, TestEdgeOptions } from "../testing/test-edge.ts";

const accepted = { accept: "application/json, text/event-stream", "content-type": "application/json" };

interface McpCaller {
  readonly edge: TestEdge;
  post(message: unknown, headers?: Readonly<Record<string, string>>, path?: string): Promise<HttpReply>;
  list(path?: string): Promise<readonly { name: string; annotations: { readOnlyHint: boolean } }[]>;
  /** The answer's text, what follows it, and whether it is an error. */
  tool(
    name: string,
    given?: unknown,
    path?: string,
  ): Promise<{ text: string; more?: string; isError?: true; body: any }>;
}

async function open(options?: TestEdgeOptions): Promise<McpCaller & AsyncDisposable> {
  const edge = await openTestEdge(options);
  let id = 0;
  const post: McpCaller["post"] = (message, headers = {}, path = "/mcp") =>
    edge.call("POST", path, message, { authorization: `Bearer ${edge.secretKey}`, ...accepted, ...headers });
  const request = (method: string, params?: unknown) => ({ jsonrpc: "2.0", id: ++id, method, params });
  return {
    edge,
    post,
    list: async (path) => (await post(request("tools/list"), {}, path)).body.result.tools,
    async tool(name, given, path) {
      const { body } = await post(request("tools/call", { name, arguments: given }), {}, path);
      const { content, isError } = body.result;
      const [{ text }, more] = content;
      return {
        text,
        ...(more && { more: more.text }),
        ...(isError && { isError }),
        body: text.startsWith("{") ? JSON.parse(text) : undefined,
      };
    },
    [Symbol.asyncDispose]: () => edge[Symbol.asyncDispose](),
  };
}

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

test("[MC2] a tool call answers what the REST call answers", async () => {
  await using mcp = await open();
  const created = await mcp.tool("create_room", { body: { id: "a/b ü", defaultAccesses: [], metadata: { a: "1" } } });
  const read = await mcp.edge.call("GET", `/v2/rooms/${encodeURIComponent("a/b ü")}`);
  expect(created).toEqual({ text: read.text, body: read.body });
  expect((await mcp.tool("get_room", { roomId: "a/b ü" })).text).toBe(read.text);

  const storage = { liveblocksType: "LiveObject", data: { n: 1 } };
  expect((await mcp.tool("initialize_storage", { roomId: "a/b ü", body: storage })).isError).toBeUndefined();
  expect((await mcp.tool("get_storage", { roomId: "a/b ü", format: "json" })).body).toEqual({ n: 1 });
  const patch = [{ op: "replace", path: "/n", value: 2 }];
  expect(await mcp.tool("patch_storage", { roomId: "a/b ü", body: patch })).toMatchObject({ text: "Done." });
  expect((await mcp.tool("get_storage", { roomId: "a/b ü", format: "json" })).body).toEqual({ n: 2 });
  expect(await mcp.tool("delete_room", { roomId: "a/b ü" })).toMatchObject({ text: "Done." });
  expect((await mcp.edge.call("GET", "/v2/rooms")).body.data).toEqual([]);
});

test("[MC2] arguments become text, flags and families of the query", async () => {
  await using mcp = await open();
  for (const [id, color] of [
    ["one", "red"],
    ["two", "blue"],
    ["three", "red"],
  ])
    await mcp.tool("create_room", { body: { id, defaultAccesses: [], metadata: { color } } });
  const idsOf = async (given: object) =>
    (await mcp.tool("list_rooms", given)).body.data.map(({ id }: { id: string }) => id).toSorted();
  expect(await idsOf({ metadata: { color: "red" } })).toEqual(["one", "three"]);
  expect(await idsOf({ query: "roomId^'t'", userId: null })).toEqual(["three", "two"]);
  expect(await idsOf({ limit: 2 })).toHaveLength(2);
  const again = { body: { id: "one", defaultAccesses: [] } };
  expect((await mcp.tool("create_room", again)).body.error).toBe("ROOM_ALREADY_EXISTS");
  expect((await mcp.tool("create_room", { ...again, idempotent: false })).body.error).toBe("ROOM_ALREADY_EXISTS");
  expect((await mcp.tool("create_room", { ...again, idempotent: true })).body.id).toBe("one");
});

test("[MC2] a call is logged as a REST call, from the caller's address, and reported to the project once", async () => {
  await using mcp = await open({ trustedProxies: 1 });
  const { edge } = mcp;
  const reported: string[] = [];
  using _ = edge.activityWriter.follow(edge.project.id, {
    event: () => {},
    request: ({ path }) => void reported.push(path),
  });
  await mcp.list();
  const params = { name: "get_room", arguments: { roomId: "r" } };
  await mcp.post(
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    { "x-forwarded-for": "203.0.113.7", "user-agent": "assistant/1" },
  );
  const routes = edge.log.filter(({ msg }) => msg === "request answered").map(({ route, status }) => [route, status]);
  expect(routes).toEqual([
    ["/mcp", 200],
    ["/v2/rooms/{roomId}", 404],
    ["/mcp", 200],
  ]);
  expect(JSON.stringify(edge.log)).not.toContain(edge.secretKey);
  expect(reported).toEqual(["/v2/rooms/{roomId}"]);
});

test("[MC2] every message counts once against the rate of the key", async () => {
  await using mcp = await open({ limits: { restRateBurst: 3, restRatePerSecond: 1 } });
  expect((await mcp.post(ping)).status).toBe(200);
  expect((await mcp.tool("list_rooms")).isError).toBeUndefined();
  expect((await mcp.tool("no_tool")).body.error).toBe("NOT_FOUND");
  const over = await mcp.tool("list_rooms");
  expect(over.body.error).toBe("TOO_MANY_REQUESTS");
  expect(over.more).toBe("Retry after 1 seconds.");
  const refused = await mcp.post(ping);
  expect([refused.status, refused.body.error]).toEqual([429, "TOO_MANY_REQUESTS"]);
  mcp.edge.advance(1_000);
  expect((await mcp.post(ping)).status).toBe(200);
});

test("[MC3] a refused REST call is a tool error with the code, the message and the suggestion", async () => {
  await using mcp = await open();
  const { isError, body } = await mcp.tool("get_room", { roomId: "nowhere" });
  expect(isError).toBe(true);
  const { body: rest } = await mcp.edge.call("GET", "/v2/rooms/nowhere");
  expect(body).toEqual(rest);
  expect(body).toEqual({
    error: "ROOM_NOT_FOUND",
    message: "Room not found.",
    suggestion: "Create the room first, or check its id.",
    docs: `${publicUrl}/docs/errors/ROOM_NOT_FOUND`,
  });
  expect(await mcp.tool("create_room", { body: { id: 7 } })).toMatchObject({
    isError: true,
    body: { error: "UNPROCESSABLE_ENTITY" },
  });
  expect(await mcp.tool("create_room")).toMatchObject({ isError: true, body: { message: "The body is missing." } });
});

test("[MC3] an unexpected error is logged, and answered without details", async () => {
  await using mcp = await open({
    services: (real) => ({
      ...real,
      rooms: {
        ...real.rooms,
        find: () => {
          throw new Error("the disk is on fire");
        },
      },
    }),
  });
  const { text, isError } = await mcp.tool("get_room", { roomId: "r" });
  expect(isError).toBe(true);
  expect(text).toContain("INTERNAL_SERVER_ERROR");
  expect(text).not.toContain("fire");
  expect(JSON.stringify(mcp.edge.log)).toContain("the disk is on fire");
});

test.for([
  ["no credential", () => undefined, 401, "MISSING_SECRET_KEY"],
  ["a public key", ({ publicKey }: TestEdge) => publicKey, 401, "WRONG_KEY_USED"],
  ["a user's token", ({ userToken }: TestEdge) => userToken, 403, "INVALID_SECRET_KEY"],
  ["a revoked key", ({ revokedKey }: TestEdge) => revokedKey, 403, "INVALID_SECRET_KEY"],
  ["a management token", () => `wmt_${"x".repeat(43)}`, 403, "INVALID_SECRET_KEY"],
] as const)("[MC4] %s is refused before the body is read", async ([, credential, status, error]) => {
  await using mcp = await open({ limits: { restAddressRateBurst: 2 } });
  const shown = credential(mcp.edge);
  const headers = { ...accepted, ...(shown !== undefined && { authorization: `Bearer ${shown}` }) };
  const reply = await mcp.edge.call("POST", "/mcp", "{", headers);
  expect([reply.status, reply.body.error]).toEqual([status, error]);
  await mcp.edge.call("POST", "/mcp", "{", headers);
  // Guesses are counted by address.
  expect((await mcp.edge.call("POST", "/mcp", "{", headers)).status).toBe(429);
  expect((await mcp.post(ping)).status).toBe(200);
});

test("[MC4] a call reaches only the project of its key", async () => {
  await using mcp = await open();
  await mcp.tool("create_room", { body: { id: "r", defaultAccesses: [] } });
  const params = { name: "get_room", arguments: { roomId: "r" } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const other = await mcp.post(message, { authorization: `Bearer ${mcp.edge.otherSecretKey}` });
  expect(other.body.result).toMatchObject({ isError: true });
  expect(other.text).toContain("ROOM_NOT_FOUND");
});

test("[MC5] web pages of other origins are refused, and may not read answers", async () => {
  await using mcp = await open();
  for (const origin of ["https://evil.test", "null", "http://weft.test", "https://weft.test.evil.test"]) {
    const reply = await mcp.post(ping, { origin, host: new URL(publicUrl).host });
    expect([reply.status, reply.body.error]).toEqual([403, "ORIGIN_NOT_ALLOWED"]);
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
  }
  // A page whose name was rebound to this address.
  expect((await mcp.post(ping, { origin: "http://evil.test", host: "evil.test" })).status).toBe(403);
  const preflight = await mcp.edge.call("OPTIONS", "/mcp", undefined, {
    origin: "https://evil.test",
    "access-control-request-method": "POST",
  });
  expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
  expect((await mcp.post(ping, { origin: publicUrl })).status).toBe(200);
});

test("[MC6] a read-only connection lists and calls only tools that read", async () => {
  await using mcp = await open();
  await mcp.tool("create_room", { body: { id: "r", defaultAccesses: [] } });
  const all = await mcp.list();
  const readOnly = await mcp.list("/mcp?read_only=true");
  expect(readOnly.length).toBeGreaterThan(20);
  expect(readOnly.map(({ name }) => name)).toEqual(
    all.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name),
  );
  expect(await mcp.list("/mcp?read_only=false")).toEqual(all);
  expect((await mcp.tool("get_room", { roomId: "r" }, "/mcp?read_only=true")).body.id).toBe("r");
  for (const { name } of all.filter(({ annotations }) => !annotations.readOnlyHint))
    expect(await mcp.tool(name, { roomId: "r" }, "/mcp?read_only=true")).toMatchObject({
      isError: true,
      body: { error: "FORBIDDEN" },
    });
  expect((await mcp.tool("get_room", { roomId: "r" })).body.id).toBe("r");
});

test.for(["readonly=true", "read_only=yes", "read_only", "Read_Only=true"])(
  "[MC6] the misspelled query %s gives no write access",
  async (query) => {
    await using mcp = await open();
    const reply = await mcp.post(ping, {}, `/mcp?${query}`);
    expect([reply.status, reply.body.error]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
  },
);

test.for([
  ["delete_thread", { roomId: "r", threadId: ".." }],
  ["delete_thread", { roomId: "r", threadId: "." }],
  ["delete_thread", { roomId: "r", threadId: "" }],
  ["delete_room", { roomId: ["r"] }],
  ["delete_room", { roomId: { toString: "r" } }],
  ["delete_room", {}],
  ["delete_room", { roomId: "r", roomid: "s" }],
  ["delete_room", { roomId: "\u0000" }],
  ["delete_room", { roomId: "\ud800" }],
  ["list_rooms", { query: { a: 1 } }],
  ["list_rooms", { metadata: ["a"] }],
  ["list_rooms", { __proto__x: 1 }],
  ["create_room", { idempotent: "yes", body: { id: "x", defaultAccesses: [] } }],
] as const)("[MC7] %s with the arguments %j makes no other call", async ([name, given]) => {
  await using mcp = await open();
  await mcp.edge.services.rooms.create(mcp.edge.project.id, "r", { defaultAccesses: [] });
  expect(await mcp.tool(name, given)).toMatchObject({ isError: true, body: { error: "UNPROCESSABLE_ENTITY" } });
  const { body } = await mcp.edge.call("GET", "/v2/rooms");
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(["r"]);
});

test.for(["../..", "a/../b", "%2e%2e", "..%2f", "?x=1", "#y", "r\\..\\s"])(
  "[MC7] the id %j is one part of the path",
  async (id) => {
    await using mcp = await open();
    await mcp.edge.services.rooms.create(mcp.edge.project.id, id, { defaultAccesses: [] });
    expect((await mcp.tool("get_room", { roomId: id })).body.id).toBe(id);
    expect((await mcp.tool("get_storage", { roomId: id, format: "json" })).text).toBe("{}");
  },
);

test("[MC8] each request is answered by itself, and no session is opened", async () => {
  await using mcp = await open();
  const initialize = await mcp.post({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  });
  expect(initialize.status).toBe(200);
  expect(initialize.headers["mcp-session-id"]).toBeUndefined();
  expect(initialize.body.result).toMatchObject({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "weft" },
  });
  expect((await mcp.post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
  expect((await mcp.list()).length).toBeGreaterThan(60);
  for (const method of ["GET", "DELETE", "PUT"]) {
    const reply = await mcp.edge.call(method, "/mcp");
    expect([reply.status, reply.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);
  }
});

test("[MC8] messages have a bound, and must be one JSON-RPC message", async () => {
  await using mcp = await open();
  const large = { ...ping, params: { text: "x".repeat(limits.smallBody) } };
  expect((await mcp.post(large)).body.error).toBe("PAYLOAD_TOO_LARGE");
  for (const message of ["", "{", "7", "null", "[]", [ping, ping]])
    expect((await mcp.post(message)).status, JSON.stringify(message)).toBe(400);
  expect((await mcp.post("[".repeat(200_000))).status).toBe(422);
  expect((await mcp.post({ hello: 1 })).body.error.code).toBe(-32700);
  expect((await mcp.post({ ...ping, method: "no/method" })).body.error.code).toBe(-32601);
  expect((await mcp.post(ping, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  expect((await mcp.post(ping)).status).toBe(200);
});

test("[MC8] an answer that is too large is a tool error", async () => {
  await using mcp = await open({ limits: { mcpAnswerBytes: 2_000 } });
  await mcp.tool("create_room", { body: { id: "r", defaultAccesses: [] } });
  const storage = { liveblocksType: "LiveObject", data: { text: "x".repeat(3_000) } };
  expect((await mcp.edge.call("POST", "/v2/rooms/r/storage", storage)).status).toBe(200);
  const { isError, body } = await mcp.tool("get_storage", { roomId: "r", format: "json" });
  expect(isError).toBe(true);
  expect(body).toMatchObject({ error: "PAYLOAD_TOO_LARGE", message: "The answer is larger than 2,000 bytes." });
  expect((await mcp.tool("get_room", { roomId: "r" })).body.id).toBe("r");
});

test("[MC8] answers that are too large are not kept in memory", async () => {
  await using mcp = await open({ limits: { mcpAnswerBytes: 2_000, restUnsent: 1_000_000 } });
  await mcp.tool("create_room", { body: { id: "r", defaultAccesses: [] } });
  const item = { liveblocksType: "LiveObject", data: { text: "x".repeat(80_000) } };
  const list = { liveblocksType: "LiveList", data: Array.from({ length: 9 }, () => item) };
  const storage = { liveblocksType: "LiveObject", data: { list } };
  expect((await mcp.edge.call("POST", "/v2/rooms/r/storage", storage)).status).toBe(200);
  for (let n = 0; n < 4; n++)
    expect((await mcp.tool("get_storage", { roomId: "r" })).body.error).toBe("PAYLOAD_TOO_LARGE");
  expect((await mcp.edge.call("GET", "/v2/rooms/r/storage")).status).toBe(200);
});

test("[MC8] a caller who disconnects causes no error", async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await using mcp = await open({
    services: (real) => ({
      ...real,
      rooms: {
        ...real.rooms,
        async find() {
          begun.resolve();
          await ended.promise;
          return undefined;
        },
      },
    }),
  });
  const { app, secretKey, log } = mcp.edge;
  const address = await app.listen({ port: 0 });
  const caller = new AbortController();
  const params = { name: "get_room", arguments: { roomId: "r" } };
  const call = fetch(`${address}/mcp`, {
    method: "POST",
    headers: { ...accepted, authorization: `Bearer ${secretKey}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal: caller.signal,
  });
  await begun.promise;
  caller.abort();
  await expect(call).rejects.toThrow("aborted");
  ended.resolve();
  await expect
    .poll(() => log.filter(({ route }) => route === "/mcp" || route === "/v2/rooms/{roomId}"))
    .toHaveLength(2);
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test("[MC9] a server with WEFT_MCP=false has no MCP server", async () => {
  await using mcp = await open({ mcp: false });
  for (const method of ["GET", "POST"]) expect((await mcp.edge.call(method, "/mcp", ping)).status).toBe(404);
});
