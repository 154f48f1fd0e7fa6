import { createCursors, createSeal, createWebhooks, createWebhookSubscriptions, secretsOf } from "@weft/collab";
import type { WebhookMessageRecord, WebhookOutcome } from "@weft/collab";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import {
  limits,
  ProjectWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookFigures,
  webhookEvents,
  webhookEventTypes,
} from "@weft/protocol";
import type { ProjectId, WebhookDraft } from "@weft/protocol";
import { openStore } from "@weft/store";
import { expect, test } from "vitest";

const project = "p1" as ProjectId;
const other = "p2" as ProjectId;
const start = Date.parse("2026-11-01T00:00:00.000Z");
const draft = { url: "https://receiver.test/hook", subscribedEvents: ["roomCreated" as const] };

/** The service over a database. Messages that it sends are delivered, or refused, as `answer` says. */
async function world() {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore("sqlite::memory:"));
  for (const id of [project, other]) await store.projects.insertProject(newProject(id));
  const time = { now: start };
  const answer: { next: WebhookOutcome["next"]; sent: WebhookMessageRecord[] } = {
    next: { kind: "delivered" },
    sent: [],
  };
  let woken = 0;
  const subscriptions = createWebhookSubscriptions(store.webhooks);
  const webhooks = createWebhooks({
    records: store.webhooks,
    seal: createSeal(Buffer.alloc(32, 1)),
    outbound: { refusal: ({ protocol }) => (protocol === "https:" ? undefined : "must begin with https://.") },
    sender: {
      wake: () => void woken++,
      async send(message, claim) {
        answer.sent.push(message);
        const attempt = { at: time.now, durationMs: 5, status: answer.next.kind === "delivered" ? 200 : 500 };
        const outcome = { message, claim, attempt, next: answer.next };
        await store.webhooks.settle([outcome]);
        return outcome;
      },
    },
    changed: () => subscriptions.refresh(),
    cursors: createCursors(Buffer.alloc(32, 2)),
    now: () => time.now,
  });
  const held = stack.move();
  return {
    store,
    webhooks,
    subscriptions,
    time,
    answer,
    woken: () => woken,
    create: async (change: Partial<WebhookDraft> = {}) => {
      const { id } = await webhooks.create(project, { ...draft, ...change });
      return { project, id };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const refused = (what: Promise<unknown>, code: string) => expect(what).rejects.toMatchObject({ code });

test("[WH1] an endpoint has defaults, is changed member by member, and is gone when it is deleted", async () => {
  await using here = await world();
  const { webhooks } = here;
  const created = await webhooks.create(project, draft);
  expect(created).toEqual({
    ...draft,
    id: expect.stringMatching(/^we_/),
    createdAt: "2026-11-01T00:00:00.000Z",
    updatedAt: "2026-11-01T00:00:00.000Z",
    disabled: false,
    secret: { value: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/) },
    storageUpdatedThrottleSeconds: 60,
    yDocUpdatedThrottleSeconds: 60,
  });
  expect(Webhook.parse(created)).toEqual(created);
  const name = { project, id: created.id };
  // The secret is not in the database as it is.
  expect((await here.store.webhooks.endpoint(name))!.sealedSecret).not.toContain(created.secret!.value.slice(6));
  here.time.now += 1_000;
  const changed = await webhooks.update(name, { rateLimit: 5, storageUpdatedThrottleSeconds: 10 });
  expect(changed).toEqual({
    ...created,
    rateLimit: 5,
    storageUpdatedThrottleSeconds: 10,
    updatedAt: "2026-11-01T00:00:01.000Z",
  });
  expect(await webhooks.get(name)).toEqual(changed);
  for (const call of [
    () => webhooks.get({ ...name, project: other }),
    () => webhooks.update({ ...name, project: other }, { disabled: true }),
    () => webhooks.delete({ ...name, project: other }),
    () => webhooks.deliveries({ ...name, id: "we_none" }, {}),
  ])
    await refused(call(), "WEBHOOK_NOT_FOUND");
  await webhooks.delete(name);
  await refused(webhooks.get(name), "WEBHOOK_NOT_FOUND");
  await refused(webhooks.create("gone" as ProjectId, draft), "FORBIDDEN");
});

test("[WH1] a list is paged, newest first, and a project has only so many endpoints", async () => {
  await using here = await world();
  const ids: string[] = [];
  for (let n = 0; n < limits.webhooksPerProject; n++) {
    here.time.now += n % 2;
    ids.push((await here.create()).id);
  }
  await refused(here.create(), "FORBIDDEN");
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await here.webhooks.list(project, { limit: 15, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(ids.length);
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect(await here.webhooks.list(other, {})).toEqual({ data: [], nextCursor: null });
  const { nextCursor } = await here.webhooks.list(project, {});
  await refused(here.webhooks.list(other, { cursor: nextCursor! }), "UNPROCESSABLE_ENTITY");
});

test("[WH10] URLs and headers that may not be used are refused", async () => {
  await using here = await world();
  for (const url of ["receiver.test", "ftp://a.test", "http://a.test", "https://me:pw@a.test", "javascript:alert(1)"])
    await refused(here.create({ url }), "UNPROCESSABLE_ENTITY");
  const name = await here.create({ additionalHeaders: { Authorization: "Bearer x" } });
  await refused(here.webhooks.update(name, { url: "http://a.test" }), "UNPROCESSABLE_ENTITY");
  const wrong = [
    { Host: "a" },
    { "webhook-id": "a" },
    { "Webhook-Own": "a" },
    { connection: "close" },
    { "Transfer-Encoding": "chunked" },
    { "a b": "c" },
    { "": "c" },
    { x: "a\r\nb: c" },
    { x: "a\nb" },
    { x: " a" },
    { x: "é" },
    { x: "a", X: "b" },
    Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, "a"])),
  ];
  for (const headers of wrong) {
    await refused(here.create({ additionalHeaders: headers }), "UNPROCESSABLE_ENTITY");
    await refused(here.webhooks.addHeaders(name, headers), "UNPROCESSABLE_ENTITY");
  }
  expect(await here.webhooks.addHeaders(name, { authorization: "Bearer y", "X-Own": "a b\tc" })).toEqual({
    headers: { authorization: "Bearer y", "X-Own": "a b\tc" },
  });
  const nine = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`x-${n}`, "a"]));
  await refused(here.webhooks.addHeaders(name, nine), "UNPROCESSABLE_ENTITY");
  expect(await here.webhooks.deleteHeaders(name, ["AUTHORIZATION", "x-none"])).toEqual({
    headers: { "X-Own": "a b\tc" },
  });
  expect(await here.webhooks.headers(name)).toEqual({ headers: { "X-Own": "a b\tc" } });
  expect((await here.webhooks.get(name)).additionalHeaders).toEqual({ "X-Own": "a b\tc" });
});

test("[WH14] concurrent edits of different headers and settings are all kept", async () => {
  await using here = await world();
  const name = await here.create({ additionalHeaders: { "X-One": "1", "X-Two": "2" } });
  const { webhooks } = here;
  await Promise.all([
    webhooks.addHeaders(name, { "X-Three": "3" }),
    webhooks.addHeaders(name, { "x-one": "changed" }),
    webhooks.deleteHeaders(name, ["X-TWO"]),
    webhooks.update(name, { additionalHeaders: { "X-Four": "4", "X-None": null } }),
    webhooks.update(name, { url: "https://other.test/hook" }),
    webhooks.update(name, { rateLimit: 5 }),
    webhooks.update(name, { subscribedEvents: ["roomDeleted"] }),
  ]);
  expect(await webhooks.get(name)).toMatchObject({
    url: "https://other.test/hook",
    rateLimit: 5,
    subscribedEvents: ["roomDeleted"],
    additionalHeaders: { "x-one": "changed", "X-Three": "3", "X-Four": "4" },
  });
  // At most as many as are allowed are there afterwards, whichever of these come last.
  const added = Array.from({ length: 12 }, (_, n) => webhooks.addHeaders(name, { [`x-more-${n}`]: "a" }));
  const outcomes = await Promise.allSettled(added);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  expect(Object.keys((await webhooks.headers(name)).headers)).toHaveLength(limits.webhookHeaders);
  const removed = await webhooks.update(name, { rateLimit: null, additionalHeaders: { "X-ONE": null } });
  expect([removed.rateLimit, Object.keys(removed.additionalHeaders!).includes("x-one")]).toEqual([undefined, false]);
  await refused(webhooks.update(name, { additionalHeaders: { a: null, A: "1" } }), "UNPROCESSABLE_ENTITY");
  await refused(webhooks.update(name, { additionalHeaders: { Host: "a" } }), "UNPROCESSABLE_ENTITY");
});

test("[WH14] of two concurrent rolls of a secret, the later one keeps the earlier one valid", async () => {
  await using here = await world();
  const name = await here.create();
  const rolled = await Promise.all([here.webhooks.rollSecret(name), here.webhooks.rollSecret(name)]);
  const seal = createSeal(Buffer.alloc(32, 1));
  const valid = secretsOf(seal, (await here.store.webhooks.endpoint(name))!, here.time.now);
  expect(valid.toSorted()).toEqual(rolled.map(({ secret }) => secret.value).toSorted());
});

test("[WH12] members see why an endpoint does not receive, and how the deliveries of the last day ended", async () => {
  await using here = await world();
  const { webhooks } = here;
  expect(await webhooks.overview(project)).toEqual([]);
  const name = await here.create({ rateLimit: 5, additionalHeaders: { "X-Own": "1" } });
  const created = await webhooks.overviewOf(name);
  expect(ProjectWebhook.parse(created)).toEqual(created);
  expect(JSON.stringify(created)).not.toContain("whsec_");
  expect(created).toMatchObject({
    state: "active",
    disabledBecause: null,
    rateLimit: 5,
    additionalHeaders: { "X-Own": "1" },
    hasSecret: true,
    previousSecretUntil: null,
    lastDay: { delivered: 0, failed: 0, retrying: 0 },
    catchesUntil: null,
    lastEventAt: null,
  });
  await webhooks.test(name, "roomCreated");
  here.answer.next = { kind: "failed" };
  here.time.now += 1_000;
  await webhooks.test(name, "roomCreated");
  expect(await webhooks.overviewOf(name)).toMatchObject({
    state: "failing",
    failingSince: "2026-11-01T00:00:01.000Z",
    lastDay: { delivered: 1, failed: 1, retrying: 0 },
    lastEventAt: "2026-11-01T00:00:01.000Z",
  });
  here.answer.next = { kind: "retry", dueAt: start + 5_000 };
  await webhooks.test(name, "roomCreated");
  expect((await webhooks.overviewOf(name)).lastDay).toEqual({ delivered: 1, failed: 1, retrying: 1 });
  here.time.now += 86_400_000;
  expect((await webhooks.overviewOf(name)).lastDay).toEqual({ delivered: 0, failed: 1, retrying: 1 });
  here.time.now -= 86_400_000;
  const figures = await webhooks.figures(name, "hour");
  expect(WebhookFigures.parse(figures)).toEqual(figures);
  expect([figures.p95.at(-1), figures.results.succeeded.at(-1), figures.results.refused.at(-1)]).toEqual([5, 1, 2]);
  expect(figures.countedSince).toBeNull();
  await refused(webhooks.figures({ ...name, project: other }, "hour"), "WEBHOOK_NOT_FOUND");
  await here.store.webhooks.disableFailing(name, here.time.now + 5, here.time.now);
  expect(await webhooks.overviewOf(name)).toMatchObject({ state: "disabled", disabledBecause: "failing" });
  await webhooks.update(name, { disabled: false });
  expect(await webhooks.overviewOf(name)).toMatchObject({ state: "active", disabledBecause: null });
  await webhooks.update(name, { disabled: true });
  expect(await webhooks.overviewOf(name)).toMatchObject({ state: "disabled", disabledBecause: "member" });
  await webhooks.rollSecret(name, undefined, 60_000);
  expect((await webhooks.overviewOf(name)).previousSecretUntil).toBe("2026-11-01T00:01:01.000Z");
  await here.store.keyCheck.replace("check");
  expect(await webhooks.overview(project)).toMatchObject([{ disabledBecause: "secretLost", hasSecret: false }]);
  await refused(webhooks.overviewOf({ ...name, project: other }), "WEBHOOK_NOT_FOUND");
});

test("[WH7] a rolled secret leaves the previous one valid for a day", async () => {
  await using here = await world();
  const name = await here.create();
  const before = await here.webhooks.get(name);
  const rolled = await here.webhooks.rollSecret(name);
  expect(rolled).toEqual({
    secret: { value: expect.stringMatching(/^whsec_/) },
    message: "The previous secret remains valid until 2026-11-02T00:00:00.000Z.",
  });
  expect(rolled.secret).not.toEqual(before.secret);
  expect((await here.webhooks.get(name)).secret).toEqual(rolled.secret);
  // A master key that was replaced takes the secrets with it.
  await here.store.keyCheck.replace("check");
  expect(await here.webhooks.get(name)).toMatchObject({ secret: null, disabled: true });
  await refused(here.webhooks.update(name, { disabled: false }), "UNPROCESSABLE_ENTITY");
  const { secret } = await here.webhooks.rollSecret(name);
  expect(await here.webhooks.update(name, { disabled: false })).toMatchObject({ secret, disabled: false });
});

test("[WH11] a test sends a sample of any subscribed event, in the declared shape", async () => {
  await using here = await world();
  const name = await here.create({ subscribedEvents: webhookEventTypes.filter((type) => type !== "roomDeleted") });
  for (const type of webhookEventTypes.filter((one) => one !== "roomDeleted")) {
    expect(await here.webhooks.test(name, type)).toEqual({
      message: { id: expect.stringMatching(/^msg_/), deliveredAt: "2026-11-01T00:00:00.005Z" },
    });
    const body = JSON.parse(here.answer.sent.at(-1)!.body) as { type: string; data: unknown };
    expect(body.type).toBe(type);
    expect(webhookEvents[type].strict().parse(body.data)).toEqual(body.data);
  }
  await refused(here.webhooks.test(name, "roomDeleted"), "UNPROCESSABLE_ENTITY");
  here.answer.next = { kind: "retry", dueAt: start + 5_000 };
  const failed = await here.webhooks.test(name, "roomCreated");
  expect(failed).toEqual({ message: { id: expect.any(String) } });
  expect(await here.webhooks.delivery(name, failed.message.id)).toMatchObject({
    state: "waiting",
    nextAttemptAt: "2026-11-01T00:00:05.000Z",
    attempts: [{ status: 500 }],
  });
  await here.webhooks.update(name, { disabled: true });
  expect(await here.webhooks.delivery(name, failed.message.id)).toMatchObject({ state: "dropped" });
  await refused(here.webhooks.test(name, "roomCreated"), "UNPROCESSABLE_ENTITY");
});

test("[WH11] a test sends data of the member's own that matches the event, and refuses other data with its place", async () => {
  await using here = await world();
  const name = await here.create({ subscribedEvents: ["commentCreated", "notification"] });
  const at = "2026-11-01T00:00:00.000Z";
  const comment = {
    projectId: project,
    roomId: "plan",
    threadId: "th",
    commentId: "cm",
    createdAt: at,
    createdBy: "ada",
  };
  const { message } = await here.webhooks.test(name, "commentCreated", comment);
  const sent = await here.webhooks.delivery(name, message.id);
  expect(JSON.parse(sent.body)).toEqual({ type: "commentCreated", data: comment });
  expect(sent.roomId).toBe("plan");
  const { createdBy: _, ...withoutAuthor } = comment;
  for (const [data, sentence] of [
    [{ ...comment, commentId: 7 }, "Value at key 'commentId': must be a string."],
    [{ ...comment, createdAt: "today" }, "Value at key 'createdAt': "],
    [withoutAuthor, "Missing key: 'createdBy'."],
    [{ ...comment, author: "ada" }, "Unknown key 'author'."],
    [[], "The value must be an object."],
    [null, "The value must be an object."],
    [{ ...comment, createdBy: "é".repeat(limits.webhookTestData / 2) }, "Value at key 'data': must be at most 16 KiB"],
  ] as const)
    await expect(here.webhooks.test(name, "commentCreated", data)).rejects.toMatchObject({
      code: "UNPROCESSABLE_ENTITY",
      message: expect.stringContaining(sentence),
    });
  // A name of a room that no room can have is sent, and is not that of a room.
  const odd = await here.webhooks.test(name, "commentCreated", { ...comment, roomId: "a\u0000" });
  expect((await here.webhooks.deliveries(name, { roomId: "plan" })).data.map(({ id }) => id)).toEqual([message.id]);
  expect((await here.webhooks.delivery(name, odd.message.id)).roomId).toBeNull();
});

test("[WH15] an endpoint of the request catcher is named by its id, and its URL cannot be entered", async () => {
  await using here = await world();
  const name = await here.webhooks.createCatcher(project, ["roomCreated"]);
  const created = await here.webhooks.overviewOf(name);
  expect(created.url).toBe(`weft://request-catcher/${name.id}`);
  expect(created.catchesUntil).toBe("2026-11-08T00:00:00.000Z");
  await refused(here.create({ url: created.url }), "UNPROCESSABLE_ENTITY");
  expect(await here.webhooks.update(name, { url: draft.url })).toMatchObject({ url: draft.url });
  expect((await here.webhooks.overviewOf(name)).catchesUntil).toBeNull();
  await refused(here.webhooks.update(name, { url: created.url }), "UNPROCESSABLE_ENTITY");
});

test("[WH12] deliveries are listed with their attempts, replayed, and recovered since an instant", async () => {
  await using here = await world();
  const name = await here.create();
  const send = async (next: WebhookOutcome["next"]) => {
    here.answer.next = next;
    here.time.now += 1_000;
    return (await here.webhooks.test(name, "roomCreated")).message.id;
  };
  const ids = [
    await send({ kind: "failed" }),
    await send({ kind: "delivered" }),
    await send({ kind: "failed" }),
    await send({ kind: "delivered" }),
  ];
  const first = await here.webhooks.deliveries(name, { limit: 3 });
  expect(first.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 3));
  for (const one of first.data) expect(WebhookDelivery.parse(one)).toEqual(one);
  const second = await here.webhooks.deliveries(name, { limit: 3, cursor: first.nextCursor! });
  expect([second.data.map(({ id }) => id), second.nextCursor]).toEqual([[ids[0]], null]);
  const failed = await here.webhooks.deliveries(name, { state: "failed" });
  expect(failed.data.map(({ id, deliveredAt }) => [id, deliveredAt])).toEqual([
    [ids[2], null],
    [ids[0], null],
  ]);
  await refused(here.webhooks.deliveries(name, { state: "failed", cursor: first.nextCursor! }), "UNPROCESSABLE_ENTITY");
  await refused(
    here.webhooks.deliveries(name, { type: "roomCreated", cursor: first.nextCursor! }),
    "UNPROCESSABLE_ENTITY",
  );
  expect((await here.webhooks.deliveries(name, { type: "roomDeleted" })).data).toEqual([]);
  expect((await here.webhooks.deliveries(name, { roomId: "sample-room" })).data).toHaveLength(4);
  expect((await here.webhooks.deliveries(name, { roomId: "other" })).data).toEqual([]);
  const [from, to] = [first.data[1]!.createdAt, first.data[0]!.createdAt];
  expect((await here.webhooks.deliveries(name, { from, to })).data.map(({ id }) => id)).toEqual([ids[3], ids[2]]);
  const details = await here.webhooks.delivery(name, ids[1]!);
  expect(WebhookDeliveryDetails.parse(details)).toEqual(details);
  expect(details).toMatchObject({
    state: "delivered",
    deliveredAt: "2026-11-01T00:00:02.005Z",
    nextAttemptAt: null,
    attempts: [
      {
        at: "2026-11-01T00:00:02.000Z",
        durationMs: 5,
        requestHeaders: { "webhook-id": ids[1], "webhook-timestamp": String(start / 1_000 + 2) },
        status: 200,
        failure: null,
        answer: null,
      },
    ],
  });
  await refused(here.webhooks.delivery(name, "msg_none"), "RESOURCE_NOT_FOUND");
  await refused(here.webhooks.replay(name, "msg_none"), "RESOURCE_NOT_FOUND");
  expect(await here.webhooks.recoverFailed(name, start + 2_000)).toEqual({ queued: 1 });
  await here.webhooks.replay(name, ids[3]!);
  expect(here.woken()).toBe(2);
  const waiting = await here.webhooks.deliveries(name, { state: "waiting" });
  expect(waiting.data.map(({ id, attemptCount }) => [id, attemptCount])).toEqual([
    [ids[3], 1],
    [ids[2], 1],
  ]);
});

test("[WH3] subscriptions know the shortest throttle of a project, as soon as an endpoint is changed", async () => {
  await using here = await world();
  const events = ["storageUpdated", "userEntered"] as const;
  const name = await here.create({ subscribedEvents: [...events], storageUpdatedThrottleSeconds: 30 });
  await here.create({ subscribedEvents: ["storageUpdated"], storageUpdatedThrottleSeconds: 10 });
  const { subscriptions } = here;
  expect(subscriptions.throttleMs(project, "storageUpdated")).toBe(10_000);
  expect(subscriptions.throttleMs(project, "ydocUpdated")).toBeUndefined();
  expect(subscriptions.throttleMs(other, "storageUpdated")).toBeUndefined();
  expect([subscriptions.isSubscribed(project, "userEntered"), subscriptions.isSubscribed(project, "userLeft")]).toEqual(
    [true, false],
  );
  await here.webhooks.update(name, { disabled: true });
  expect(subscriptions.isSubscribed(project, "userEntered")).toBe(false);
});
