import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import type { OutboxRecords } from "../src/events/outbox-records.ts";
import type { ProjectRecord, ProjectRecords } from "../src/projects/project-records.ts";
import type {
  NewWebhookMessage,
  WebhookEndpointRecord,
  WebhookMessagePage,
  WebhookMessageRecord,
  WebhookOutcome,
  WebhookRecords,
} from "../src/webhooks/webhook-records.ts";

const project = "p1" as ProjectId;
const other = "p2" as ProjectId;
const one = { project, id: "we_1" };

export interface WebhookRecordsUnderTest extends AsyncDisposable {
  readonly webhooks: WebhookRecords;
  readonly projects: Pick<ProjectRecords, "insertProject" | "deleteProject">;
  readonly outbox: OutboxRecords;
}

/** An endpoint without anything special. */
export function newWebhookEndpoint(change: Partial<WebhookEndpointRecord> = {}): WebhookEndpointRecord {
  return {
    ...one,
    url: "https://receiver.test/hook",
    subscribedEvents: ["roomCreated"],
    disabled: false,
    headers: {},
    storageThrottleSeconds: 60,
    documentThrottleSeconds: 60,
    sealedSecret: "sealed",
    createdAt: 1,
    updatedAt: 1,
    ...change,
  };
}

export function newProject(id: ProjectId): ProjectRecord {
  return {
    id,
    name: id,
    type: "dev",
    createdAt: 1,
    updatedAt: 1,
    publicKeyCreatesRooms: false,
    tokenGeneration: 0,
    versionCreationTimeout: false,
    allowedOrigins: [],
    revision: 1,
  };
}

/** What every WebhookRecords promises. */
export function webhookRecordsSuite(open: () => Promise<WebhookRecordsUnderTest>): void {
  async function openWithProjects() {
    const under = await open();
    for (const id of [project, other]) await under.projects.insertProject(newProject(id));
    return under;
  }
  const message = (id: string, change: Partial<NewWebhookMessage> = {}): NewWebhookMessage => ({
    project,
    endpoint: one.id,
    id,
    type: "roomCreated",
    body: `{"id":"${id}"}`,
    createdAt: 10,
    dueAt: 10,
    ...change,
  });
  const attempt = { at: 20, durationMs: 5, status: 200, answer: "ok" } as const;
  const outcome = (
    of: WebhookMessageRecord,
    next: WebhookOutcome["next"],
    change: Partial<WebhookOutcome["attempt"]> = {},
  ): WebhookOutcome => ({ message: of, claim: "mine", attempt: { ...attempt, ...change }, next });
  const claimed = { claim: "mine", now: 20, until: 100, limit: 10 } as const;
  const ids = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id);

  test("[WH1] an endpoint is stored, changed, and deleted in its project alone", async () => {
    await using under = await openWithProjects();
    const { webhooks } = under;
    const full = newWebhookEndpoint({
      rateLimit: 5,
      headers: { "X-Own": "é" },
      sealedPreviousSecret: "older",
      previousSecretUntil: 99,
      subscribedEvents: ["roomCreated", "storageUpdated"],
    });
    expect(await webhooks.insertEndpoint(full, 2)).toBe(true);
    expect(await webhooks.endpoint(one)).toEqual({ ...full, failingSince: undefined });
    expect(await webhooks.endpoint({ ...one, project: other })).toBeUndefined();
    // As many as a project may have, and no project that is not there.
    expect(await webhooks.insertEndpoint(newWebhookEndpoint({ id: "we_2", createdAt: 2 }), 2)).toBe(true);
    expect(await webhooks.insertEndpoint(newWebhookEndpoint({ id: "we_3" }), 2)).toBe(false);
    expect(await webhooks.insertEndpoint(newWebhookEndpoint({ project: "gone" as ProjectId }), 2)).toBe(false);
    expect(await webhooks.insertEndpoint(newWebhookEndpoint({ project: other, id: "we_4" }), 2)).toBe(true);
    expect(ids(await webhooks.endpoints(project))).toEqual(["we_2", "we_1"]);

    expect(await webhooks.updateEndpoint(one, { url: "https://a.test", disabled: true, updatedAt: 7 }, full)).toBe(
      true,
    );
    expect(await webhooks.endpoint(one)).toMatchObject({
      url: "https://a.test",
      disabled: true,
      rateLimit: 5,
      updatedAt: 7,
    });
    expect(await webhooks.updateEndpoint({ ...one, project: other }, { disabled: true }, full)).toBe(false);
    expect(ids(await webhooks.enabledEndpoints()).toSorted()).toEqual(["we_2", "we_4"]);
    expect(ids(await webhooks.enabledEndpoints([project]))).toEqual(["we_2"]);
    expect(await webhooks.enabledEndpoints([])).toEqual([]);

    expect(await webhooks.updateEndpoint(one, { rateLimit: null }, full)).toBe(true);
    expect((await webhooks.endpoint(one))!.rateLimit).toBeUndefined();

    expect(await webhooks.deleteEndpoint({ ...one, project: other })).toBe(false);
    expect(await webhooks.deleteEndpoint(one)).toBe(true);
    expect(await webhooks.deleteEndpoint(one)).toBe(false);
    await under.projects.deleteProject(other);
    expect(ids(await webhooks.enabledEndpoints())).toEqual(["we_2"]);
  });

  test("[WH14] headers and a secret are replaced only where they are those that were read", async () => {
    await using under = await openWithProjects();
    const { webhooks } = under;
    const before = newWebhookEndpoint({ headers: { b: "1", 2: "é", a: '"' } });
    await webhooks.insertEndpoint(before, 9);
    const stale = { headers: { b: "1" }, sealedSecret: "older" };
    const entry = { team: "t1", id: "1", at: 1, action: "webhook.updated" };
    expect(await webhooks.updateEndpoint(one, { headers: { c: "1" } }, stale, { audit: [entry] })).toBe(false);
    expect(await webhooks.updateEndpoint(one, { sealedSecret: "new" }, stale)).toBe(false);
    expect(await webhooks.endpoint(one)).toMatchObject({ headers: before.headers, sealedSecret: "sealed" });
    expect(await webhooks.updateEndpoint(one, { url: "https://a.test" }, stale)).toBe(true);
    const read = (await webhooks.endpoint(one))!;
    expect(await webhooks.updateEndpoint(one, { headers: { c: "1" }, sealedSecret: "new" }, read)).toBe(true);
    expect(await webhooks.endpoint(one)).toMatchObject({ headers: { c: "1" }, sealedSecret: "new" });
  });

  test("[WH2] messages and the reader's position are written once, even if two read the same events", async () => {
    await using under = await openWithProjects();
    const { webhooks, outbox } = under;
    await webhooks.insertEndpoint(newWebhookEndpoint(), 9);
    await webhooks.insertEndpoint(newWebhookEndpoint({ id: "off", disabled: true }), 9);
    await outbox.register("hooks");
    const at = "2026-11-01T00:00:00.000Z";
    await outbox.add([{ type: "roomCreated", data: { projectId: project, roomId: "a", createdAt: at } }]);
    const { seq } = (await outbox.read("hooks", 9))[0]!;
    const advance = { reader: "hooks", seq, first: seq };
    const added = [message("m1"), message("m2", { endpoint: "off" }), message("m3", { endpoint: "gone" })];
    expect(await webhooks.addMessages(added, [], { advance })).toBe(true);
    expect(await webhooks.addMessages([message("m4")], [], { advance })).toBe(false);
    expect(await webhooks.addMessages([message("m1", { body: "other" })], [])).toBe(true);
    expect(await webhooks.messages(one, { limit: 9 })).toEqual([
      {
        ...message("m1"),
        seq: expect.any(Number),
        throttle: undefined,
        settledAt: undefined,
        state: "waiting",
        tries: 0,
        attempts: 0,
      },
    ]);
    expect(await webhooks.messages({ project, id: "off" }, { limit: 9 })).toEqual([]);
    expect(await outbox.read("hooks", 9)).toEqual([]);
  });

  test("[WH3] a throttle names its newest message, whose body can be replaced until its first attempt", async () => {
    await using under = await openWithProjects();
    const { webhooks } = under;
    await webhooks.insertEndpoint(newWebhookEndpoint(), 9);
    await webhooks.addMessages([message("m1", { throttle: "t" }), message("m2", { throttle: "u" })], []);
    await webhooks.addMessages([message("m3", { throttle: "t", dueAt: 50 })], []);
    const throttles = async () =>
      (await webhooks.throttled(project, ["t", "u", "v"])).toSorted((a, b) => (a.throttle < b.throttle ? -1 : 1));
    expect(await throttles()).toEqual([
      { throttle: "t", id: "m3", scheduledAt: 50, isPending: true },
      { throttle: "u", id: "m2", scheduledAt: 10, isPending: true },
    ]);
    expect(await webhooks.throttled(other, ["t"])).toEqual([]);
    expect(await webhooks.addMessages([], [{ project, id: "m3", body: "newer" }])).toBe(true);
    const found = await webhooks.claim(one, { ...claimed, now: 60 });
    expect(found.map(({ id, body }) => [id, body])).toEqual([
      ["m1", message("m1").body],
      ["m2", message("m2").body],
      ["m3", "newer"],
    ]);
    expect((await throttles())[0]).toMatchObject({ id: "m3", scheduledAt: 50, isPending: false });
    expect(await webhooks.addMessages([message("m4")], [{ project, id: "m3", body: "late" }])).toBe(false);
    expect(await webhooks.message(one, "m4")).toBeUndefined();
  });

  test("[WH4] a message belongs to one claim until the lease ends, and an ended claim changes nothing", async () => {
    await using under = await openWithProjects();
    const { webhooks } = under;
    await webhooks.insertEndpoint(newWebhookEndpoint(), 9);
    const due = [message("m1", { dueAt: 12 }), message("m2"), message("m3", { dueAt: 21 })];
    await webhooks.addMessages(due, []);
    expect(await webhooks.waiting()).toEqual([{ ...one, dueAt: 10 }]);
    const [first] = await webhooks.claim(one, { ...claimed, limit: 1 });
    expect(first).toMatchObject({ id: "m2", dueAt: 100 });
    expect(ids(await webhooks.claim(one, claimed))).toEqual(["m1"]);
    expect(await webhooks.claim(one, claimed)).toEqual([]);
    // The lease ends.
    expect(ids(await webhooks.claim(one, { ...claimed, claim: "next", now: 100, until: 200 }))).toEqual([
      "m1",
      "m2",
      "m3",
    ]);
    await webhooks.settle([outcome(first!, { kind: "delivered" })]);
    expect(await webhooks.message(one, "m2")).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await webhooks.attempts(project, "m2")).toEqual([]);
    await webhooks.release(one, { claim: "mine", now: 30 }, ["m1"]);
    expect(await webhooks.claim(one, { ...claimed, now: 150 })).toEqual([]);
    await webhooks.release(one, { claim: "next", now: 30 }, ["m1", "m3"]);
    expect(ids(await webhooks.claim(one, { ...claimed, now: 150 }))).toEqual(["m1", "m3"]);
    // One that is added with its claim.
    const own = await webhooks.addClaimed(message("m5"), "mine", 300);
    expect(own).toMatchObject({ id: "m5", attempts: 0 });
    await webhooks.settle([outcome(own, { kind: "delivered" })]);
    expect(await webhooks.message(one, "m5")).toMatchObject({ state: "delivered", settledAt: 25 });
  });

  test("[WH4] outcomes are written with their attempts, and whether the endpoint is failing", async () => {
    await using under = await openWithProjects();
    const { webhooks } = under;
    await webhooks.insertEndpoint(newWebhookEndpoint(), 9);
    await webhooks.addMessages([message("m1"), message("m2"), message("m3")], []);
    const [m1, m2, m3] = await webhooks.claim(one, { ...claimed, until: 8_000 });
    const refused = { status: 500, answer: "no" } as const;
    await webhooks.settle([
      outcome(m1!, { kind: "retry", dueAt: 5_020 }, { at: 20, durationMs: 9, failure: "timeout", status: undefined }),
      outcome(m2!, { kind: "failed" }, { ...refused, at: 22 }),
    ]);
    expect(await webhooks.endpoint(one)).toMatchObject({ failingSince: 20 });
    expect(await webhooks.message(one, "m1")).toMatchObject({
      state: "waiting",
      dueAt: 5_020,
      tries: 1,
      attempts: 1,
      settledAt: undefined,
    });
    expect(await webhooks.message(one, "m2")).toMatchObject({ state: "failed", tries: 1, settledAt: 27 });
    expect(await webhooks.attempts(project, "m2")).toEqual([
      { at: 22, durationMs: 5, status: 500, failure: undefined, answer: "no" },
    ]);
    expect(await webhooks.attempts(other, "m2")).toEqual([]);
    // Settled, and claimed no more.
    expect(await webhooks.claim(one, { ...claimed, now: 5_019 })).toEqual([]);
    const [again] = await webhooks.claim(one, { ...claimed, now: 5_020, until: 8_000 });
    await webhooks.settle([
      outcome(m3!, { kind: "failed" }, refused),
      outcome(again!, { kind: "delivered" }, { at: 5_030 }),
    ]);
    expect(await webhooks.endpoint(one)).toMatchObject({ failingSince: undefined });
    expect((await webhooks.attempts(project, "m1")).map(({ at, failure }) => [at, failure])).toEqual([
      [20, "timeout"],
      [5_030, undefined],
    ]);
    expect(ids(await webhooks.messages(one, { limit: 9, state: "failed" }))).toEqual(["m3", "m2"]);
    const [newest] = await webhooks.messages(one, { limit: 1 });
    expect(ids(await webhooks.messages(one, { limit: 1, after: newest!.seq }))).toEqual(["m2"]);
    expect(await webhooks.messages({ ...one, project: other }, { limit: 9 })).toEqual([]);
    expect(await webhooks.message({ ...one, id: "we_2" }, "m1")).toBeUndefined();

    expect(await webhooks.requeueFailed(one, 11, 9_000)).toBe(0);
    expect(await webhooks.requeueFailed(one, 10, 9_000)).toBe(2);
    expect(await webhooks.requeue(one, "m1", 9_000)).toBe(true);
    expect(await webhooks.requeue(one, "m1", 9_000)).toBe(false);
    // One that waits for its next attempt is due at once; one without an attempt, or that is being sent, stays as it is.
    await webhooks.addMessages([message("m4"), message("m5", { dueAt: 99_000 })], []);
    const [m4] = await webhooks.claim(one, { ...claimed, until: 8_000, limit: 1 });
    expect(await webhooks.requeue(one, "m4", 30)).toBe(false);
    await webhooks.settle([outcome(m4!, { kind: "retry", dueAt: 99_000 }, { status: 500 })]);
    expect(await webhooks.requeue(one, "m4", 9_000)).toBe(true);
    expect(await webhooks.requeue(one, "m5", 9_000)).toBe(false);
    expect((await webhooks.claim(one, { ...claimed, now: 9_000 })).map(({ id, tries }) => [id, tries])).toEqual([
      ["m1", 0],
      ["m2", 0],
      ["m3", 0],
      ["m4", 0],
    ]);
  });

  test("[WH5] a disabled endpoint has nothing claimed, and its waiting messages are dropped", async () => {
    await using under = await openWithProjects();
    const { webhooks } = under;
    await webhooks.insertEndpoint(newWebhookEndpoint(), 9);
    await webhooks.addMessages([message("m1"), message("m2"), message("m3")], []);
    const [m1] = await webhooks.claim(one, { ...claimed, limit: 1 });
    expect(await webhooks.disableFailing(one, 1_000, 30)).toBe(false);
    await webhooks.settle([outcome(m1!, { kind: "failed" }, { status: 500 })]);
    expect(await webhooks.disableFailing(one, 19, 30)).toBe(false);
    await webhooks.dropWaiting(one, 30);
    expect(await webhooks.message(one, "m2")).toMatchObject({ state: "waiting" });
    const [m2] = await webhooks.claim(one, { ...claimed, limit: 1 });
    const entry = { team: "t1", id: "1", at: 1, action: "webhook.disabled" };
    const job = { kind: "webhookDisabled", createdAt: 30, payload: {} } as const;
    const effects = { audit: [entry], jobs: [job] };
    expect(await webhooks.disableFailing(one, 20, 30, effects)).toBe(true);
    // Once: the entry could not be written a second time.
    expect(await webhooks.disableFailing(one, 20, 30, effects)).toBe(false);
    expect(await webhooks.endpoint(one)).toMatchObject({ disabled: true, updatedAt: 30, failingSince: 20 });
    // What was under way when it was disabled does not change why it was.
    await webhooks.settle([outcome(m2!, { kind: "delivered" })]);
    expect(await webhooks.endpoint(one)).toMatchObject({ disabled: true, failingSince: 20 });
    expect([await webhooks.waiting(), await webhooks.claim(one, claimed)]).toEqual([[], []]);
    expect([await webhooks.requeue(one, "m1", 40), await webhooks.requeueFailed(one, 0, 40)]).toEqual([false, 0]);
    await webhooks.dropWaiting(one, 31);
    expect(await webhooks.message(one, "m3")).toMatchObject({ state: "dropped", settledAt: 31 });
    await webhooks.updateEndpoint(one, { disabled: false }, newWebhookEndpoint());
    expect(await webhooks.endpoint(one)).toMatchObject({ disabled: false, failingSince: undefined });
    expect(await webhooks.waiting()).toEqual([]);
  });

  test("[WH12] messages are listed by state, type, room and time, and counted with their attempts", async () => {
    await using under = await openWithProjects();
    const { webhooks } = under;
    await webhooks.insertEndpoint(newWebhookEndpoint(), 9);
    expect(await webhooks.newest(one)).toBeUndefined();
    await webhooks.addMessages(
      [
        message("m1", { room: "a", createdAt: 8 }),
        message("m2", { type: "roomDeleted", room: "é", createdAt: 9 }),
        message("m3", { room: "a" }),
      ],
      [],
    );
    const [m1] = await webhooks.claim(one, { ...claimed, limit: 1 });
    expect(m1!.room).toBe("a");
    await webhooks.settle([outcome(m1!, { kind: "retry", dueAt: 50 }, { status: undefined, failure: "Refused." })]);
    const list = async (page: Partial<WebhookMessagePage>) => ids(await webhooks.messages(one, { limit: 9, ...page }));
    expect(await list({ type: "roomCreated" })).toEqual(["m3", "m1"]);
    expect(await list({ state: "waiting", type: "roomCreated" })).toEqual(["m3", "m1"]);
    expect(await list({ state: "failed", type: "roomCreated" })).toEqual([]);
    expect([await list({ room: "a" }), await list({ room: "é" }), await list({ room: "b" })]).toEqual([
      ["m3", "m1"],
      ["m2"],
      [],
    ]);
    expect([await list({ from: 9 }), await list({ to: 9 }), await list({ from: 9, to: 9, room: "é" })]).toEqual([
      ["m3", "m2"],
      ["m2", "m1"],
      ["m2"],
    ]);
    const counts = async (name: typeof one, since: number, limit: number) =>
      (await webhooks.progress(name, { since, limit })).toSorted((a, b) => a.count - b.count);
    const untouched = { state: "waiting", isAttempted: false };
    const attempted = { state: "waiting", isAttempted: true, count: 1 };
    expect(await counts(one, 0, 9)).toEqual([attempted, { ...untouched, count: 2 }]);
    expect(await counts(one, 10, 9)).toEqual([{ ...untouched, count: 1 }]);
    expect(await counts(one, 0, 2)).toEqual([{ ...untouched, count: 2 }]);
    expect(await counts({ ...one, project: other }, 0, 9)).toEqual([]);
    expect(await webhooks.newest(one)).toBe(10);
    const known = { at: 20, durationMs: 5, status: undefined };
    expect(await webhooks.attemptsOfNewest(one, { since: 20, limit: 3 })).toEqual({
      attempts: [known],
      leftOutAt: undefined,
    });
    expect(await webhooks.attemptsOfNewest(one, { since: 21, limit: 3 })).toMatchObject({ attempts: [] });
    expect(await webhooks.attemptsOfNewest(one, { since: 20, limit: 2 })).toEqual({ attempts: [], leftOutAt: 8 });
  });

  test("messages are found by their ids, and by what they are about and when they were created", async () => {
    await using under = await openWithProjects();
    const { webhooks } = under;
    const two = { ...one, id: "we_2" };
    for (const name of [one, two]) await webhooks.insertEndpoint(newWebhookEndpoint(name), 9);
    await webhooks.insertEndpoint(newWebhookEndpoint({ project: other }), 9);
    await webhooks.addMessages(
      [
        message("a", { createdAt: 10 }),
        message("b", { createdAt: 20, endpoint: two.id }),
        message("c", { createdAt: 30, type: "roomDeleted" }),
        message("d", { createdAt: 20, project: other }),
      ],
      [],
    );
    expect(ids(await webhooks.messagesById(project, ["b", "a", "d", "nothing"])).toSorted()).toEqual(["a", "b"]);
    expect(await webhooks.messagesById(project, [])).toEqual([]);
    const found = async (from: number, limit = 9) =>
      ids(await webhooks.messagesOfType(project, "roomCreated", { from, limit }));
    expect([await found(0), await found(11), await found(0, 1), await found(21)]).toEqual([
      ["a", "b"],
      ["b"],
      ["a"],
      [],
    ]);
  });

  test("[WH6] a sweep deletes old, excess and orphaned messages with their attempts", async () => {
    await using under = await openWithProjects();
    const { webhooks } = under;
    await webhooks.insertEndpoint(newWebhookEndpoint(), 9);
    await webhooks.insertEndpoint(newWebhookEndpoint({ id: "we_2" }), 9);
    await webhooks.insertEndpoint(newWebhookEndpoint({ id: "we_3" }), 9);
    await webhooks.insertEndpoint(newWebhookEndpoint({ project: other }), 9);
    await webhooks.addMessages(
      [
        message("old", { createdAt: 4 }),
        ...["m1", "m2", "m3"].map((id) => message(id)),
        ...["n1", "n2", "n3", "n4"].map((id) => message(id, { endpoint: "we_2" })),
        message("off", { endpoint: "we_3" }),
        message("theirs", { project: other }),
      ],
      [],
    );
    const [first] = await webhooks.claim(one, { ...claimed, limit: 1 });
    await webhooks.settle([outcome(first!, { kind: "delivered" })]);
    await webhooks.updateEndpoint({ project, id: "we_3" }, { disabled: true }, newWebhookEndpoint());
    await under.projects.deleteProject(other);
    const sweep = () => webhooks.sweep({ before: 5, most: 3, now: 50 });
    await sweep();
    expect(ids(await webhooks.messages(one, { limit: 9 }))).toEqual(["m3", "m2", "m1"]);
    expect(await webhooks.attempts(project, "old")).toEqual([]);
    expect(ids(await webhooks.messages({ project, id: "we_2" }, { limit: 9 }))).toEqual(["n4", "n3", "n2"]);
    expect(await webhooks.message({ project, id: "we_3" }, "off")).toMatchObject({ state: "dropped" });
    expect(await webhooks.messages({ ...one, project: other }, { limit: 9 })).toEqual([]);
    await webhooks.deleteEndpoint(one);
    await sweep();
    expect(await webhooks.messages(one, { limit: 9 })).toEqual([]);
    expect(ids(await webhooks.messages({ project, id: "we_2" }, { limit: 9 }))).toEqual(["n4", "n3", "n2"]);
    // A project may keep its messages for less time, and never for more.
    const asked: string[] = [];
    const beforeOf = (at: number) => async (of: string) => {
      asked.push(of);
      return at;
    };
    await webhooks.sweep({ before: 5, beforeOf: beforeOf(1), most: 3, now: 50 });
    expect(ids(await webhooks.messages({ project, id: "we_2" }, { limit: 9 }))).toEqual(["n4", "n3", "n2"]);
    await webhooks.sweep({ before: 5, beforeOf: beforeOf(1_000_000), most: 3, now: 50 });
    expect(await webhooks.messages({ project, id: "we_2" }, { limit: 9 })).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([project]));
  });
}
