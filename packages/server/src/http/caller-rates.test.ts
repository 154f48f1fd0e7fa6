import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge } from "../testing/test-edge.ts";

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** A call of the client API, from an address. */
async function ask(edge: TestEdge, key: string, from = "192.0.2.1"): Promise<number> {
  const headers = { ...bearer(key), "x-forwarded-for": from };
  return (await edge.call("GET", "/v2/c/rooms/r/storage", undefined, headers)).status;
}

test("[HE11] each user has a rate of their own, and who has no name is counted by address", async () => {
  await using edge = await openTestEdge({
    trustedProxies: 1,
    limits: { restUserRatePerSecond: 1, restUserRateBurst: 2 },
  });
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: ["room:write"] });
  // Both tokens are of one user, who may call from anywhere.
  expect([await ask(edge, edge.userToken), await ask(edge, edge.readerToken, "192.0.2.2")]).toEqual([200, 200]);
  expect(await ask(edge, edge.userToken, "192.0.2.3")).toBe(429);
  // A user of another project may have the same id.
  expect(await ask(edge, edge.otherUserToken)).not.toBe(429);

  expect([await ask(edge, edge.publicKey), await ask(edge, edge.publicKey)]).toEqual([200, 200]);
  expect(await ask(edge, edge.publicKey)).toBe(429);
  expect(await ask(edge, edge.publicKey, "192.0.2.2")).toBe(200);
  edge.advance(1_000);
  expect([await ask(edge, edge.userToken), await ask(edge, edge.publicKey)]).toEqual([200, 200]);
});

test("[HE11] tokens and keys that open nothing are counted by address, and cost the right ones nothing", async () => {
  await using edge = await openTestEdge({
    trustedProxies: 1,
    limits: { restAddressRatePerSecond: 1, restAddressRateBurst: 2 },
  });
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: ["room:write"] });
  expect([await ask(edge, "garbled"), await ask(edge, "pk_dev_nobody"), await ask(edge, "guess")]).toEqual([
    403, 403, 429,
  ]);
  expect([await ask(edge, "guess", "192.0.2.2"), await ask(edge, edge.userToken)]).toEqual([403, 200]);
});
