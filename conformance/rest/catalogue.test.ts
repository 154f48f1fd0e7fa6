import { Validator } from "@seriousme/openapi-schema-validator";
import type { Endpoint } from "@weft/protocol";
import { endpoints, isBytes } from "@weft/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

/** Every declared endpoint, over the wire: a new one without a request here fails. */
let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

/** A version of a room, a file that was uploaded to it, and an upload that has begun there, with its first part. */
interface Files {
  readonly version: string;
  readonly file: string;
  readonly upload: { readonly file: string; readonly id: string; readonly etag: string };
}
const fileBytes = Buffer.from("bytes");
const newFile = `fl_${"n".repeat(21)}`;
const emptyUpdate = Buffer.of(0, 0);
const nothing: Files = {
  version: "vh_nobody_made_this",
  file: newFile,
  upload: { file: newFile, id: `up_${"n".repeat(22)}`, etag: "" },
};

async function uploadTo(room: string): Promise<Files> {
  const [file, other] = [`fl_${"a".repeat(21)}`, `fl_${"b".repeat(21)}`];
  const files = `${lobby.server.url}/v2/rooms/${encodeURIComponent(room)}/storage/files`;
  const call = async (method: string, path: string, body?: Buffer<ArrayBuffer>) => {
    const headers = { Authorization: `Bearer ${lobby.server.secretKey}` };
    const response = await fetch(files + path, { method, headers, ...(body === undefined ? {} : { body }) });
    return (await response.json()) as { uploadId: string; etag: string };
  };
  await call("PUT", `/${file}/upload/a.txt`, fileBytes);
  const { uploadId: id } = await call("POST", `/${other}/multipart/b.txt`);
  const { etag } = await call("PUT", `/${other}/multipart/${id}/1`, fileBytes);
  return { ...nothing, file, upload: { file: other, id, etag } };
}

/** What the calls of an endpoint are about, in this room. */
async function prepare({ tag, template }: Endpoint, room: string): Promise<Files> {
  if (tag === "Storage files") return uploadTo(room);
  if (!template.includes("{versionId}")) return nothing;
  return { ...nothing, version: (await lobby.api.createVersionHistorySnapshot(room)).data.id };
}

/** What stands in the path beside the room's id. */
function pathOf({ template }: Endpoint, { version, file, upload }: Files): Readonly<Record<string, string>> {
  const isNew = template.includes("{name}");
  const fileId = isNew ? newFile : template.includes("{uploadId}") ? upload.file : file;
  return { fileId, name: "n.txt", uploadId: upload.id, partNumber: "1", versionId: version };
}

/** What each call cannot do without in its query. */
const queries: Readonly<Record<string, string>> = {
  "list-later-versions-as-user": "?since=2026-01-01T00%3A00%3A00.000Z",
};

/** A body with which each call succeeds in a fresh, public room. */
const bodies: Readonly<Record<string, (lobby: Lobby, files: Files) => unknown>> = {
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
  "upload-storage-file": () => fileBytes,
  "upload-storage-part": () => fileBytes,
  "complete-storage-upload": (_, { upload }) => ({ parts: [{ partNumber: 1, etag: upload.etag }] }),
  "upload-storage-file-as-user": () => fileBytes,
  "upload-storage-part-as-user": () => fileBytes,
  "complete-storage-upload-as-user": (_, { upload }) => ({ parts: [{ partNumber: 1, etag: upload.etag }] }),
  "get-storage-file-links-as-user": (_, { file }) => ({ fileIds: [file] }),
  "update-document": () => emptyUpdate,
  "authorize-public-room": () => ({ publicApiKey: lobby.server.publicKey }),
};

interface Asked {
  readonly room?: string;
  readonly key?: string | undefined;
  readonly body?: string | Buffer<ArrayBuffer>;
  readonly method?: string;
  readonly files?: Files;
}

async function ask(endpoint: Endpoint, asked: Asked = {}) {
  const { room = "nowhere", key = await keyOf(endpoint), body, method, files = nothing } = asked;
  const values: Readonly<Record<string, string>> = { ...pathOf(endpoint, files), roomId: room };
  const path = endpoint.template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
  const response = await fetch(lobby.server.url + path + (queries[endpoint.id] ?? ""), {
    method: method ?? endpoint.method,
    headers: {
      ...(key === "" ? {} : { Authorization: `Bearer ${key}` }),
      ...(isBytes(endpoint.body) ? { "Content-Type": "application/octet-stream" } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { response, text, error: () => (JSON.parse(text) as { error: string }).error };
}

async function keyOf({ auth }: Endpoint): Promise<string> {
  return auth === "user" ? lobby.accessToken("ada", { "*": ["*:write"] }) : lobby.server.secretKey;
}

function bodyOf({ id }: Endpoint, files = nothing): string | Buffer<ArrayBuffer> | undefined {
  const body = bodies[id]?.(lobby, files);
  if (body === undefined) return undefined;
  return Buffer.isBuffer(body) ? (body as Buffer<ArrayBuffer>) : JSON.stringify(body);
}

/** A method that nothing at the endpoint's path answers to. */
function strangeMethod({ template }: Endpoint): string {
  const known = endpoints.filter((other) => fits(template, other.template)).map(({ method }) => method);
  return ["PUT", "PATCH", "DELETE", "GET"].find((method) => !known.includes(method as "PUT"))!;
}

function fits(template: string, other: string): boolean {
  const [segments, others] = [template.split("/"), other.split("/")];
  return (
    segments.length === others.length &&
    others.every((segment, n) => segment.startsWith("{") || segment === segments[n])
  );
}

const table = endpoints.map((endpoint) => [endpoint.route, endpoint] as const);
const kept = table.filter(([, { auth }]) => auth === "secret");

describe.each(table)("%s", (_, endpoint) => {
  test(`answers ${endpoint.status ?? 200} as declared`, async () => {
    const room = await lobby.newRoom();
    const files = await prepare(endpoint, room);
    const { response, text } = await ask(endpoint, { room, files, body: bodyOf(endpoint, files) });
    expect([response.status, response.ok ? "" : text]).toEqual([endpoint.status ?? 200, ""]);
    if (response.status === 204) expect(text).toBe("");
  });

  test.runIf(endpoint.errors?.includes("ROOM_NOT_FOUND"))("does not find a room that is not there", async () => {
    const { response, error } = await ask(endpoint, { body: bodyOf(endpoint) });
    expect([response.status, error()]).toEqual([404, "ROOM_NOT_FOUND"]);
  });

  test.runIf(endpoint.body !== undefined && !isBytes(endpoint.body))(
    "calls a body that is not JSON malformed",
    async () => {
      const { response, error } = await ask(endpoint, { room: await lobby.newRoom(), body: "{" });
      expect([response.status, error()]).toEqual([400, "BAD_REQUEST"]);
    },
  );

  test("answers another method with 405 and those that it has", async () => {
    const { response, error } = await ask(endpoint, { method: strangeMethod(endpoint) });
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
