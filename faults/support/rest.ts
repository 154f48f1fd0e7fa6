import type { JsonObject, Permission } from "@weft/protocol";

interface Reached {
  readonly url: string;
  readonly secretKey: string;
}

/** A REST call with the project's secret key. Any status is an answer. */
export async function call(
  server: Reached,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${server.secretKey}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  let answer: unknown = text;
  if (text !== "" && response.headers.get("content-type")?.includes("json") === true) answer = JSON.parse(text);
  return { status: response.status, body: answer };
}

async function succeed(server: Reached, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await call(server, method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const roomPath = (room: string) => `/v2/rooms/${encodeURIComponent(room)}`;

/** Creates a room that everyone may write to, with this Storage. */
export async function createRoom(
  server: Reached,
  id: string,
  options: { readonly storage?: JsonObject; readonly defaultAccesses?: readonly Permission[] } = {},
): Promise<void> {
  await succeed(server, "POST", "/v2/rooms", { id, defaultAccesses: options.defaultAccesses ?? ["room:write"] });
  if (options.storage !== undefined) await succeed(server, "POST", `${roomPath(id)}/storage`, options.storage);
}

/** A room's Storage as plain JSON. */
export async function readStorage<T = JsonObject>(server: Reached, room: string): Promise<T> {
  return (await succeed(server, "GET", `${roomPath(room)}/storage?format=json`)) as T;
}

/** A document as one update, in Yjs's first encoding. */
export async function readDocument(server: Reached, room: string, guid = ""): Promise<Uint8Array> {
  const response = await fetch(`${server.url}${roomPath(room)}/ydoc-binary${documentQuery(guid)}`, {
    headers: { authorization: `Bearer ${server.secretKey}` },
  });
  if (response.status !== 200) throw new Error(`The document was answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Applies an update to a document, and answers the status. */
export async function putDocument(
  server: Reached,
  room: string,
  update: Uint8Array,
  { guid = "", v2 = false }: { readonly guid?: string; readonly v2?: boolean } = {},
): Promise<number> {
  const response = await fetch(`${server.url}${roomPath(room)}/ydoc${documentQuery(guid, v2)}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${server.secretKey}`, "content-type": "application/octet-stream" },
    body: Buffer.from(update),
  });
  await response.arrayBuffer();
  return response.status;
}

function documentQuery(guid: string, v2 = false): string {
  const query = new URLSearchParams();
  if (guid !== "") query.set("guid", guid);
  if (v2) query.set("encoder", "v2");
  return query.size === 0 ? "" : `?${query.toString()}`;
}

export async function tokenFor(
  server: Reached,
  userId: string,
  permissions: Readonly<Record<string, readonly Permission[]>> = { "*": ["room:write"] },
  more: JsonObject = {},
): Promise<string> {
  const answer = await succeed(server, "POST", "/v2/authorize-user", { userId, permissions, ...more });
  return (answer as { token: string }).token;
}

/** One number of `/metrics`, such as `weft_connections` or `weft_connections_closed_total{code="1013"}`. */
export async function metric(server: Reached, name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}

/** Storage documents as REST takes them. */
export const live = {
  object: (data: JsonObject): JsonObject => ({ liveblocksType: "LiveObject", data }),
  list: (data: readonly JsonObject[string][] = []): JsonObject => ({ liveblocksType: "LiveList", data: data as never }),
  map: (data: JsonObject = {}): JsonObject => ({ liveblocksType: "LiveMap", data }),
} as const;
