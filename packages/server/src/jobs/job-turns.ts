import { randomBytes } from "node:crypto";
import type { JobHandler, JobRecord, JobRecords } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room";
import type { Suspects } from "./suspects.ts";

/** The jobs of a kind of which each project has a share: a project with many of them delays no other. */
export interface JobTurns {
  /** Runs the due jobs and returns the milliseconds until the next check. */
  run(signal: AbortSignal): Promise<number>;
  /** Jobs were added, which may run beside those that are running. */
  added(): void;
}

export interface JobTurnsOptions {
  readonly records: Pick<JobRecords, "nextDueAt" | "claim">;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "jobPollMs" | "jobLeaseMs">;
  readonly checked?: (kind: string, dueAt: number) => void;
  readonly suspects: Suspects;
  /** Asks for a check before the next regular one. */
  readonly soon: () => void;
  /** Runs a job that was claimed, to its end. */
  readonly runJob: (record: JobRecord, claim: string, signal: AbortSignal) => Promise<void>;
  /** Runs or parks a job that `suspects` has claimed, and ends its turn. */
  readonly runSuspect: (record: JobRecord, claim: string, signal: AbortSignal) => Promise<void>;
}

export function createJobTurns(handler: JobHandler, options: JobTurnsOptions): JobTurns {
  const { records, clock, limits, suspects, soon } = options;
  const { kind, atOnce = 1, atOncePerProject = atOnce, leaseMs = limits.jobLeaseMs } = handler;
  let wake = () => {};
  const freed = () => {
    wake();
    soon();
  };

  /** The projects of the jobs that run. */
  const running = new Map<Promise<void>, string>();
  const failures: unknown[] = [];

  function track({ key }: JobRecord, job: Promise<void>): void {
    const run: Promise<void> = job
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        running.delete(run);
        wake();
      });
    running.set(run, key.split(" ", 1)[0]!);
  }

  /** Claims jobs one by one, for as long as there is room: of projects that have their share, none. */
  async function start(signal: AbortSignal): Promise<void> {
    while (running.size < atOnce && !signal.aborted) {
      const counts = Map.groupBy(running.values(), (project) => project);
      const without = [...counts].flatMap(([project, { length }]) => (length >= atOncePerProject ? [project] : []));
      const secret = randomBytes(12).toString("base64url");
      const now = clock.now();
      const claim = (which: "released" | "abandoned") =>
        records.claim(kind, secret, now, now + leaseMs, 1, { which, without });
      const startSuspect = async () => {
        const suspect = await suspects.claim(kind, now, freed, () => claim("abandoned"));
        if (suspect !== undefined) track(suspect, options.runSuspect(suspect, secret, signal));
        return suspect !== undefined;
      };
      if (suspects.isTimeToLook(kind, now, limits.jobPollMs) && (await startSuspect())) continue;
      const [job] = await claim("released");
      if (job !== undefined) track(job, options.runJob(job, secret, signal));
      else if (!(await startSuspect())) return;
    }
  }

  return {
    added: () => wake(),
    async run(signal) {
      for (;;) {
        const { promise: woken, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const dueAt = (await records.nextDueAt(kind)) ?? Infinity;
        options.checked?.(kind, dueAt);
        if (dueAt <= clock.now()) await start(signal);
        if (failures.length > 0) throw failures.shift();
        if (running.size === 0) {
          if (signal.aborted) return Infinity;
          // What is due waits for a suspected job of another kind; or another process was faster.
          const waitMs = dueAt - clock.now();
          return waitMs > 0 ? Math.min(waitMs, limits.jobPollMs) : limits.jobPollMs;
        }
        // Jobs of other processes are looked for as often as while none runs.
        const timer = clock.setTimer(limits.jobPollMs, resolve);
        await woken;
        timer.cancel();
      }
    },
  };
}
