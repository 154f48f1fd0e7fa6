import type { JobHandler, JobRecords } from "@weft/collab";
import type { JobKind } from "@weft/protocol";
import type { Clock } from "@weft/room";
import type { Logger } from "pino";
import type { JobRunner } from "./job-runner.ts";

/** Work that comes back: there is one job of its kind, which is due again as soon as it is done. */
export interface Sweep {
  readonly kind: JobKind;
  readonly everyMs: number;
  /** After a start. Defaults to at once. */
  readonly firstAfterMs?: number;
  /** What is left when `signal` stops it comes up at the next sweep. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** The single job of a sweep has this key. */
const key = "sweep";

/** Has a sweep run from now on. Answers what brings the next one forward. */
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
