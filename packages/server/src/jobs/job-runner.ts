import { randomBytes } from "node:crypto";
import { JobRefused, JobStopped } from "@weft/collab";
import type { JobClaim, JobHandler, JobRecord, JobRecords } from "@weft/collab";
import { toStorable } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Logger } from "pino";
import { openBackgroundJob } from "../background-job.ts";
import type { BackgroundJob } from "../background-job.ts";
import { createJobTurns } from "./job-turns.ts";
import type { JobTurns } from "./job-turns.ts";
import { Suspects } from "./suspects.ts";

/**
 * Runs jobs: of each kind so many at a time, in the order in which they are due. Of some kinds, each project has so many at a
 * time (`job-turns.ts`).
 *
 *     due ──claim──► run ──► done: deleted ─┬─ or due again
 *      ▲              │  └─ claim renewed ──┘  every third of its lease
 *      └── later ◄────┴─ failed: after `retryMs`, then twice as long each time, up to `retryMaxMs` ──► failed permanently
 *
 * - No process leads. The process that claims a job holds it until the claim ends. When it dies, another process claims
 *   the job, so a job runs at least once.
 * - A job that is added is run at once: in another process, when its signal arrives, and within `jobPollMs` in any case.
 * - A job that a process was running when it died is suspected of having ended it. One such job at a time runs in a process,
 *   so that at its next death the others are not blamed. A job that was running at several deaths is parked.
 * - On shutdown, running jobs are asked to stop and remain as they were, for the next start.
 */
export interface JobRunner extends AsyncDisposable {
  /** Runs jobs of this kind from now on. */
  handle(handler: JobHandler): void;
}

export interface JobRunnerOptions {
  readonly records: JobRecords;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "jobPollMs" | "jobLeaseMs" | "jobRetryMs" | "jobRetryMaxMs" | "jobDeaths" | "drainMs">;
  readonly log: Logger;
  /** Receives, at each check, when the oldest job of a kind is due or was; Infinity without a job. */
  readonly checked?: (kind: string, dueAt: number) => void;
  /** A job was parked. */
  readonly parked?: (kind: string) => void;
}

export function openJobRunner(options: JobRunnerOptions): JobRunner {
  const { records, clock, limits, log } = options;
  const loops = new Map<string, BackgroundJob>();
  const suspects = new Suspects();
  const turns = new Map<string, JobTurns>();
  let closed = false;

  records.onAdded((jobs) => {
    // The next regular check is in time for jobs that are due after it.
    const checkedBy = clock.now() + limits.jobPollMs;
    const urgent = jobs.filter(({ dueAt = 0 }) => dueAt < checkedBy);
    for (const kind of new Set(urgent.map((job) => job.kind))) {
      loops.get(kind)?.soon();
      turns.get(kind)?.added();
    }
  });

  return {
    handle(handler) {
      if (closed) return;
      const soon = () => loop.soon();
      const ofKind =
        handler.atOncePerProject === undefined
          ? undefined
          : createJobTurns(handler, {
              ...options,
              suspects,
              soon,
              runJob: (job, claim, signal) => runOne(job, claim, handler, options, signal),
              runSuspect: (job, claim, signal) => runSuspect(job, claim, handler, options, signal, suspects),
            });
      if (ofKind !== undefined) turns.set(handler.kind, ofKind);
      const loop = openBackgroundJob({
        clock,
        everyMs: limits.jobPollMs,
        work: (signal) =>
          ofKind === undefined ? runDueJobs(handler, options, signal, suspects, soon) : ofKind.run(signal),
        failed: (err) => log.warn({ err, job: handler.kind }, "jobs could not be read or settled; they are retried"),
        // A job that does not stop is claimed again after the next start.
        patienceMs: limits.drainMs,
      });
      loops.set(handler.kind, loop);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      await Promise.all(Array.from(loops.values(), (loop) => loop[Symbol.asyncDispose]()));
    },
  };
}

/** The delay before jobs that another process holds in a transaction are claimed again, in milliseconds. */
const claimAgainMs = 100;

/** Runs the due jobs of a kind and returns the milliseconds until the next check. `soon` asks for a check before that. */
export async function runDueJobs(
  handler: JobHandler,
  options: JobRunnerOptions,
  signal: AbortSignal,
  suspects = new Suspects(),
  soon = () => {},
): Promise<number> {
  const { records, clock, limits } = options;
  const { kind, atOnce = 1, leaseMs = limits.jobLeaseMs } = handler;
  let inVain = 0;
  while (!signal.aborted) {
    const now = clock.now();
    const dueAt = (await records.nextDueAt(kind)) ?? Infinity;
    options.checked?.(kind, dueAt);
    if (dueAt > now) return Math.min(dueAt - now, limits.jobPollMs);
    const claim = randomBytes(12).toString("base64url");
    const claimed = (limit: number, which: "released" | "abandoned") =>
      records.claim(kind, claim, now, now + leaseMs, limit, { which });
    const claimSuspect = async (): Promise<readonly Promise<void>[]> => {
      const suspect = await suspects.claim(kind, now, soon, () => claimed(1, "abandoned"));
      return suspect === undefined ? [] : [runSuspect(suspect, claim, handler, options, signal, suspects)];
    };

    const running = suspects.isTimeToLook(kind, now, limits.jobPollMs) ? [...(await claimSuspect())] : [];
    if (running.length < atOnce)
      for (const job of await claimed(atOnce - running.length, "released"))
        running.push(runOne(job, claim, handler, options, signal));
    if (running.length === 0) running.push(...(await claimSuspect()));
    // What is due waits for a suspected job that runs here; or another process was faster, or is about to be.
    if (running.length === 0 && suspects.running) return limits.jobPollMs;
    inVain = running.length === 0 ? inVain + 1 : 0;
    if (inVain > 1) return Math.min(claimAgainMs, limits.jobPollMs);
    await Promise.all(running);
  }
  return Infinity;
}

/** Runs the job that `suspects` has claimed, or parks it, and ends its turn. */
async function runSuspect(
  record: JobRecord,
  secret: string,
  handler: JobHandler,
  options: JobRunnerOptions,
  stopping: AbortSignal,
  suspects: Suspects,
): Promise<void> {
  let isSuspected = true;
  const cleared = () => {
    if (isSuspected) suspects.end();
    isSuspected = false;
  };
  try {
    if (record.deaths >= (handler.deaths ?? options.limits.jobDeaths)) await park(record, secret, handler, options);
    else await runOne(record, secret, handler, options, stopping, cleared);
  } finally {
    cleared();
  }
}

/** If the process dies here, the next one parks the job. */
async function park(
  record: JobRecord,
  secret: string,
  handler: JobHandler,
  { records, log, parked }: JobRunnerOptions,
): Promise<void> {
  const { id, key, kind, tries, deaths, createdAt, payload } = record;
  const claim = { id, claim: secret };
  const signal = new AbortController().signal;
  await handler.parked?.({ id, key, tries, deaths, createdAt, payload, claim, isLastTry: true, signal });
  await records.park(claim, `The server stopped ${deaths} times while it ran this job.`);
  parked?.(kind);
  log.error(
    { job: kind, id, deaths },
    "a job was running when the server stopped, again; staff may have it tried again",
  );
}

/** Runs a job that was claimed, to its end. */
async function runOne(
  record: JobRecord,
  secret: string,
  handler: JobHandler,
  { records, clock, limits, log }: JobRunnerOptions,
  stopping: AbortSignal,
  cleared = () => {},
): Promise<void> {
  const { kind, leaseMs = limits.jobLeaseMs, tries: most = Infinity } = handler;
  const { retryMs = limits.jobRetryMs, retryMaxMs = limits.jobRetryMaxMs } = handler;
  const claim = { id: record.id, claim: secret };
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const wait = Math.min(retryMs * 2 ** (record.tries - 1), retryMaxMs);
  const isLastTry = record.tries >= most || clock.now() + wait >= (record.giveUpAt ?? Infinity);
  let { deaths } = record;
  const progressed = async () => {
    if (deaths === 0) return;
    deaths = 0;
    await records.progressed(claim);
    cleared();
  };

  using _ = keepClaim(claim, leaseMs, { records, clock }, () => lost.abort());
  try {
    const { id, key, tries, createdAt, payload } = record;
    const job = { id, key, tries, deaths, createdAt, payload, claim, isLastTry, signal, progressed };
    const end = await handler.run(job);
    if (end !== undefined && "againAt" in end) await records.repeat(claim, end.againAt);
    else await records.finish(claim, end?.effects);
  } catch (error) {
    if (error instanceof JobStopped || (stopping.aborted && signal.aborted)) {
      await records.postpone(claim, { dueAt: clock.now(), counts: false });
      return;
    }
    const failure = toStorable((error instanceof Error ? error.message : String(error)).slice(0, 500));
    const known = { err: error, job: kind, id: record.id, tries: record.tries };
    if (isLastTry || error instanceof JobRefused) {
      await records.fail(claim, failure);
      log.error(known, "a job failed permanently; staff can retry it");
    } else {
      await records.postpone(claim, { dueAt: clock.now() + wait, failure, counts: true });
      log.warn(known, "a job failed; it is tried again");
    }
  }
}

/** Renews a claim until it is disposed of or lost. */
function keepClaim(
  claim: JobClaim,
  leaseMs: number,
  { records, clock }: Pick<JobRunnerOptions, "records" | "clock">,
  lost: () => void,
): Disposable {
  let ended = false;
  const renewLater = (): Timer =>
    clock.setTimer(Math.ceil(leaseMs / 3), async () => {
      // If the disk refuses this renewal, it may accept the next one in time.
      const held = await records.extend(claim, clock.now() + leaseMs).catch(() => true);
      if (ended) return;
      if (held) timer = renewLater();
      else lost();
    });
  let timer = renewLater();
  return {
    [Symbol.dispose]() {
      ended = true;
      timer.cancel();
    },
  };
}
