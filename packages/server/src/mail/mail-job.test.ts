import { limits } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openJobRunner } from "../jobs/job-runner.ts";
import { createMailHandler, mailJob, MailRefused } from "./mail-job.ts";
import type { DueMail } from "./mail-job.ts";

const minute = 60_000;

/** A mail server of the test's making: it takes what it is given, unless it is told what to answer. */
async function world() {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const { jobs } = stack.use(await openStore("sqlite::memory:"));
  const taken: DueMail[] = [];
  const tried: number[] = [];
  const answer: { error: Error | undefined } = { error: undefined };
  const start = clock.now();
  const runner = stack.use(openJobRunner({ records: jobs, clock, limits, log: pino({ level: "silent" }) }));
  runner.handle(
    createMailHandler(async (mail) => {
      tried.push(clock.now() - start);
      if (answer.error !== undefined) throw answer.error;
      taken.push(mail);
    }, limits),
  );
  const held = stack.move();
  return {
    clock,
    start,
    taken,
    tried,
    answer,
    add: (to: string, usefulMs?: number, subject = "s") =>
      jobs.add([mailJob({ to, subject, text: "t", usefulMs }, { state: "waiting", now: () => clock.now(), limits })]),
    list: () => jobs.list({ kind: "mail" }),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("a mail is handed over at once, without line breaks in its subject, and forgotten", async () => {
  await using here = await world();
  await here.add("ada@weft.test", undefined, "Join Eve\nBcc: all@weft.test");
  await here.add("bob@weft.test");
  await expect.poll(here.list).toEqual([]);
  expect(here.taken.toSorted((one, other) => one.id - other.id)).toEqual([
    { id: 1, at: here.start, to: "ada@weft.test", subject: "Join Eve Bcc: all@weft.test", text: "t" },
    { id: 2, at: here.start, to: "bob@weft.test", subject: "s", text: "t" },
  ]);
});

test("what a mail server does not take now it is asked again for: in a minute, in two, in four", async () => {
  await using here = await world();
  here.answer.error = new Error("connect ECONNREFUSED");
  await here.add("ada@weft.test");
  for (const passes of [minute, 2 * minute, 4 * minute]) {
    await expect
      .poll(here.list)
      .toMatchObject([{ failure: "connect ECONNREFUSED", claimed: false, dueAt: here.clock.now() + passes }]);
    if (passes === 4 * minute) here.answer.error = undefined;
    await here.clock.advance(passes);
  }
  await expect.poll(here.list).toEqual([]);
  expect(here.tried).toEqual([0, minute, 3 * minute, 7 * minute]);
});

test("a mail is given up when it is of no use any more, and kept for staff to see", async () => {
  await using here = await world();
  here.answer.error = new Error("The mail server is away.");
  await here.add("ada@weft.test", 3 * minute);
  await expect.poll(here.list).toMatchObject([{ tries: 1, claimed: false }]);
  await here.clock.advance(minute);
  await expect.poll(here.list).toMatchObject([{ state: "failed", failure: "The mail server is away." }]);
  await here.clock.advance(limits.mailLifetimeMs);
  expect(here.tried).toEqual([0, minute]);
});

test("a mail that the mail server refuses permanently is not tried again", async () => {
  await using here = await world();
  here.answer.error = new MailRefused("550 No such user here");
  await here.add("nobody@weft.test");
  await expect.poll(here.list).toMatchObject([{ state: "failed", failure: "550 No such user here" }]);
  await here.clock.advance(limits.mailLifetimeMs);
  expect(here.tried).toEqual([0]);
});
