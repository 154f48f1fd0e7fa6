import { endpoints, errors, isBytes, limits, WeftError } from "@weft/protocol";
import type { Endpoint, ErrorCode, RoomId } from "@weft/protocol";
import { afterAll, describe, expect, test } from "vitest";
import type { SiteContext } from "../site/site-context.ts";
import { openTestEdge } from "../testing/test-edge.ts";
import type { HttpReply, TestEdge, TestProject } from "../testing/test-edge.ts";
import { exampleOf, fileBytes, newFileId, prepareRoom } from "./test-requests.ts";
import type { ExampleContext } from "./test-requests.ts";

const room = "r";
const missing = "nowhere";

const edges = new AsyncDisposableStack();
afterAll(() => edges.disposeAsync());
const many = { restRateBurst: 1e9, restAddressRateBurst: 1e9, restUserRateBurst: 1e9 };
const once = { restRateBurst: 1, restAddressRateBurst: 1, restUserRateBurst: 1 };
const shared = edges.use(await openTestEdge({ limits: many }));
const limited = edges.use(await openTestEdge({ limits: once }));

/** A project of its own with one open room, on an edge that tests share: an edge takes longer to open than to ask. */
async function openProject(edge: TestEdge = shared): Promise<Prepared> {
  const own = await edge.openProject();
  await edge.services.rooms.create(own.project.id, room, { defaultAccesses: ["room:write"] });
  const address = { project: own.project.id, room: room as RoomId };
  return { ...own, services: edge.services, ...(await prepareRoom(edge.services, address)) };
}

type Prepared = TestProject & ExampleContext & { readonly services: SiteContext };

interface Ask {
  readonly room?: string;
  readonly url?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The endpoint's own request, with what an error's row changes in it. */
function ask(edge: Prepared, endpoint: Endpoint, change: Ask = {}): Promise<HttpReply> {
  const example = exampleOf(endpoint, change.room ?? room, edge);
  const body = "body" in change ? change.body : example.body;
  const own = { secret: edge.secretKey, user: edge.userToken, publicKeyInBody: "", session: "", none: "" }[
    endpoint.auth
  ];
  const headers = change.headers ?? (own === "" ? {} : bearer(own));
  return edge.call(example.method, change.url ?? example.url, body, { ...headers, ...example.headers });
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const hasPath = (endpoint: Endpoint) => endpoint.template.includes("{roomId}");

/** Every call that is not about keys fails like this. */
function failing(error: () => Error) {
  const refuse = async () => {
    throw error();
  };
  const failingCalls = new Proxy({}, { get: () => refuse });
  return (real: SiteContext): SiteContext => ({
    ...real,
    rooms: failingCalls as SiteContext["rooms"],
    tokens: failingCalls as SiteContext["tokens"],
    gateway: failingCalls as SiteContext["gateway"],
  });
}

/** Nothing can be prepared where everything fails. */
async function openFailing(error: () => Error): Promise<Prepared> {
  const edge = edges.use(await openTestEdge({ services: failing(error), limits: many }));
  return { ...edge, file: newFileId, upload: { file: newFileId, id: "up_", etag: "" }, version: "vh_", actor: 0 };
}
const broken = await openFailing(() => new Error("The disk is on fire."));
const unavailable = await openFailing(() => new WeftError("SERVICE_UNAVAILABLE"));

type Reach = (edge: Prepared, endpoint: Endpoint) => Promise<HttpReply>;

/** How each error is reached, for any endpoint that lists it. */
const reach: { readonly [C in ErrorCode]?: Reach } = {
  MISSING_SECRET_KEY: (edge, endpoint) => ask(edge, endpoint, { headers: {} }),
  WRONG_KEY_USED: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.publicKey) }),
  INVALID_SECRET_KEY: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.revokedKey) }),
  INVALID_PUBLIC_KEY: (edge, endpoint) =>
    endpoint.auth === "user"
      ? ask(edge, endpoint, { headers: bearer("pk_dev_nobody") })
      : ask(edge, endpoint, { body: { publicApiKey: "pk_dev_nobody" } }),
  ORIGIN_NOT_ALLOWED: async (edge, endpoint) => {
    await edge.services.site.projects.updateProject(edge.project.id, { allowedOrigins: ["https://example.com"] });
    const key = endpoint.auth === "user" ? bearer(edge.publicKey) : {};
    return ask(edge, endpoint, { headers: { ...key, origin: "https://elsewhere.example" } });
  },
  PROJECT_CLOSED: async (edge, endpoint) => {
    await edge.services.site.closeProject(edge.project.id);
    return ask(edge, endpoint);
  },
  INVALID_TOKEN: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.secretKey) }),
  TOKEN_EXPIRED: async (edge, endpoint) => ask(edge, endpoint, { headers: bearer(await edge.expiredToken()) }),
  BAD_REQUEST: (edge, endpoint) =>
    endpoint.body === undefined || isBytes(endpoint.body)
      ? ask(edge, endpoint, { url: endpoint.template.replace("{roomId}", "%E0%A4") })
      : ask(edge, endpoint, { body: "{" }),
  UNPROCESSABLE_ENTITY: (edge, endpoint) => {
    if (hasPath(endpoint)) return ask(edge, endpoint, { room: "x".repeat(129) });
    if (endpoint.body === undefined) return ask(edge, endpoint, { url: `${endpoint.template}?limit=0` });
    return ask(edge, endpoint, { body: {} });
  },
  PAYLOAD_TOO_LARGE: (edge, endpoint) => {
    if (endpoint.body !== undefined)
      return ask(edge, endpoint, { body: Buffer.alloc(limits[endpoint.bodyLimit] + 1, " ") });
    const { url } = exampleOf(endpoint, room, edge);
    return ask(edge, endpoint, { url: `${url}?fileSize=${limits.storageFile + 1}` });
  },
  TOO_MANY_REQUESTS: async (_edge, endpoint) => {
    // The address may call once more.
    limited.advance(60_000);
    const edge = await openProject(limited);
    await ask(edge, endpoint);
    return await ask(edge, endpoint);
  },
  INTERNAL_SERVER_ERROR: (_edge, endpoint) => ask(broken, endpoint),
  SERVICE_UNAVAILABLE: (_edge, endpoint) => ask(unavailable, endpoint),
  ROOM_NOT_FOUND: (edge, endpoint) => ask(edge, endpoint, { room: missing }),
  INVALID_QUERY: (edge, endpoint) => ask(edge, endpoint, { url: `${endpoint.template}?query=colour%3A1` }),
  ROOM_ALREADY_EXISTS: (edge, endpoint) => {
    const taken = { id: room, newRoomId: room, defaultAccesses: [] };
    return ask(edge, endpoint, { body: taken });
  },
  CANNOT_UPDATE_EXISTING_STORAGE: async (edge, endpoint) => {
    await ask(edge, endpoint);
    return await ask(edge, endpoint);
  },
  INVALID_STORAGE_MUTATION_REQUEST: (edge, endpoint) =>
    ask(edge, endpoint, { body: [{ op: "test", path: "/n", value: "something else" }] }),
  UNAUTHORIZED_ROOM_ACCESS: async (edge, endpoint) => {
    await edge.services.rooms.create(edge.project.id, "private", { defaultAccesses: [] });
    const headers = endpoint.auth === "user" ? bearer(edge.publicKey) : undefined;
    return ask(edge, endpoint, { room: "private", headers });
  },
  STORAGE_FILE_NOT_FOUND: (edge, endpoint) => ask({ ...edge, file: newFileId }, endpoint),
  RESOURCE_NOT_FOUND: (edge, endpoint) =>
    ask({ ...edge, upload: { ...edge.upload, id: `up_${"x".repeat(22)}` }, version: "vh_nobody_made_this" }, endpoint),
  CONFLICT: async (edge, endpoint) => {
    const project = edge.project.id;
    const address = { project, room: room as RoomId };
    await edge.services.files.upload(address, { id: newFileId, name: "other.txt" }, fileBytes);
    if (isBytes(endpoint.body)) return ask(edge, endpoint, { body: Buffer.from("other") });
    return ask({ ...edge, upload: { ...edge.upload, file: newFileId } }, endpoint);
  },
};

function typeOf({ returns }: Endpoint): string {
  if ("lines" in returns) return "application/x-ndjson";
  return "octets" in returns ? "application/octet-stream" : "application/json; charset=utf-8";
}

describe.for(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))("%s", ([, endpoint]) => {
  test("[HE10] succeeds as declared", async () => {
    const edge = await openProject();
    const reply = await ask(edge, endpoint);
    expect(reply.body?.error).toBeUndefined();
    expect(reply.status).toBe(endpoint.status);
    if ("empty" in endpoint.returns) {
      expect(reply.text).toBe("");
      expect(reply.headers["content-type"]).toBeUndefined();
    } else {
      expect(reply.headers["content-type"]).toBe(typeOf(endpoint));
    }
    expect(reply.headers["x-lb-warn"]).toBe(endpoint.deprecated);
  });

  test.for(endpoint.errors)("[HE6] can answer %s", async (code) => {
    const edge = await openProject();
    const reply = await reach[code]!(edge, endpoint);
    expect(reply.status).toBe(errors[code].status);
    if (code === "TOO_MANY_REQUESTS") expect(reply.headers["retry-after"]).toBe("1");
    // Where the path cannot be read, there is no telling which endpoint was meant.
    if ("octets" in endpoint.returns && endpoint.auth === "user" && code !== "BAD_REQUEST") {
      expect([reply.text, reply.headers["content-type"]]).toEqual(["", undefined]);
      return;
    }
    expect(reply.body).toEqual({
      error: code,
      message: expect.stringMatching(/./),
      suggestion: expect.any(String),
      docs: `https://weft.test/docs/errors/${code}`,
    });
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});
