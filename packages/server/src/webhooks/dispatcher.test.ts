import { createHmac } from "node:crypto";
import { createSeal } from "@weft/collab";
import type { WebhookAnswer, WebhookRequest, WebhookEndpointRecord } from "@weft/collab";
import { newProject, newWebhookEndpoint } from "@weft/collab/suites/webhook-records.suite.ts";
import { limits as platformLimits, webhookRetryFactors } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openWebhookDispatcher } from "./dispatcher.ts";

const one = newWebhookEndpoint();
const seal = createSeal(Buffer.alloc(32, 7));
const sealed = (secret: string) => seal.seal(secret, `webhook ${one.project} ${one.id}`);
const secret = `whsec_${Buffer.from("current").toString("base64")}`;
const previous = `whsec_${Buffer.from("previous").toString("base64")}`;
const ok: WebhookAnswer = { status: 200, body: "ok" };

/** A database, a clock that the test advances, and a receiver whose answers the test chooses. */
async function world(change: Partial<WebhookEndpointRecord> = {}, own: Partial<Limits> = {}) {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const start = clock.now();
  const limits: Limits = { ...platformLimits, ...own };
  const store = stack.use(await openStore("sqlite::memory:"));
  await store.projects.insertProject(newProject(one.project));
  await store.webhooks.insertEndpoint({ ...one, sealedSecret: sealed(secret), ...change }, 9);
  const sent: { at: number; url: string; request: WebhookRequest }[] = [];
  const receiver = { answer: async (_request: WebhookRequest): Promise<WebhookAnswer> => ok };
  const outcomes: boolean[] = [];
  let disabled = 0;
  const open = () =>
    openWebhookDispatcher({
      records: store.webhooks,
      outbound: {
        post(url, request) {
          sent.push({ at: clock.now() - start, url, request });
          return receiver.answer(request);
        },
      },
      seal,
      disabled: () => void disabled++,
      attempted: ({ next }) => void outcomes.push(next.kind === "delivered"),
      clock,
      limits,
      log: pino({ level: "silent" }),
    });
  const add = (...ids: string[]) =>
    store.webhooks.addMessages(
      ids.map((id) => ({
        project: one.project,
        endpoint: one.id,
        id,
        type: "roomCreated" as const,
        body: `{"id":"${id}"}`,
        createdAt: clock.now(),
        dueAt: clock.now(),
      })),
      [],
    );
  const held = stack.move();
  return {
    clock,
    start,
    limits,
    webhooks: store.webhooks,
    jobs: store.jobs,
    sent,
    receiver,
    outcomes,
    open,
    add,
    disabled: () => disabled,
    message: async (id: string) => (await store.webhooks.message(one, id))!,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("[WH7] a request is signed with every valid secret, and has the headers of its endpoint", async () => {
  const headers = { Authorization: "Bearer x", "X-Own": "1" };
  const previousSecretUntil = 1_800_000_000_000 + 2_000;
  await using here = await world({ headers, sealedPreviousSecret: sealed(previous), previousSecretUntil });
  await using dispatcher = here.open();
  await here.add("m1");
  dispatcher.wake();
  await expect.poll(() => here.message("m1")).toMatchObject({ state: "delivered", attempts: 1 });
  const { url, request } = here.sent[0]!;
  const timestamp = String(Math.floor(here.start / 1_000));
  const signed = (by: string) =>
    `v1,${createHmac("sha256", by).update(`m1.${timestamp}.{"id":"m1"}`).digest("base64")}`;
  expect(url).toBe(one.url);
  expect(request).toEqual({
    project: one.project,
    headers: {
      ...headers,
      "content-type": "application/json",
      "user-agent": "Weft-Webhooks",
      "webhook-id": "m1",
      "webhook-timestamp": timestamp,
      "webhook-signature": `${signed("current")} ${signed("previous")}`,
    },
    body: '{"id":"m1"}',
    timeoutMs: 15_000,
    maxBytes: here.limits.webhookAnswer,
  });
  expect(await here.webhooks.attempts(one.project, "m1")).toMatchObject([{ status: 200, answer: "ok" }]);
  // The previous secret has ended.
  await here.clock.advance(2_000);
  await here.add("m2");
  dispatcher.wake();
  await expect.poll(() => here.sent.length).toBe(2);
  expect(here.sent[1]!.request.headers["webhook-signature"]).not.toContain(" ");
});

test("[WH8] a failed message is attempted eight times, each at its wait after the failure before", async () => {
  await using here = await world();
  here.receiver.answer = async () => ({ status: 307, body: "moved\0" });
  await using _ = here.open();
  await here.add("m1");
  for (const [index, factor] of [0, ...webhookRetryFactors].entries()) {
    await here.clock.advance(Math.max(0, factor * 5_000 - 1));
    expect(here.sent).toHaveLength(index);
    await here.clock.advance(1);
    _.wake();
    await expect.poll(async () => (await here.message("m1")).attempts).toBe(index + 1);
  }
  expect(await here.message("m1")).toMatchObject({ state: "failed", tries: 8 });
  const waits = here.sent.slice(1).map(({ at }, index) => at - here.sent[index]!.at);
  expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1_000));
  expect(new Set(here.sent.map(({ request }) => request.headers["webhook-id"]))).toEqual(new Set(["m1"]));
  expect((await here.webhooks.attempts(one.project, "m1")).at(-1)).toMatchObject({
    status: 307,
    answer: "moved\ufffd",
  });
  expect(here.outcomes).toEqual(Array.from({ length: 8 }, () => false));
});

test("[WH8] a retry is found by the dispatcher itself when it is due", async () => {
  await using here = await world();
  const answers: WebhookAnswer[] = [{ failure: "No answer within 15 s." }, ok];
  here.receiver.answer = async () => answers.shift()!;
  await using dispatcher = here.open();
  await here.add("m1");
  dispatcher.wake();
  await expect.poll(() => here.message("m1")).toMatchObject({ attempts: 1, state: "waiting" });
  await expect
    .poll(async () => {
      await here.clock.advance(1_000);
      return here.message("m1");
    })
    .toMatchObject({ state: "delivered", attempts: 2 });
  expect(here.sent[1]!.at).toBeGreaterThanOrEqual(5_000);
  expect(here.sent[1]!.at).toBeLessThan(8_000);
});

test("[WH9] an endpoint has ten requests at once, at its rate, and delays no other endpoint", async () => {
  await using here = await world();
  await here.webhooks.insertEndpoint(
    { ...one, id: "slow", sealedSecret: seal.seal(secret, `webhook ${one.project} slow`), rateLimit: 10 },
    9,
  );
  const ends: (() => void)[] = [];
  here.receiver.answer = () => new Promise((resolve) => ends.push(() => resolve(ok)));
  await using dispatcher = here.open();
  await here.add(...Array.from({ length: 25 }, (_, n) => `m${n}`));
  dispatcher.wake();
  await expect.poll(() => here.sent.length).toBe(10);
  // The other endpoint is served, at its own rate of one in 100 ms.
  await here.webhooks.addMessages(
    Array.from({ length: 4 }, (_, n) => ({
      project: one.project,
      endpoint: "slow",
      id: `s${n}`,
      type: "roomCreated" as const,
      body: "{}",
      createdAt: here.clock.now(),
      dueAt: here.clock.now(),
    })),
    [],
  );
  dispatcher.wake();
  const ofSlow = () => here.sent.filter(({ request }) => request.headers["webhook-id"]!.startsWith("s"));
  await expect
    .poll(async () => {
      await here.clock.advance(100);
      return ofSlow().length;
    })
    .toBe(4);
  const times = ofSlow().map(({ at }) => at);
  for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThanOrEqual(100);
  expect(here.sent).toHaveLength(14);
  await expect
    .poll(() => {
      for (const end of ends.splice(0)) end();
      return here.outcomes.length;
    })
    .toBe(29);
  await expect.poll(() => here.webhooks.messages(one, { limit: 9, state: "waiting" })).toEqual([]);
});

test("[WH4] messages of a process that died are delivered by the next one when the lease ends", async () => {
  await using here = await world();
  await here.add("m1");
  await here.webhooks.claim(one, { claim: "dead", now: here.clock.now(), until: here.clock.now() + 60_000, limit: 9 });
  await using _ = here.open();
  await expect
    .poll(async () => {
      await here.clock.advance(5_000);
      return here.message("m1");
    })
    .toMatchObject({ state: "delivered" });
  expect(here.sent[0]!.at).toBeGreaterThanOrEqual(60_000);
});

test("[WH4] a stop gives claimed messages back, and waits for requests that are under way", async () => {
  await using here = await world({ rateLimit: 10 });
  const ends: (() => void)[] = [];
  here.receiver.answer = () => new Promise((resolve) => ends.push(() => resolve(ok)));
  const dispatcher = here.open();
  await here.add("m1", "m2", "m3");
  dispatcher.wake();
  await expect.poll(() => ends.length).toBe(1);
  const stopped = dispatcher[Symbol.asyncDispose]();
  for (const end of ends.splice(0)) end();
  await stopped;
  expect(await here.message("m1")).toMatchObject({ state: "delivered" });
  const left = await here.webhooks.claim(one, {
    claim: "next",
    now: here.clock.now(),
    until: here.clock.now() + 9,
    limit: 9,
  });
  expect(left.map(({ id }) => id)).toEqual(["m2", "m3"]);
});

test("[WH4] a stop gives back messages that wait for a slot, before the requests under way end", async () => {
  await using here = await world({}, { webhooksAtOnce: 1 });
  const ends: (() => void)[] = [];
  here.receiver.answer = () => new Promise((resolve) => ends.push(() => resolve(ok)));
  const dispatcher = here.open();
  await here.add("m1", "m2");
  dispatcher.wake();
  await expect.poll(() => ends.length).toBe(1);
  const stopped = dispatcher[Symbol.asyncDispose]();
  const now = here.clock.now();
  await expect
    .poll(() => here.webhooks.claim(one, { claim: "next", now, until: now + 9, limit: 9 }))
    .toMatchObject([{ id: "m2" }]);
  for (const end of ends.splice(0)) end();
  await stopped;
  expect(here.sent).toHaveLength(1);
});

test("[WH5] an endpoint that failed for five days without a success is disabled, and what waits is dropped", async () => {
  const fiveDays = 5 * 86_400_000;
  await using here = await world();
  here.receiver.answer = async () => ({ status: 500, body: "" });
  await using dispatcher = here.open();
  const fail = async (id: string) => {
    await here.add(id);
    dispatcher.wake();
    await expect.poll(async () => (await here.message(id)).attempts).toBeGreaterThan(0);
  };
  await fail("m1");
  await here.clock.advance(fiveDays - 1_000);
  // A success begins the time anew.
  here.receiver.answer = async () => ok;
  await here.add("m2");
  dispatcher.wake();
  await expect.poll(() => here.message("m2")).toMatchObject({ state: "delivered" });
  here.receiver.answer = async () => ({ status: 500, body: "" });
  await fail("m3");
  await here.clock.advance(2_000);
  await fail("m4");
  expect(here.disabled()).toBe(0);
  await here.clock.advance(fiveDays);
  await fail("m5");
  await expect.poll(here.disabled).toBe(1);
  expect(await here.webhooks.endpoint(one)).toMatchObject({ disabled: true });
  await expect.poll(() => here.message("m5")).toMatchObject({ state: "dropped" });
  // The job that emails the owners was written with it, once.
  const { id: endpoint, url, project } = one;
  const failingSince = here.start + fiveDays - 1_000;
  expect((await here.jobs.list({ kind: "webhookDisabled" })).map(({ payload }) => payload)).toEqual([
    { project, endpoint, url, failingSince },
  ]);
});
