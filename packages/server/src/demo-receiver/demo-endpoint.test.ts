import { createSeal, currentSecretOf, demoProjectId, secretsOf } from "@weft/collab";
import { createSignalNetwork } from "@weft/collab/suites/signal-network.ts";
import { newProject, newWebhookEndpoint } from "@weft/collab/suites/webhook-records.suite.ts";
import { limits } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { expect, test } from "vitest";
import { openDemoEndpoint } from "./demo-endpoint.ts";
import { demoReceiverUrl } from "./demo-receiver.ts";

const seal = createSeal(Buffer.alloc(32, 7));

async function world({ webhooksPerProject = 5 } = {}) {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = stack.use(await openStore("sqlite::memory:"));
  await store.projects.insertProject(newProject(demoProjectId));
  let changes = 0;
  const network = createSignalNetwork();
  const open = () =>
    openDemoEndpoint({
      signals: network.join(),
      records: store.webhooks,
      seal,
      changed: async () => void changes++,
      clock,
      limits: { ...limits, webhooksPerProject },
    });
  const endpoint = stack.use(open());
  const held = stack.move();
  return {
    clock,
    network,
    open,
    endpoint,
    store,
    changes: () => changes,
    stored: async () => (await store.webhooks.endpoints(demoProjectId)).find(({ url }) => url === demoReceiverUrl),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("the endpoint is enabled while it is used, and disabled a while later", async () => {
  await using here = await world();
  expect(await here.stored()).toBeUndefined();
  const [one, other] = await Promise.all([here.endpoint.use(), here.endpoint.use()]);
  expect(other.secret).toBe(one.secret);
  const stored = (await here.stored())!;
  expect(stored).toMatchObject({ disabled: false, storageThrottleSeconds: limits.webhookThrottleSecondsMin });
  expect(stored.subscribedEvents).not.toContain("notification");
  expect(currentSecretOf(seal, stored)).toBe(one.secret);
  expect(here.changes()).toBe(1);

  one[Symbol.dispose]();
  one[Symbol.dispose]();
  await here.clock.advance(limits.demoReceiverIdleMs * 2);
  expect((await here.stored())?.disabled).toBe(false);
  other[Symbol.dispose]();
  await here.clock.advance(limits.demoReceiverIdleMs - 1);
  (await here.endpoint.use())[Symbol.dispose]();
  expect((await here.stored())?.disabled).toBe(false);
  await here.clock.advance(limits.demoReceiverIdleMs);
  await expect.poll(async () => (await here.stored())?.disabled).toBe(true);
  await expect.poll(() => here.changes()).toBe(2);
});

test("[SG10] a process whose pages are closed leaves the endpoint enabled while another one has pages", async () => {
  await using here = await world();
  using elsewhere = here.open();
  const there = await elsewhere.use();
  for (let quarter = 0; quarter < 20; quarter++) {
    await here.clock.advance(limits.demoReceiverIdleMs / 4);
    await here.network.settle();
  }
  expect((await here.stored())?.disabled).toBe(false);
  there[Symbol.dispose]();
  await here.clock.advance(limits.demoReceiverIdleMs);
  await expect.poll(async () => (await here.stored())?.disabled).toBe(true);
});

test("it has a new secret each time it is enabled, and the old one signs no longer", async () => {
  await using here = await world();
  const before = await here.endpoint.use();
  before[Symbol.dispose]();
  await here.clock.advance(limits.demoReceiverIdleMs);
  await expect.poll(async () => (await here.stored())?.disabled).toBe(true);
  const after = await here.endpoint.use();
  expect(after.secret).not.toBe(before.secret);
  expect(secretsOf(seal, (await here.stored())!, here.clock.now())).toEqual([after.secret]);
});

test("an endpoint that a killed process left enabled is used as it is, or disabled if no page comes", async () => {
  await using here = await world();
  const before = await here.endpoint.use();
  here.endpoint[Symbol.dispose]();
  using next = here.open();
  const again = await next.use();
  expect(again.secret).toBe(before.secret);
  again[Symbol.dispose]();
  next[Symbol.dispose]();
  using last = here.open();
  await here.clock.advance(limits.demoReceiverIdleMs);
  await expect.poll(async () => (await here.stored())?.disabled).toBe(true);
  expect((await last.use()).secret).not.toBe(before.secret);
});

test("there is none in a project that is gone or has as many endpoints as it may have", async () => {
  await using here = await world({ webhooksPerProject: 1 });
  await here.store.webhooks.insertEndpoint({ ...newWebhookEndpoint(), project: demoProjectId }, 1);
  await expect(here.endpoint.use()).rejects.toThrow("has no webhook endpoint for this page");
  expect(await here.stored()).toBeUndefined();
});
