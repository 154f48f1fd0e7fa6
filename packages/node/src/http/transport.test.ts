import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { retryAfterMs, wait, waitBeforeRetry } from "./retry.ts";
import { nothingFrom, Transport } from "./transport.ts";
import type { Call, FetchRequest } from "./transport.ts";

type Outcome = Response | Error;
const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: "SOME_CODE", message: "Not now." }, { status, headers });
const lost = () => new TypeError("fetch failed");

/** A transport whose calls end one after the other as listed. Waits end at once, and are listed. */
function open(outcomes: readonly Outcome[], retries = 2) {
  const waits: number[] = [];
  const requests: (FetchRequest & { readonly url: string })[] = [];
  const transport = new Transport({
    baseUrl: "http://weft.test/",
    secret: "sk_1",
    managementToken: undefined,
    retries,
    fetch: async (url, init) => {
      const outcome = outcomes[requests.length]!;
      requests.push({ ...init, url });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    wait: async (ms) => void waits.push(ms),
    random: () => 0.5,
    now: () => Date.parse("2026-03-01T12:00:00Z"),
  });
  return { waits, requests, send: (call: Partial<Call> = {}) => transport.send({ ...get, ...call }, nothingFrom) };
}

const get: Call = { route: "GET /v2/rooms", path: {}, credential: "secret", isRepeatable: true };

test("[ND10] a call that may be repeated is repeated after 429, 503 and a lost connection", async () => {
  for (const first of [refusal(429), refusal(503), lost()]) {
    const { send, requests, waits } = open([first, new Response()]);
    await send();
    expect(requests).toHaveLength(2);
    expect(waits).toEqual([125]);
  }
});

test("[ND10] a call that may not be repeated is made once", async () => {
  for (const first of [refusal(429), refusal(503), lost()]) {
    const { send, requests } = open([first, new Response()]);
    await expect(send({ isRepeatable: false })).rejects.toThrow();
    expect(requests).toHaveLength(1);
  }
});

test("[ND10] other refusals are final, and so is an answer that is not JSON", async () => {
  for (const status of [400, 401, 404, 409, 422, 500, 502]) {
    const { send, requests } = open([refusal(status)]);
    await expect(send()).rejects.toMatchObject({ status, code: "SOME_CODE" });
    expect(requests).toHaveLength(1);
  }
  const { waits, requests } = open([]);
  const transport = new Transport({
    baseUrl: "http://weft.test",
    secret: "sk_1",
    managementToken: undefined,
    retries: 2,
    fetch: async (url, init) => {
      requests.push({ ...init, url });
      return new Response("<html>");
    },
  });
  await expect(transport.send(get, (answer) => answer.json())).rejects.toThrow(SyntaxError);
  expect([requests.length, waits.length]).toEqual([1, 0]);
});

test("[ND11] the number of attempts is bounded, and waits grow", async () => {
  const { send, requests, waits } = open([lost(), refusal(503), lost(), refusal(503)], 3);
  await expect(send()).rejects.toMatchObject({ status: 503, message: "Not now." });
  expect(requests).toHaveLength(4);
  expect(waits).toEqual([125, 250, 500]);
  const once = open([refusal(503)], 0);
  await expect(once.send()).rejects.toMatchObject({ status: 503 });
  expect(once.requests).toHaveLength(1);
});

test("[ND11] a wait is at least what the server asks for, in seconds or as a date, and not if that is more than a minute", async () => {
  const seconds = open([refusal(429, { "Retry-After": "3" }), new Response()]);
  await seconds.send();
  expect(seconds.waits).toEqual([3_125]);
  const date = open([refusal(503, { "Retry-After": "Sun, 01 Mar 2026 12:00:10 GMT" }), new Response()]);
  await date.send();
  expect(date.waits).toEqual([10_125]);
  const long = open([refusal(429, { "Retry-After": "61" })]);
  await expect(long.send()).rejects.toMatchObject({ status: 429 });
  expect(long.waits).toEqual([]);
});

test("[ND11] waits have jitter and an end, and headers that say nothing are ignored", () => {
  expect(waitBeforeRetry(0, undefined, 0)).toBe(0);
  expect(waitBeforeRetry(3, undefined, 1)).toBe(2_000);
  expect(waitBeforeRetry(40, undefined, 1)).toBe(8_000);
  expect(retryAfterMs("soon", 0)).toBeUndefined();
  expect(retryAfterMs("-1", Date.now())).toBeDefined();
  expect(retryAfterMs(null, 0)).toBeUndefined();
  expect(retryAfterMs("Sun, 01 Mar 2026 12:00:00 GMT", Date.parse("2027-01-01"))).toBe(0);
});

test("[ND12] a deletion whose answer was lost has succeeded if there is nothing any more", async () => {
  const call = { route: "DELETE /v2/rooms/{roomId}", path: { roomId: "a" } } as const;
  await open([lost(), refusal(404)]).send(call);
  await expect(open([refusal(503), refusal(404)]).send(call)).rejects.toMatchObject({ status: 404 });
  await expect(open([lost(), refusal(404)]).send({})).rejects.toMatchObject({ status: 404 });
});

test("[ND13] an aborted call fails with the signal's reason, before, during and between attempts", async () => {
  const reason = new Error("Enough.");
  const before = open([new Response()]);
  await expect(before.send({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(before.requests).toEqual([]);

  const controller = new AbortController();
  const during = new Transport({
    baseUrl: "http://weft.test",
    secret: "sk_1",
    managementToken: undefined,
    retries: 5,
    fetch: async (_, { signal }) => {
      expect(signal).toBe(controller.signal);
      controller.abort(reason);
      throw signal!.reason as Error;
    },
  });
  await expect(during.send({ ...get, signal: controller.signal }, nothingFrom)).rejects.toBe(reason);

  const between = new AbortController();
  const waiting = wait(3_600_000, between.signal);
  between.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test("[ND3] parameters of paths are encoded, those of queries are left out if they are empty, and the base may have a path", async () => {
  const { send, requests } = open([new Response(), new Response()]);
  await send({
    route: "GET /v2/rooms/{roomId}/ydoc",
    path: { roomId: "a/b c%😀?#" },
    query: { key: "a b,c", formatting: true, type: undefined, guid: null, x: false, n: 0 },
  });
  expect(requests[0]!.url).toBe(
    "http://weft.test/v2/rooms/a%2Fb%20c%25%F0%9F%98%80%3F%23/ydoc?key=a+b%2Cc&formatting=true&n=0",
  );
  await expect(send({ route: "GET /v2/rooms/{roomId}", path: { roomId: "" } })).rejects.toThrow(
    "roomId must be a string that is not empty.",
  );
});

test("[ND4] a call without its credential says which option is missing, and is not repeated", async () => {
  const { send, requests } = open([]);
  await expect(send({ credential: "management" })).rejects.toThrow(/create the client with `managementToken`/);
  expect(requests).toEqual([]);
});

test("[ND5] an error has what the server says", async () => {
  const body = { error: "ROOM_NOT_FOUND", message: "Room not found.", suggestion: "Create it.", docs: "http://d" };
  const error = await ApiError.from(Response.json(body, { status: 404 }));
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: "WeftError",
    status: 404,
    code: "ROOM_NOT_FOUND",
    message: "Room not found.",
    suggestion: "Create it.",
    docs: "http://d",
    details: "Suggestion: Create it.\nSee also: http://d",
  });
  expect(String(error)).toBe("WeftError: Room not found. (status 404)\nSuggestion: Create it.\nSee also: http://d");
});

test("[ND5] an answer of something else than Weft is an error as well", async () => {
  const text = await ApiError.from(new Response("Bad gateway", { status: 502 }));
  expect(text).toMatchObject({ status: 502, code: "", message: "Bad gateway", details: undefined });
  const empty = await ApiError.from(new Response(null, { status: 500 }));
  expect(empty.message).toBe("The server answered with 500.");
  const odd = await ApiError.from(Response.json({ error: 1, message: "" }, { status: 400 }));
  expect(odd).toMatchObject({ code: "", message: "The server answered with 400." });
});

test("[ND7] what the server warns about is a warning of the process, once for each call and text", async () => {
  const warnings: string[] = [];
  const transport = new Transport({
    baseUrl: "http://weft.test",
    secret: "sk_1",
    managementToken: undefined,
    retries: 0,
    fetch: async () => new Response(null, { headers: { "X-LB-Warn": "Use another one." } }),
    warn: (warning) => warnings.push(warning),
  });
  for (const route of ["GET /v2/rooms", "GET /v2/rooms", "GET /v2/groups"] as const)
    await transport.send({ ...get, route }, nothingFrom);
  expect(warnings).toEqual(["GET /v2/rooms: Use another one.", "GET /v2/groups: Use another one."]);
});
