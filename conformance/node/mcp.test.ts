/** The MCP server with the official client of the protocol, over HTTP. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

async function connect({ key = lobby.server.secretKey, query = "" } = {}) {
  const client = new Client({ name: "conformance", version: "1.0.0" });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`/mcp${query}`, lobby.server.url), { requestInit: { headers } }),
  );
  return {
    client,
    async call(name: string, given: Record<string, unknown> = {}) {
      const { content, isError = false } = await client.callTool({ name, arguments: given });
      const text = content[0]?.type === "text" ? content[0].text : "";
      return { isError, text, body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

test("[MC1] [MC8] an assistant connects, and lists the tools with their arguments", async () => {
  await using assistant = await connect();
  expect(assistant.client.getServerVersion()).toMatchObject({ name: "weft" });
  expect(assistant.client.getInstructions()).toContain("Weft");
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "list_rooms",
      "create_room",
      "get_storage",
      "get_document",
      "list_threads",
      "list_copilots",
    ]),
  );
  expect(tools.find(({ name }) => name === "get_room")).toMatchObject({
    title: "Get room",
    inputSchema: { type: "object", required: ["roomId"] },
    annotations: { readOnlyHint: true },
  });
});

test("[MC2] an assistant creates a room, reads its Storage and comments in it", async () => {
  await using assistant = await connect();
  const roomId = lobby.newRoomId();
  const created = await assistant.call("create_room", { body: { id: roomId, defaultAccesses: ["room:write"] } });
  expect(created.body).toEqual({ ...created.body, id: roomId, type: "room" });
  expect((await lobby.api.getRoom(roomId)).id).toBe(roomId);

  await lobby.api.initializeStorageDocument(roomId, {
    liveblocksType: "LiveObject",
    data: { title: "Plan", tasks: { liveblocksType: "LiveList", data: ["write", "review"] } },
  });
  const storage = await assistant.call("get_storage", { roomId, format: "json" });
  expect(storage.body).toEqual({ title: "Plan", tasks: ["write", "review"] });
  await assistant.call("patch_storage", { roomId, body: [{ op: "add", path: "/tasks/-", value: "ship" }] });
  expect(await lobby.api.getStorageDocument(roomId, "json")).toMatchObject({ tasks: ["write", "review", "ship"] });

  const text = { version: 1, content: [{ type: "paragraph", children: [{ text: "Looks good." }] }] };
  const thread = await assistant.call("create_thread", { roomId, body: { comment: { userId: "ada", body: text } } });
  expect((await lobby.api.getThreads({ roomId })).data.map(({ id }) => id)).toEqual([thread.body.id]);
});

test("[MC3] a refused call is an error that the assistant can read", async () => {
  await using assistant = await connect();
  const { isError, body } = await assistant.call("get_room", { roomId: "nowhere" });
  expect(isError).toBe(true);
  expect(body).toMatchObject({ error: "ROOM_NOT_FOUND", suggestion: expect.stringContaining("Create the room") });
});

test("[MC4] an assistant without a secret key cannot connect", async () => {
  const { publicKey } = lobby.server;
  await expect(connect({ key: publicKey })).rejects.toThrow("WRONG_KEY_USED");
  await expect(connect({ key: "sk_unknown_key" })).rejects.toThrow("INVALID_SECRET_KEY");
});

test("[MC6] a read-only connection changes nothing", async () => {
  const roomId = await lobby.newRoom();
  await using assistant = await connect({ query: "?read_only=true" });
  const { tools } = await assistant.client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect((await assistant.call("delete_room", { roomId })).body).toMatchObject({ error: "FORBIDDEN" });
  expect((await assistant.call("get_room", { roomId })).body.id).toBe(roomId);
});
