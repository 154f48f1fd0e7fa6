import { endpoints, errors, limits, OpType, WeftError } from "@weft/protocol";
import type { Endpoint, ErrorCode } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { Services } from "./services.ts";
import { openTestEdge } from "./test-edge.ts";
import type { Reply, TestEdge, TestEdgeOptions } from "./test-edge.ts";
import { exampleOf } from "./test-requests.ts";

const room = "r";
const missing = "nowhere";

/** An edge with one open room. */
async function openEdge(options?: TestEdgeOptions) {
  const edge = await openTestEdge(options);
  await edge.services.rooms.create(edge.project.id, room, { defaultAccesses: ["room:write"] });
  return edge;
}

interface Ask {
  readonly room?: string;
  readonly url?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The endpoint's own request, with what an error's row changes in it. */
function ask(edge: TestEdge, endpoint: Endpoint, change: Ask = {}): Promise<Reply> {
  const example = exampleOf(endpoint, change.room ?? room, edge);
  const body = "body" in change ? change.body : example.body;
  const headers = change.headers ?? (endpoint.auth === "secret" ? undefined : {});
  return edge.call(example.method, change.url ?? example.url, body, headers);
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const hasPath = (endpoint: Endpoint) => endpoint.template.includes("{roomId}");

/** Every call that is not about keys fails like this. */
function failing(error: () => Error) {
  const refuse = async () => {
    throw error();
  };
  const broken = new Proxy({}, { get: () => refuse });
  return (real: Services): Services => ({
    ...real,
    rooms: broken as Services["rooms"],
    tokens: broken as Services["tokens"],
    gateway: broken as Services["gateway"],
  });
}

type Reach = (edge: TestEdge, endpoint: Endpoint) => Promise<Reply>;

/** How each error is reached, for any endpoint that lists it. */
const reach: { readonly [C in ErrorCode]?: Reach } = {
  MISSING_SECRET_KEY: (edge, endpoint) => ask(edge, endpoint, { headers: {} }),
  WRONG_KEY_USED: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.publicKey) }),
  INVALID_SECRET_KEY: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.revokedKey) }),
  INVALID_PUBLIC_KEY: (edge, endpoint) => ask(edge, endpoint, { body: { publicApiKey: "pk_dev_nobody" } }),
  BAD_REQUEST: (edge, endpoint) =>
    endpoint.body === undefined
      ? ask(edge, endpoint, { url: endpoint.template.replace("{roomId}", "%E0%A4") })
      : ask(edge, endpoint, { body: "{" }),
  UNPROCESSABLE_ENTITY: (edge, endpoint) => {
    if (hasPath(endpoint)) return ask(edge, endpoint, { room: "x".repeat(129) });
    if (endpoint.body === undefined) return ask(edge, endpoint, { url: `${endpoint.template}?limit=0` });
    return ask(edge, endpoint, { body: {} });
  },
  PAYLOAD_TOO_LARGE: (edge, endpoint) =>
    ask(edge, endpoint, { body: Buffer.alloc(limits[endpoint.bodyLimit] + 1, " ") }),
  TOO_MANY_REQUESTS: async (_edge, endpoint) => {
    await using edge = await openEdge({ limits: { restRateBurst: 1, restAddressRateBurst: 1 } });
    await ask(edge, endpoint);
    return await ask(edge, endpoint);
  },
  INTERNAL_SERVER_ERROR: async (_edge, endpoint) => {
    await using edge = await openTestEdge({ services: failing(() => new Error("The disk is on fire.")) });
    return await ask(edge, endpoint);
  },
  SERVICE_UNAVAILABLE: async (_edge, endpoint) => {
    await using edge = await openTestEdge({ services: failing(() => new WeftError("SERVICE_UNAVAILABLE")) });
    return await ask(edge, endpoint);
  },
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
  INVALID_STORAGE_MUTATION_REQUEST: (edge, endpoint) => {
    const tooMuch = { type: OpType.updateObject, id: "root", opId: "1:0", data: { text: "x".repeat(200_000) } };
    const body =
      endpoint.id === "patch-storage"
        ? [{ op: "test", path: "/n", value: "something else" }]
        : { messages: [{ type: 201, ops: [tooMuch] }] };
    return ask(edge, endpoint, { body });
  },
  UNAUTHORIZED_ROOM_ACCESS: async (edge, endpoint) => {
    await edge.services.rooms.create(edge.project.id, "private", { defaultAccesses: [] });
    return ask(edge, endpoint, { room: "private" });
  },
};

describe.for(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))("%s", ([, endpoint]) => {
  test("succeeds as declared", async () => {
    await using edge = await openEdge();
    const reply = await ask(edge, endpoint);
    expect(reply.body?.error).toBeUndefined();
    expect(reply.status).toBe(endpoint.status);
    if ("empty" in endpoint.returns) {
      expect(reply.text).toBe("");
      expect(reply.headers["content-type"]).toBeUndefined();
    } else {
      const type = "lines" in endpoint.returns ? "application/x-ndjson" : "application/json; charset=utf-8";
      expect(reply.headers["content-type"]).toBe(type);
    }
    expect(reply.headers["x-lb-warn"]).toBe(endpoint.deprecated);
  });

  test.for(endpoint.errors)("can answer %s", async (code) => {
    await using edge = await openEdge();
    const reply = await reach[code]!(edge, endpoint);
    expect(reply.body).toEqual({
      error: code,
      message: expect.stringMatching(/./),
      suggestion: expect.any(String),
      docs: `https://weft.test/docs/errors/${code}`,
    });
    expect(reply.status).toBe(errors[code].status);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    if (code === "TOO_MANY_REQUESTS") expect(reply.headers["retry-after"]).toBe("1");
  });
});
