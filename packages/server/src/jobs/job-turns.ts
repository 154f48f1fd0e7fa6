import { randomBytes } from "node:crypto";
import type { JobHandler, JobRecord, JobRecords } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room";

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
  /** Runs a job that was claimed, to its end. */
  readonly runJob: (record: JobRecord, claim: string, signal: AbortSignal) => Promise<void>;
}

export function createJobTurns(handler: JobHandler, options: JobTurnsOptions): JobTurns {
  const { records, clock, limits } = options;
  const { kind, atOnce = 1, atOncePerProject = atOnce, leaseMs = limits.jobLeaseMs } = handler;
  let wake = () => {};

  /** The projects of the jobs that run. */
  const running = new Map<Promise<void>, string>();
  const failures: unknown[] = [];

  /** Claims jobs one by one, for as long as there is room: of projects that have their share, none. */
  async function start(signal: AbortSignal): Promise<void> {
    while (running.size < atOnce && !signal.aborted) {
      const counts = Map.groupBy(running.values(), (project) => project);
      const busy = [...counts].flatMap(([project, { length }]) => (length >= atOncePerProject ? [project] : []));
      const claim = randomBytes(12).toString("base64url");
      const now = clock.now();
      const [job] = await records.claim(kind, claim, now, now + leaseMs, 1, busy);
      if (job === undefined) return;
      const run: Promise<void> = options
        .runJob(job, claim, signal)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          running.delete(run);
          wake();
        });
      running.set(run, job.key.split(" ", 1)[0]!);
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
        if (running.size === 0) return signal.aborted ? Infinity : Math.min(dueAt - clock.now(), limits.jobPollMs);
        // Jobs of other processes are looked for as often as while none runs.
        const timer = clock.setTimer(limits.jobPollMs, resolve);
        await woken;
        timer.cancel();
      }
    },
  };
}
