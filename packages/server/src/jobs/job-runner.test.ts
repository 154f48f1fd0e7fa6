import { JobRefused, JobStopped } from "@weft/collab";
import type { JobHandler, NewJob, RunningJob } from "@weft/collab";
import { limits } from "@weft/protocol";
import { createManualClock, settled } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openJobRunner, runDueJobs } from "./job-runner.ts";
import { runSweep } from "./sweeps.ts";

const lease = 9_000;

/** A database, a clock that the test advances, and runners whose handler the test controls. */
async function world() {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = stack.use(await openStore("sqlite::memory:"));
  const start = clock.now();
  const ran: number[] = [];
  const doing: { work: (job: RunningJob) => ReturnType<JobHandler["run"]> } = { work: async () => {} };
  const log: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  let checks = 0;
  const checked = () => void checks++;
  const open = (of: Partial<JobHandler> = {}) => {
    const runner = openJobRunner({ records: store.jobs, clock, limits, log: logger, checked });
    runner.handle({
      kind: "mail",
      leaseMs: lease,
      run(job) {
        ran.push(clock.now() - start);
        return doing.work(job);
      },
      ...of,
    });
    return runner;
  };
  const add = (job: Partial<NewJob> = {}) =>
    store.jobs.add([{ kind: "mail", createdAt: clock.now(), payload: {}, ...job }]);
  const held = stack.move();
  return {
    clock,
    jobs: store.jobs,
    ran,
    doing,
    log,
    logger,
    open,
    add,
    checks: () => checks,
    list: () => store.jobs.list(),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("[JB1] a job is run as soon as it is added, and is gone when it is done", async () => {
  await using here = await world();
  await using _ = here.open();
  await here.add();
  await expect.poll(here.list).toEqual([]);
  await here.add();
  await expect.poll(here.list).toEqual([]);
  expect(here.ran).toEqual([0, 0]);
});

test("[JB1] a job of another process is found by polling, and one that is due later runs then", async () => {
  await using here = await world();
  await using _ = here.open();
  await settled();
  await here.add({ dueAt: here.clock.now() + 2.5 * limits.jobPollMs });
  await expect
    .poll(async () => {
      await here.clock.advance(limits.jobPollMs / 2);
      return here.list();
    })
    .toEqual([]);
  expect(here.ran).toHaveLength(1);
  expect(here.ran[0]).toBeGreaterThanOrEqual(2.5 * limits.jobPollMs);
});

test("[JB1] a job that is due after the next regular check causes no check of its own", async () => {
  await using here = await world();
  await using _ = here.open();
  await expect.poll(here.checks).toBe(1);
  for (let key = 0; key < 5; key++) await here.add({ key: `later-${key}`, dueAt: here.clock.now() + limits.jobPollMs });
  await settled();
  expect(here.checks()).toBe(1);
  await here.add({ key: "sooner", dueAt: here.clock.now() + limits.jobPollMs - 1 });
  await expect.poll(here.checks).toBe(2);
  expect(here.ran).toEqual([]);
});

test("[JB4] a job that fails is tried again after a wait that doubles, and its last try ends it", async () => {
  await using here = await world();
  const lastTries: boolean[] = [];
  here.doing.work = async ({ isLastTry }) => {
    lastTries.push(isLastTry);
    throw new Error("The disk is on fire.");
  };
  await here.add();
  await using _ = here.open({ tries: 3, retryMs: 1_000, retryMaxMs: 60_000 });
  for (const [passes, tries] of [
    [1_000, 1],
    [2_000, 2],
  ] as const) {
    await expect.poll(here.list).toMatchObject([{ tries, failure: "The disk is on fire.", claimed: false }]);
    expect((await here.list())[0]!.dueAt).toBe(here.clock.now() + passes);
    await here.clock.advance(passes);
  }
  await expect.poll(here.list).toMatchObject([{ state: "failed", tries: 3 }]);
  expect([here.ran, lastTries]).toEqual([
    [0, 1_000, 3_000],
    [false, false, true],
  ]);
  expect(here.log.map(({ level }) => level)).toEqual([40, 40, 50]);
  // Staff have it tried again.
  here.doing.work = async () => {};
  const { id } = (await here.list())[0]!;
  expect(await here.jobs.retry(id, here.clock.now())).toBe(true);
  await expect.poll(here.list).toEqual([]);
});

test("[JB4] a job whose failure is final is tried once", async () => {
  await using here = await world();
  here.doing.work = async () => {
    throw new JobRefused("550 No such user here");
  };
  await here.add();
  await using _ = here.open();
  await expect.poll(here.list).toMatchObject([{ state: "failed", tries: 1, failure: "550 No such user here" }]);
});

test("[JB4] the message of a failure is stored, without characters that no database can hold", async () => {
  await using here = await world();
  here.doing.work = async () => {
    throw new JobRefused("550 No\0such\ud800user");
  };
  await here.add();
  await using _ = here.open();
  await expect.poll(here.list).toMatchObject([{ state: "failed", failure: "550 No\ufffdsuch\ufffduser" }]);
});

test("[JB4] a job is given up when the next try would come too late", async () => {
  await using here = await world();
  here.doing.work = async () => {
    throw new Error("Away.");
  };
  await here.add({ giveUpAt: here.clock.now() + 2_500 });
  await using _ = here.open({ retryMs: 1_000 });
  await expect.poll(here.list).toMatchObject([{ tries: 1, claimed: false, failure: "Away." }]);
  await here.clock.advance(1_000);
  await expect.poll(here.list).toMatchObject([{ state: "failed", tries: 2 }]);
});

test("[JB2] a claim is renewed for as long as the work takes, and the work is aborted if it is lost", async () => {
  await using here = await world();
  const { promise, resolve } = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  let claim: RunningJob["claim"] | undefined;
  here.doing.work = async (job) => {
    ({ signal, claim } = job);
    await promise;
  };
  await here.add();
  await using _ = here.open();
  await expect.poll(() => here.ran.length).toBe(1);
  for (let third = 0; third < 9; third++) {
    await here.clock.advance(lease / 3);
    await expect.poll(async () => (await here.list())[0]!.dueAt).toBe(here.clock.now() + lease);
  }
  expect(here.ran).toHaveLength(1);
  // Another process ends it.
  expect(await here.jobs.finish(claim!)).toBe(true);
  await here.clock.advance(lease / 3);
  await expect.poll(() => signal?.aborted).toBe(true);
  resolve();
});

test("[JB2] a renewal that is under way when the work ends is the last", async () => {
  await using here = await world();
  const asked: PromiseWithResolvers<boolean>[] = [];
  const end = Promise.withResolvers<void>();
  here.doing.work = () => end.promise;
  here.jobs.extend = () => {
    const answer = Promise.withResolvers<boolean>();
    asked.push(answer);
    return answer.promise;
  };
  await here.add();
  await using _ = here.open();
  await expect.poll(() => here.ran.length).toBe(1);
  await here.clock.advance(lease / 3);
  expect(asked).toHaveLength(1);
  end.resolve();
  await expect.poll(here.list).toEqual([]);
  // The store was closed meanwhile, and accepts no more writes.
  asked[0]!.reject(new Error("The store is closed."));
  await here.clock.advance(2 * lease);
  expect(asked).toHaveLength(1);
});

test("[JB2] a job whose process died runs again when its claim has ended", async () => {
  await using here = await world();
  await here.add();
  const now = here.clock.now();
  await here.jobs.claim("mail", "dead", now, now + lease, 1);
  await using _ = here.open();
  await settled();
  await here.clock.advance(lease - 1);
  expect(here.ran).toEqual([]);
  await expect
    .poll(async () => {
      await here.clock.advance(1);
      return here.list();
    })
    .toEqual([]);
  expect(here.ran).toHaveLength(1);
});

test("only a limited number run at once", async () => {
  await using here = await world();
  const waiting: (() => void)[] = [];
  here.doing.work = () => new Promise((resolve) => waiting.push(() => resolve()));
  for (let n = 0; n < 5; n++) await here.add();
  await using _ = here.open({ atOnce: 2 });
  for (const running of [2, 2, 1]) {
    await expect.poll(() => waiting.length).toBe(running);
    for (const end of waiting.splice(0)) end();
  }
  await expect.poll(here.list).toEqual([]);
});

test("a stop ends running jobs, uncounted, for the next start, and waits for at most `drainMs`", async () => {
  await using here = await world();
  here.doing.work = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new JobStopped())));
  await here.add();
  const first = here.open();
  await expect.poll(() => here.ran.length).toBe(1);
  await first[Symbol.asyncDispose]();
  expect(await here.list()).toMatchObject([{ tries: 0, claimed: false, dueAt: here.clock.now() }]);

  here.doing.work = () => new Promise(() => {});
  const second = here.open();
  await expect.poll(() => here.ran.length).toBe(2);
  const stopped = second[Symbol.asyncDispose]();
  await here.clock.advance(limits.drainMs);
  await stopped;
  expect(await here.list()).toMatchObject([{ tries: 1, claimed: true }]);
});

test("[JB3] a sweep repeats by itself, and runs at once on request", async () => {
  await using here = await world();
  const runner = openJobRunner({ records: here.jobs, clock: here.clock, limits, log: here.logger });
  await using _ = runner;
  let swept = 0;
  const everyMs = 20_000;
  const soon = runSweep(
    { kind: "fileSweep", everyMs, firstAfterMs: 500, work: async () => void swept++ },
    { runner, records: here.jobs, clock: here.clock, log: here.logger },
  );
  await expect.poll(here.list).toMatchObject([{ kind: "fileSweep", dueAt: here.clock.now() + 500 }]);
  await here.clock.advance(500);
  await expect.poll(() => swept).toBe(1);
  await expect.poll(here.list).toMatchObject([{ claimed: false, dueAt: here.clock.now() + everyMs }]);
  soon();
  await expect.poll(() => swept).toBe(2);
  await expect.poll(here.list).toMatchObject([{ claimed: false, dueAt: here.clock.now() + everyMs }]);
  await expect
    .poll(async () => {
      await here.clock.advance(everyMs);
      return swept;
    })
    .toBeGreaterThan(2);
});

/** As if a process had claimed the jobs and died: its claims end at once. */
async function abandon({ jobs, clock }: Awaited<ReturnType<typeof world>>, count = 1) {
  expect(await jobs.claim("mail", "dead", clock.now(), clock.now(), count)).toHaveLength(count);
}

test("[JB6] a job that was running at two deaths is parked, shown and counted, and others run", async () => {
  await using here = await world();
  const parked: unknown[] = [];
  const shown: unknown[] = [];
  const open = () => {
    const runner = openJobRunner({
      records: here.jobs,
      clock: here.clock,
      limits,
      log: here.logger,
      parked: (kind) => parked.push(kind),
    });
    runner.handle({
      kind: "mail",
      leaseMs: lease,
      run: (job) => here.doing.work(job),
      parked: async ({ id, payload }) => void shown.push([id, payload]),
    });
    return runner;
  };
  await here.add({ payload: { n: 1 } });
  await abandon(here);
  await abandon(here);
  await here.add({ payload: { n: 2 } });
  const ran: unknown[] = [];
  here.doing.work = async ({ payload }) => void ran.push(payload["n"]);
  await using _ = open();
  await expect.poll(here.list).toMatchObject([{ id: 1, state: "parked", deaths: 2, claimed: false }]);
  expect([ran, parked, shown]).toEqual([[2], ["mail"], [[1, { n: 1 }]]]);
  expect((await here.list())[0]!.failure).toBe("The server stopped 2 times while it ran this job.");
});

test("[JB6] jobs that were running at a death run one at a time, and those that come to an end are not blamed", async () => {
  await using here = await world();
  const ends: (() => void)[] = [];
  const running: { readonly id: number; readonly deaths: number }[] = [];
  here.doing.work = async ({ id, deaths }) => {
    running.push({ id, deaths });
    await new Promise<void>((resolve) => ends.push(resolve));
  };
  for (let n = 0; n < 3; n++) await here.add();
  await abandon(here, 3);
  await here.add();
  await using _ = here.open({ atOnce: 4 });
  // The first of them, and the one that no process had.
  await expect.poll(() => running).toHaveLength(2);
  await settled();
  expect(running.map(({ deaths }) => deaths).toSorted((a, b) => a - b)).toEqual([0, 1]);
  for (let n = 3; n <= 4; n++) {
    for (const end of ends.splice(0)) end();
    await expect.poll(() => running).toHaveLength(n);
  }
  for (const end of ends.splice(0)) end();
  await expect.poll(here.list).toEqual([]);
});

test("[JB6] a suspected job that makes progress lets the next one run, and is no longer suspected", async () => {
  await using here = await world();
  const started: number[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  here.doing.work = async ({ id, progressed }) => {
    started.push(id);
    await progressed();
    await end;
  };
  await here.add();
  await abandon(here);
  await using _ = here.open();
  await expect.poll(async () => (await here.list())[0]).toMatchObject({ deaths: 0, claimed: true });
  resolve();
  await expect.poll(here.list).toEqual([]);
  expect(started).toEqual([1]);
});

test("[JB8] a project with many jobs has a share of those that run, and another one's begins beside them", async () => {
  await using here = await world();
  const gates = new Map<string, () => void>();
  const begun: string[] = [];
  here.doing.work = async ({ key }) => {
    begun.push(key);
    await new Promise<void>((resolve) => gates.set(key, resolve));
  };
  for (let n = 1; n <= 6; n++) await here.add({ key: `greedy co ${n}` });
  await using _ = here.open({ atOnce: 4, atOncePerProject: 2 });
  await expect.poll(() => begun).toEqual(["greedy co 1", "greedy co 2"]);
  // While all of these run.
  await here.add({ key: "quiet co 1" });
  await here.add({ key: "greedyer co 1" });
  await expect.poll(() => begun.slice(2)).toEqual(["quiet co 1", "greedyer co 1"]);
  await here.add({ key: "third co 1" });
  gates.get("quiet co 1")!();
  await expect.poll(() => begun.slice(4)).toEqual(["third co 1"]);
  gates.get("greedy co 2")!();
  await expect.poll(() => begun.slice(5)).toEqual(["greedy co 3"]);
  for (const key of ["greedy co 1", "greedy co 3", "greedyer co 1", "third co 1"]) gates.get(key)!();
  await expect.poll(() => begun.slice(6)).toEqual(["greedy co 4", "greedy co 5"]);
  for (const key of ["greedy co 4", "greedy co 5"]) gates.get(key)!();
  await expect.poll(() => begun.slice(8)).toEqual(["greedy co 6"]);
  gates.get("greedy co 6")!();
  await expect.poll(here.list).toEqual([]);
});

test("a due job that another process holds in a transaction is claimed again after a moment, and not at once", async () => {
  await using here = await world();
  await here.add();
  let claims = 0;
  const records = {
    ...here.jobs,
    claim: async () => {
      claims += 1;
      return [];
    },
  };
  const handler = { kind: "mail", run: async () => {} } as const;
  const options = { records, clock: here.clock, limits, log: here.logger };
  const wait = await runDueJobs(handler, options, AbortSignal.timeout(5_000));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThan(limits.jobPollMs);
  expect(claims).toBeLessThan(10);
});
