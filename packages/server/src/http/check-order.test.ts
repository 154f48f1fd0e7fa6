import { limits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { openUnreadInput } from "../held-memory.ts";
import { createErrorBoundary } from "../error-boundary.ts";
import { openTestEdge, publicUrl } from "../testing/test-edge.ts";
import type { HttpReply, TestEdge } from "../testing/test-edge.ts";
import { createHttp } from "./app.ts";
import type { AnsweredCall } from "./answered-call.ts";
import { createRates } from "./rates.ts";

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const outcome = ({ status, body }: HttpReply) => `${status} ${body?.error ?? ""}`;

test("[HE1] the rate of a key is checked after the key, and before the resource of the path", async () => {
  await using edge = await openTestEdge({ limits: { restRatePerSecond: 1, restRateBurst: 1 } });
  const tooLong = `/v2/rooms/${"x".repeat(129)}`;
  const ask = async (key: string) => outcome(await edge.call("GET", tooLong, undefined, bearer(key)));
  expect(await ask(edge.secretKey)).toBe("422 UNPROCESSABLE_ENTITY");
  expect(await ask(edge.secretKey)).toBe("429 TOO_MANY_REQUESTS");
  expect(await ask("sk_nobody_made_this_key")).toBe("403 INVALID_SECRET_KEY");
});

test("[HE1] rights in a room are checked after its id, and before query and body", async () => {
  await using edge = await openTestEdge();
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: [] });
  const later = (room: string, key: string) =>
    edge.call("GET", `/v2/c/rooms/${room}/versions/delta?since=never`, undefined, bearer(key));
  expect(outcome(await later("x".repeat(129), edge.publicKey))).toBe("422 UNPROCESSABLE_ENTITY");
  expect(outcome(await later("r", edge.publicKey))).toBe("403 UNAUTHORIZED_ROOM_ACCESS");
  expect(outcome(await later("r", edge.userToken))).toBe("422 UNPROCESSABLE_ENTITY");

  const links = (key: string) => edge.call("POST", "/v2/c/rooms/r/storage/files/presigned-urls", "{", bearer(key));
  expect(outcome(await links(edge.publicKey))).toBe("403 UNAUTHORIZED_ROOM_ACCESS");
  expect(outcome(await links(edge.userToken))).toBe("400 BAD_REQUEST");
});

test("[HE5] to users, a missing room and one that they may not enter look alike", async () => {
  await using edge = await openTestEdge();
  await edge.services.rooms.create(edge.project.id, "closed", { defaultAccesses: [] });
  const identity = { userId: "ada", groupIds: [], userInfo: {}, organizationId: "default" };
  const token = await edge.services.tokens.issueIdToken(edge.project.id, identity, edge.services.now());
  for (const key of [token, edge.publicKey]) {
    const answers = [];
    for (const room of ["closed", "nowhere"]) {
      const { status, text } = await edge.call("GET", `/v2/c/rooms/${room}/storage`, undefined, bearer(key));
      answers.push([status, text]);
    }
    expect(answers[0]![0]).toBe(403);
    expect(answers[1]).toEqual(answers[0]);
  }
});

test("[HE25] every answer has a request id, and keeps browsers from guessing its type", async () => {
  await using edge = await openTestEdge();
  const answers = [
    await edge.call("GET", "/v2/rooms"),
    await edge.call("GET", "/v2/rooms"),
    await edge.call("GET", "/v2/rooms", undefined, {}),
    await edge.call("GET", "/nowhere"),
    await edge.call("PUT", "/v2/rooms"),
    await edge.call("GET", "/v2/rooms/%"),
    await edge.call("GET", "/health/live"),
  ];
  const ids = answers.map(({ headers }) => headers["x-request-id"]);
  expect(new Set(ids).size).toBe(answers.length);
  expect(ids).not.toContain(undefined);
  for (const { headers } of answers) expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(edge.log.map(({ request }) => request)).toEqual(ids);
});

/** REST over the services of an edge, with the calls that it reports. */
function openRest(edge: TestEdge, changed: Partial<Limits>) {
  const log = pino({ level: "silent" });
  const heard: AnsweredCall[] = [];
  const app = createHttp(edge.services, {
    publicUrl,
    log,
    limits: changed,
    boundary: createErrorBoundary({ log, contained: () => undefined }),
    metrics: edge.metrics,
    rates: createRates({ ...limits, ...changed }, () => 0),
    unreadInput: openUnreadInput(limits, () => 0),
    answered: (call) => void heard.push(call),
  });
  return { app, heard };
}

test("[HE26] a call with credentials of a project is reported once, however it ends, and no other call", async () => {
  await using edge = await openTestEdge();
  await edge.services.rooms.create(edge.project.id, "closed", { defaultAccesses: [] });
  const { app, heard } = openRest(edge, { restRateBurst: 3 });
  const ask = async (method: "GET" | "POST" | "PUT", url: string, key: string, payload?: string) => {
    const before = heard.length;
    const { statusCode } = await app.inject({ method, url, headers: bearer(key), ...(payload && { payload }) });
    await vi.waitUntil(() => heard.length > before, { timeout: 10_000 });
    const { project, status, failure, refused } = heard.at(-1)!;
    expect([project, status]).toEqual([edge.project.id, statusCode]);
    return [status, failure, refused];
  };
  const closed = "/v2/c/rooms/closed/storage";
  expect(await ask("GET", "/v2/rooms", edge.secretKey)).toEqual([200, undefined, false]);
  expect(await ask("GET", "/v2/rooms?limit=0", edge.secretKey)).toEqual([422, "UNPROCESSABLE_ENTITY", false]);
  expect(await ask("POST", "/v2/rooms", edge.secretKey, "{")).toEqual([400, "BAD_REQUEST", false]);
  expect(await ask("GET", "/v2/rooms", edge.secretKey)).toEqual([429, "TOO_MANY_REQUESTS", false]);
  expect(await ask("GET", "/v2/rooms", edge.revokedKey)).toEqual([403, "INVALID_SECRET_KEY", true]);
  expect(await ask("GET", closed, edge.publicKey)).toEqual([403, "UNAUTHORIZED_ROOM_ACCESS", false]);

  heard.length = 0;
  for (const [method, url, key] of [
    ["GET", "/v2/rooms", "sk_nobody_made_this_key"],
    ["GET", closed, "garbled"],
    ["GET", "/nowhere", edge.secretKey],
    ["PUT", "/v2/rooms", edge.secretKey],
  ] as const)
    expect((await app.inject({ method, url, headers: bearer(key) })).statusCode).toBeGreaterThanOrEqual(400);
  // Calls that were reported before this one would be in front of it.
  await ask("GET", closed, edge.publicKey);
  expect(heard).toHaveLength(1);
  await app.close();
});
