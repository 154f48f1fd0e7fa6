import { Validator } from "@seriousme/openapi-schema-validator";
import type { Endpoint } from "@weft/protocol";
import { endpoints } from "@weft/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

/** Every declared endpoint, over the wire: a new one without a request here fails. */
let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

/** A body with which each call succeeds in a fresh, public room. */
const bodies: Readonly<Record<string, (lobby: Lobby) => unknown>> = {
  "create-room": () => ({ id: lobby.newRoomId(), defaultAccesses: [] }),
  "update-room": () => ({ metadata: { a: "1" } }),
  "upsert-room": () => ({ update: {}, create: { defaultAccesses: [] } }),
  "update-room-id": () => ({ newRoomId: lobby.newRoomId() }),
  "update-room-organization-id": () => ({ fromOrganizationId: "default", toOrganizationId: "acme" }),
  "broadcast-event": () => ({ x: 1 }),
  "broadcast-event-hyphenated": () => [null],
  "set-presence": () => ({ userId: "bot", data: {}, ttl: 2 }),
  "initialize-storage": () => ({ liveblocksType: "LiveObject", data: { a: 1 } }),
  "patch-storage": () => [{ op: "add", path: "/a", value: 1 }],
  "send-message": () => ({ messages: [{ type: 201, ops: [{ type: 3, id: "root", opId: "x", data: { a: 1 } }] }] }),
  "authorize-user": () => ({ userId: "ada", permissions: {} }),
  "identify-user": () => ({ userId: "ada" }),
  "authorize-room": () => ({ userId: "ada" }),
  "authorize-public-room": () => ({ publicApiKey: lobby.server.publicKey }),
};

interface Asked {
  readonly room?: string;
  readonly key?: string | undefined;
  readonly body?: string;
  readonly method?: string;
}

async function ask(endpoint: Endpoint, { room = "nowhere", key = lobby.server.secretKey, body, method }: Asked = {}) {
  const response = await fetch(lobby.server.url + endpoint.template.replace("{roomId}", encodeURIComponent(room)), {
    method: method ?? endpoint.method,
    headers: key === "" ? {} : { Authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { response, text, error: () => (JSON.parse(text) as { error: string }).error };
}

const bodyOf = ({ id }: Endpoint) => (bodies[id] === undefined ? undefined : JSON.stringify(bodies[id](lobby)));
const table = endpoints.map((endpoint) => [endpoint.route, endpoint] as const);
const kept = table.filter(([, { auth }]) => auth === "secret");

describe.each(table)("%s", (_, endpoint) => {
  test(`answers ${endpoint.status ?? 200} as declared`, async () => {
    const { response, text } = await ask(endpoint, { room: await lobby.newRoom(), body: bodyOf(endpoint) });
    expect([response.status, response.ok ? "" : text]).toEqual([endpoint.status ?? 200, ""]);
    if (response.status === 204) expect(text).toBe("");
  });

  test.runIf(endpoint.errors?.includes("ROOM_NOT_FOUND"))("does not find a room that is not there", async () => {
    const { response, error } = await ask(endpoint, { body: bodyOf(endpoint) });
    expect([response.status, error()]).toEqual([404, "ROOM_NOT_FOUND"]);
  });

  test.runIf(endpoint.body !== undefined)("calls a body that is not JSON malformed", async () => {
    const { response, error } = await ask(endpoint, { room: await lobby.newRoom(), body: "{" });
    expect([response.status, error()]).toEqual([400, "BAD_REQUEST"]);
  });

  test("answers another method with 405 and those that it has", async () => {
    const { response, error } = await ask(endpoint, { method: "PUT" });
    expect([response.status, error()]).toEqual([405, "METHOD_NOT_ALLOWED"]);
    expect(response.headers.get("allow")).toContain(endpoint.method);
  });
});

describe.each(kept)("%s", (_, endpoint) => {
  test.each([
    ["no key", "", 401, "MISSING_SECRET_KEY"],
    ["the public key", "pk_test_weft_demo_public_key", 401, "WRONG_KEY_USED"],
    ["a key that nobody has", "sk_nobody_made_this_key", 403, "INVALID_SECRET_KEY"],
  ])("is closed to %s", async (__, key, status, code) => {
    const { response, error } = await ask(endpoint, { key, body: bodyOf(endpoint) });
    expect([response.status, error()]).toEqual([status, code]);
  });
});

test("an unknown path is not found, whoever asks", async () => {
  const response = await fetch(`${lobby.server.url}/v2/nothing`);
  expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([404, "NOT_FOUND"]);
});

test("the OpenAPI document is valid, and names every endpoint with the status it answers", async () => {
  const response = await fetch(`${lobby.server.url}/v2/openapi.json`);
  const document = (await response.json()) as {
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  };
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe("3.1");
  for (const { id, template, method, status = 200 } of endpoints) {
    const operation = document.paths[template]?.[method.toLowerCase()];
    expect(operation?.operationId, id).toBe(id);
    expect(Object.keys(operation!.responses), id).toContain(String(status));
  }
});
