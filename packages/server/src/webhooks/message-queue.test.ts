import { createWebhookMessageQueue } from "@weft/collab";
import type { WebhookEndpointRecord } from "@weft/collab";
import { newProject, newWebhookEndpoint } from "@weft/collab/suites/webhook-records.suite.ts";
import type { DomainEvent, ProjectId } from "@weft/protocol";
import { openStore } from "@weft/store";
import { expect, test } from "vitest";

const one = newWebhookEndpoint();
const { project } = one;
const other = "p2" as ProjectId;
const at = (now: number) => new Date(now).toISOString();
const created = (roomId: string, projectId = project): DomainEvent => ({
  type: "roomCreated",
  data: { projectId, roomId, createdAt: at(0) },
});

/** A database, and a clock that the test sets. Answers what waits for each endpoint. */
async function world(...endpoints: readonly Partial<WebhookEndpointRecord>[]) {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore("sqlite::memory:"));
  const time = { now: 1_000_000 };
  let added = 0;
  const queueOf = (records = store.webhooks) =>
    createWebhookMessageQueue({ outbox: store.outbox, records, added: () => void added++, now: () => time.now });
  const queue = queueOf();
  for (const id of [project, other]) await store.projects.insertProject(newProject(id));
  for (const endpoint of endpoints) await store.webhooks.insertEndpoint(newWebhookEndpoint(endpoint), 9);
  await queue.read();
  const held = stack.move();
  return {
    store,
    time,
    queue,
    queueOf,
    added: () => added,
    async happen(...events: DomainEvent[]) {
      await store.outbox.add(events);
      await queue.read();
    },
    /** Oldest first: type, room, when it is due and the time of the change, from the start. */
    async messages(id = one.id, of = project) {
      const found = await store.webhooks.messages({ project: of, id }, { limit: 100 });
      return found.toReversed().map(({ body, dueAt }) => {
        const { type, data } = JSON.parse(body) as DomainEvent;
        const updatedAt = "updatedAt" in data ? Date.parse(data.updatedAt) - 1_000_000 : undefined;
        return [type, data.roomId, dueAt - 1_000_000, updatedAt];
      });
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("[WH2] each enabled endpoint of the project receives the events that it is subscribed to", async () => {
  await using here = await world(
    {},
    { id: "both", subscribedEvents: ["roomCreated", "roomDeleted"] },
    { id: "off", disabled: true },
    { project: other, id: "theirs" },
  );
  const deleted: DomainEvent = { type: "roomDeleted", data: { projectId: project, roomId: "a", deletedAt: at(1) } };
  await here.happen(created("a"), created("b", other), deleted);
  expect(await here.messages()).toEqual([["roomCreated", "a", 0, undefined]]);
  expect((await here.messages("both")).map(([type]) => type)).toEqual(["roomCreated", "roomDeleted"]);
  expect(await here.messages("off")).toEqual([]);
  expect((await here.messages("theirs", other)).map(([, room]) => room)).toEqual(["b"]);
  const ids = await Promise.all(
    [one, { project, id: "both" }].map((name) => here.store.webhooks.messages(name, { limit: 9 })),
  );
  const all = ids.flat().map(({ id }) => id);
  expect(new Set(all).size).toBe(3);
  for (const id of all) expect(id).toMatch(/^msg_[\w-]{27}$/);
  expect(here.added()).toBe(1);
  expect(await here.store.outbox.read("webhooks", 9)).toEqual([]);
});

test("[WH2] two processes that read the same events write their messages once", async () => {
  await using here = await world({});
  await here.store.outbox.add([created("a"), created("b")]);
  // This one has read the events, and is overtaken before it writes.
  const { webhooks } = here.store;
  const late = here.queueOf({
    ...webhooks,
    async enabledEndpoints(projects) {
      const found = await webhooks.enabledEndpoints(projects);
      await here.queue.read();
      return found;
    },
  });
  await late.read();
  expect((await here.messages()).map(([, room]) => room)).toEqual(["a", "b"]);
});

test("[WH3] a throttled event is sent at once, and further ones at the end of each window with the newest time", async () => {
  await using here = await world({
    subscribedEvents: ["storageUpdated", "ydocUpdated"],
    storageThrottleSeconds: 10,
    documentThrottleSeconds: 60,
  });
  const changed = (seconds: number, roomId = "a", type: "storageUpdated" | "ydocUpdated" = "storageUpdated") => {
    here.time.now = 1_000_000 + seconds * 1_000;
    return here.happen({ type, data: { projectId: project, roomId, updatedAt: at(here.time.now) } });
  };
  const deliver = async () => {
    const claim = { claim: "c", now: here.time.now, until: here.time.now + 1, limit: 99 };
    const attempt = { at: here.time.now, durationMs: 1, status: 200 };
    for (const message of await here.store.webhooks.claim(one, claim))
      await here.store.webhooks.settle([{ message, claim: "c", attempt, next: { kind: "delivered" } }]);
  };
  await changed(0);
  await deliver();
  await changed(3);
  await changed(7);
  await changed(7, "b");
  await changed(7, "a", "ydocUpdated");
  const sent = async () => (await here.messages()).map(([type, room, , updatedAt]) => [type, room, updatedAt]);
  expect(await sent()).toEqual([
    ["storageUpdated", "a", 0],
    ["storageUpdated", "a", 7_000],
    ["storageUpdated", "b", 7_000],
    ["ydocUpdated", "a", 7_000],
  ]);
  expect((await here.messages()).map(([, , dueAt]) => dueAt).slice(1)).toEqual([10_000, 7_000, 7_000]);
  // The window's message is on its way: the next one follows a window later.
  here.time.now = 1_010_000;
  await here.store.webhooks.claim(one, { claim: "c", now: here.time.now, until: here.time.now + 9, limit: 99 });
  await changed(10.5);
  expect((await here.messages()).at(-1)).toEqual(["storageUpdated", "a", 20_000, 10_500]);
  // Quiet for a window: at once again.
  await changed(31);
  expect((await here.messages()).at(-1)).toEqual(["storageUpdated", "a", 31_000, 31_000]);
  // Several that are read together are one.
  await here.store.outbox.add(
    [60, 61, 62].map((seconds) => ({
      type: "storageUpdated",
      data: { projectId: project, roomId: "c", updatedAt: at(1_000_000 + seconds * 1_000) },
    })),
  );
  await changed(62, "c");
  const ofC = (await here.messages()).filter(([, room]) => room === "c");
  expect(ofC).toEqual([
    ["storageUpdated", "c", 62_000, 60_000],
    ["storageUpdated", "c", 72_000, 62_000],
  ]);
});

test("[WH3] a body that cannot be replaced any more is followed by another message", async () => {
  await using here = await world({ subscribedEvents: ["storageUpdated"] });
  const { webhooks } = here.store;
  const change = (seconds: number): DomainEvent => ({
    type: "storageUpdated",
    data: { projectId: project, roomId: "a", updatedAt: at(1_000_000 + seconds * 1_000) },
  });
  await here.happen(change(0));
  here.time.now += 1_000;
  await here.happen(change(1));
  // The waiting message is claimed between reading and writing, by a process whose clock is ahead.
  await here.store.outbox.add([change(2)]);
  let raced = false;
  await here
    .queueOf({
      ...webhooks,
      async throttled(...args) {
        const found = await webhooks.throttled(...args);
        if (!raced) await webhooks.claim(one, { claim: "c", now: 1_060_000, until: 1_061_000, limit: 9 });
        raced = true;
        return found;
      },
    })
    .read();
  const times = (await here.messages()).map(([, , , updatedAt]) => updatedAt);
  expect(times).toEqual([0, 1_000, 2_000]);
});
