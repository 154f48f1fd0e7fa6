import { limits } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import type { KeptMail, NewMail } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { MailRefused, openMailDelivery } from "./mail-delivery.ts";

const minute = 60_000;

/** A mail server of the test's making: it takes what it is given, unless it is told what to answer. */
async function world() {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = stack.use(await openStore("sqlite::memory:"));
  const taken: { readonly to: string; readonly at: number }[] = [];
  const tried: number[] = [];
  const answer: { error: Error | undefined; wait: Promise<void> | undefined } = { error: undefined, wait: undefined };
  const start = clock.now();
  const log: Record<string, unknown>[] = [];
  const open = () =>
    openMailDelivery({
      records: store.mails,
      handOver: async ({ to }: KeptMail) => {
        tried.push(clock.now() - start);
        await answer.wait;
        if (answer.error !== undefined) throw answer.error;
        taken.push({ to, at: clock.now() - start });
      },
      clock,
      limits,
      log: pino({}, { write: (line: string) => void log.push(JSON.parse(line)) }),
    });
  const mail = (to: string, usefulMs: number = limits.mailLifetimeMs): NewMail => ({
    at: clock.now(),
    to,
    subject: "s",
    text: "t",
    state: "waiting",
    giveUpAt: clock.now() + usefulMs,
  });
  const held = stack.move();
  return {
    clock,
    mails: store.mails,
    taken,
    tried,
    answer,
    log,
    open,
    mail,
    left: async () => (await store.mails.list()).length,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("a mail is handed over at once, and forgotten", async () => {
  await using here = await world();
  await using delivery = here.open();
  await here.mails.insert([here.mail("ada@weft.test"), here.mail("bob@weft.test")]);
  delivery.soon();
  await expect.poll(here.left).toBe(0);
  expect(here.taken.map(({ to }) => to).toSorted()).toEqual(["ada@weft.test", "bob@weft.test"]);
});

test("what a mail server does not take now it is asked again for: in a minute, in two, in four", async () => {
  await using here = await world();
  here.answer.error = new Error("connect ECONNREFUSED");
  await here.mails.insert([here.mail("ada@weft.test")]);
  await using _ = here.open();
  await expect.poll(() => here.tried.length).toBe(1);
  for (const [passes, tries] of [
    [minute, 2],
    [2 * minute, 3],
  ] as const) {
    await expect.poll(async () => (await here.mails.list())[0]?.failure).toBe("connect ECONNREFUSED");
    await expect.poll(async () => (await here.mails.list())[0]?.dueAt).toBe(here.clock.now() + passes);
    await here.clock.advance(passes - 1);
    expect(here.tried).toHaveLength(tries - 1);
    await here.clock.advance(1);
    await expect.poll(() => here.tried.length).toBe(tries);
  }
  here.answer.error = undefined;
  await expect.poll(async () => (await here.mails.list())[0]?.dueAt).toBe(here.clock.now() + 4 * minute);
  await here.clock.advance(4 * minute);
  await expect.poll(here.left).toBe(0);
  expect(here.taken).toEqual([{ to: "ada@weft.test", at: 7 * minute }]);
});

test("a mail is given up when it is of no use any more, and kept for staff to see", async () => {
  await using here = await world();
  here.answer.error = new Error("The mail server is away.");
  await here.mails.insert([here.mail("ada@weft.test", 3 * minute)]);
  await using delivery = here.open();
  await expect.poll(() => here.tried.length).toBe(1);
  await expect.poll(async () => (await here.mails.list())[0]?.failure).toBeDefined();
  await here.clock.advance(minute);
  await expect.poll(async () => (await here.mails.list())[0]?.state).toBe("failed");
  await here.clock.advance(limits.mailLifetimeMs);
  expect(here.tried).toEqual([0, minute]);
  expect(here.log.at(-1)).toMatchObject({ level: 50, failure: "The mail server is away." });
  // Staff may have it tried again.
  here.answer.error = undefined;
  const [{ id }] = (await here.mails.list()) as [KeptMail];
  expect(await here.mails.renew(id, here.clock.now(), here.clock.now() + minute)).toBe(true);
  delivery.soon();
  await expect.poll(here.left).toBe(0);
  expect(await here.mails.renew(id, 0, 0)).toBe(false);
});

test("a mail that the mail server refuses for good is not tried again", async () => {
  await using here = await world();
  here.answer.error = new MailRefused("550 No such user here");
  await here.mails.insert([here.mail("nobody@weft.test")]);
  await using _ = here.open();
  await expect.poll(async () => (await here.mails.list())[0]?.state).toBe("failed");
  await here.clock.advance(limits.mailLifetimeMs);
  expect(here.tried).toEqual([0]);
});

test("of two processes one has a mail; a claim that its process died with ends", async () => {
  await using here = await world();
  await here.mails.insert([here.mail("ada@weft.test")]);
  const now = here.clock.now();
  const claims = await Promise.all([1, 2].map(() => here.mails.claim(now, now + limits.mailClaimMs, 5)));
  expect(claims.flat()).toHaveLength(1);
  // Whoever had it is gone, and another one starts.
  await using _ = here.open();
  await here.clock.advance(limits.mailClaimMs - 1);
  expect(here.tried).toEqual([]);
  await expect.poll(async () => (await here.clock.advance(1), here.left())).toBe(0);
  expect(here.taken).toHaveLength(1);
});

test("what waits at a stop is there after the next start, and a mail server that does not answer holds up no stop", async () => {
  await using here = await world();
  const { promise, resolve } = Promise.withResolvers<void>();
  here.answer.wait = promise;
  const delivery = here.open();
  await here.mails.insert([here.mail("ada@weft.test")]);
  delivery.soon();
  await expect.poll(() => here.tried.length).toBe(1);
  const stopped = delivery[Symbol.asyncDispose]();
  await here.clock.advance(limits.drainMs);
  await stopped;
  expect(await here.left()).toBe(1);
  here.answer.error = new Error("too late");
  resolve();
  await expect.poll(async () => (await here.mails.list())[0]?.failure).toBe("too late");
});
