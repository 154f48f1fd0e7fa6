import type { JobHandler, JobRecords } from "@weft/collab";
import type { JobKind } from "@weft/protocol";
import type { Clock } from "@weft/room";
import type { Logger } from "pino";
import type { JobRunner } from "./job-runner.ts";

/** Recurring work: one job of its kind, which is scheduled again when it is done. */
export interface Sweep {
  readonly kind: JobKind;
  readonly everyMs: number;
  /** The delay after a start. Defaults to none. */
  readonly firstAfterMs?: number;
  /** Work that remains when `signal` stops it is left to the next sweep. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** The single job of a sweep has this key. */
const key = "sweep";

/** Schedules a sweep from now on. Returns a function that brings the next run forward. */
export function runSweep(
  { kind, everyMs, firstAfterMs = 0, work }: Sweep,
  { runner, records, clock, log }: SweepOptions,
): () => void {
  const add = (dueAt: number) =>
    records
      .add([{ kind, key, createdAt: clock.now(), dueAt, payload: {} }])
      .catch((err: unknown) => log.warn({ err, job: kind }, "a sweep could not be brought forward"));
  const handler: JobHandler = {
    kind,
    async run({ signal }) {
      await work(signal);
      return { againAt: clock.now() + everyMs };
    },
  };
  runner.handle(handler);
  void add(clock.now() + firstAfterMs);
  return () => void add(clock.now());
}

export interface SweepOptions {
  readonly runner: Pick<JobRunner, "handle">;
  readonly records: Pick<JobRecords, "add">;
  readonly clock: Clock;
  readonly log: Logger;
}
