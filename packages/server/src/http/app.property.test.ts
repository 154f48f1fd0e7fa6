/** Whatever a caller sends, the answer is one that the endpoint declares, and never 500. */
import { endpoints } from "@weft/protocol";
import type { RoomId } from "@weft/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyOptions } from "@weft/collab/suites/property-options.ts";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge } from "../testing/test-edge.ts";
import { exampleOf, prepareRoom } from "./test-requests.ts";

const runs = 60;
const unlimited = { restRateBurst: 1e9, restAddressRateBurst: 1e9, restUserRateBurst: 1e9 };

async function openEdge() {
  const edge = await openTestEdge({ limits: unlimited });
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: ["room:write"] });
  return Object.assign(edge, await prepareRoom(edge.services, { project: edge.project.id, room: "r" as RoomId }));
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
        const key = endpoint.auth === "user" ? edge.userToken : edge.secretKey;
        expectDeclared(edge, await edge.call(method, url, text, { authorization: `Bearer ${key}` }), endpoint);
      }),
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
