/** Whatever a caller sends, the answer is one that the endpoint declares, and never 500. */
import { endpoints, parameterOf } from "@weft/protocol";
import type { Endpoint, RoomId } from "@weft/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import { propertyOptions } from "@weft/collab/suites/property-options.ts";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge } from "../testing/test-edge.ts";
import { exampleOf, prepareRoom } from "./test-requests.ts";

const runs = 60;
const unlimited = { restRateBurst: 1e9, restAddressRateBurst: 1e9, restUserRateBurst: 1e9, managementRateBurst: 1e9 };

async function openEdge() {
  const edge = await openTestEdge({ limits: unlimited });
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: ["room:write"] });
  const { token: managementToken, project, webhook } = await edge.openTeam();
  const room = await prepareRoom(edge.services, { project: edge.project.id, room: "r" as RoomId });
  return Object.assign(edge, room, { managementToken, managedProject: project.id, managedWebhook: webhook });
}

/** The credential of an endpoint. */
function bearerFor({ auth }: Endpoint, edge: Awaited<ReturnType<typeof openEdge>>) {
  const isUser = auth === "user" || auth === "personal";
  const key = auth === "management" ? edge.managementToken : isUser ? edge.userToken : edge.secretKey;
  return { authorization: `Bearer ${key}` };
}

/** A value with one of its places, at any depth, replaced by another. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(undefined, null, "", "\u0000", "\ud800", -0, 1e308, "x".repeat(300), ["*"], { __proto__: null }),
  );
  if (Buffer.isBuffer(value)) return fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes));
  if (typeof value !== "object" || value === null) return anything;
  const keys = Object.keys(value);
  if (keys.length === 0) return anything;
  return fc.oneof(
    { weight: 1, arbitrary: anything },
    {
      weight: 4,
      arbitrary: fc.constantFrom(...keys).chain((key) =>
        damaged((value as Record<string, unknown>)[key]).map((inner) => {
          const copy = structuredClone(value) as Record<string, unknown>;
          copy[key] = inner;
          return copy;
        }),
      ),
    },
  );
}

function expectDeclared(edge: TestEdge, reply: { status: number; body: any }, endpoint: (typeof endpoints)[number]) {
  if (reply.status === endpoint.status) return;
  expect(endpoint.errors, JSON.stringify(edge.log.at(-2))).toContain(reply.body?.error);
  expect(reply.status).toBeLessThan(500);
}

test.for(endpoints.filter(({ body }) => body !== undefined).map((endpoint) => [endpoint.id, endpoint] as const))(
  "[HE7] %s takes or refuses any body",
  async ([, endpoint]) => {
    await using edge = await openEdge();
    const { method, url, body } = exampleOf(endpoint, "r", edge);
    await fc.assert(
      fc.asyncProperty(damaged(body), async (sent) => {
        const text = Buffer.isBuffer(sent) ? sent : (JSON.stringify(sent) ?? "");
        expectDeclared(edge, await edge.call(method, url, text, bearerFor(endpoint, edge)), endpoint);
      }),
      propertyOptions(runs),
    );
  },
);

const unstorable = fc.constantFrom("\0", "a\0b", "\ud800", "a\udc00b");
/** What the store says of a text that nothing refused before. */
const slippedThrough = "A text contains U+0000, which cannot be stored.";

/** A value with a text that no database can hold in one of its places, at any depth: a value, or a key. */
function poisoned(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return unstorable;
  const at = fc.constantFrom(...Object.keys(value));
  const replaced = at.chain((key) =>
    poisoned((value as Record<string, unknown>)[key]).map((inner) =>
      Object.assign(structuredClone(value), { [key]: inner }),
    ),
  );
  if (Array.isArray(value)) return replaced;
  const renamed = fc.tuple(at, unstorable).map(([key, name]) => {
    const { [key]: moved, ...others } = value as Record<string, unknown>;
    return { ...others, [name]: moved };
  });
  return fc.oneof({ weight: 3, arbitrary: replaced }, { weight: 1, arbitrary: renamed });
}

/** Everything that a body may hold, beside what the example of its endpoint does. */
const fullBodies: ReadonlyMap<string, object> = new Map([
  [
    "create-room",
    {
      id: "new",
      defaultAccesses: ["room:write"],
      usersAccesses: { ada: ["room:read"] },
      groupsAccesses: { staff: ["room:read"] },
      metadata: { color: "red", tags: ["a", "b"] },
      organizationId: "acme",
      tenantId: "acme",
    },
  ],
  [
    "update-room",
    {
      usersAccesses: { ada: ["room:read"], ben: null },
      groupsAccesses: { staff: ["room:read"], guests: null },
      metadata: { color: "red", tags: ["a", "b"], gone: null },
    },
  ],
  ["set-presence", { userId: "ada", data: { x: "y" }, userInfo: { name: "Ada", extra: { a: "b" } } }],
  [
    "authorize-user",
    { userId: "ada", permissions: { "docs:*": ["*:read"] }, userInfo: { name: "Ada" }, organizationId: "acme" },
  ],
  ["identify-user", { userId: "ada", groupIds: ["staff"], userInfo: { name: "Ada" }, tenantId: "acme" }],
  ["authorize-room", { userId: "ada", userInfo: { name: "Ada" }, groupIds: ["staff"] }],
]);

test.for(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "[HE27] %s answers text that no database can hold by what it declares, and refuses it in path and query",
  async ([, endpoint]) => {
    await using edge = await openEdge();
    const example = exampleOf(endpoint, "r", edge);
    const full = fullBodies.get(endpoint.id) ?? example.body;
    const [path = "", query = ""] = example.url.split("?");
    const isText = full !== undefined && full !== null && !Buffer.isBuffer(full);
    const segments = path.split("/");
    const named = endpoint.template.split("/").flatMap((part, at) => (part.startsWith("{") ? [at] : []));
    const inPath = named.map((at) => {
      const sent = segments.with(at, `${segments[at]}%00`).join("/");
      return { refused: true, url: sent + (query && `?${query}`), body: example.body };
    });
    const inQuery = Object.keys(endpoint.query?.shape ?? {}).flatMap((name) => {
      const { kind } = parameterOf(endpoint.query!.shape[name] as z.ZodType);
      if (kind === "flag") return [];
      const members = kind === "family" ? [`${name}.a=%00`, `${name}.%00=a`] : [`${name}=%00`];
      return members.map((sent) => ({ refused: true, url: `${path}?${sent}`, body: example.body }));
    });
    const headers = { ...bearerFor(endpoint, edge), ...example.headers };
    const ask = async ({ url, body, refused }: { url: string; body: unknown; refused: boolean }) => {
      const text = Buffer.isBuffer(body) ? body : body === undefined ? undefined : JSON.stringify(body);
      const reply = await edge.call(endpoint.method, url, text, headers);
      // Users that ask for bytes get no body with an error (HE6).
      if (endpoint.auth !== "user" || !("octets" in endpoint.returns)) expectDeclared(edge, reply, endpoint);
      expect(reply.status, JSON.stringify(edge.log.at(-2))).toBeLessThan(500);
      expect(reply.body?.message).not.toBe(slippedThrough);
      if (refused) expect([url, reply.status]).toEqual([url, 422]);
    };
    for (const request of [...inPath, ...inQuery]) await ask(request);
    if (!isText) return;
    await fc.assert(
      fc.asyncProperty(poisoned(full), (body) => ask({ url: example.url, body, refused: false })),
      propertyOptions(runs),
    );
  },
);

test("[HE7] any path and query is answered, and never by 500", async () => {
  await using edge = await openEdge();
  const segment = fc.oneof(
    fc.constantFrom("rooms", "r", "storage", "authorize", "", ".", "..", "%00", "%", "*", "{roomId}"),
    fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const name = fc.constantFrom(
    "limit",
    "query",
    "startingAfter",
    "userId",
    "groupIds",
    "metadata.x",
    "tenantId",
    "format",
  );
  const query = fc.array(fc.tuple(name, fc.string({ unit: "grapheme" })), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 4 }), query, async (segments, pairs) => {
      const url = `/v2/rooms/${segments.join("/")}?${new URLSearchParams(pairs).toString()}`;
      const reply = await edge.call("GET", url);
      expect(reply.status, JSON.stringify(edge.log.at(-2))).toBeLessThan(500);
    }),
    propertyOptions(runs * 5),
  );
});
