import type { OutboxRecords } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import { openBackgroundJob } from "../background-job.ts";

export interface OutboxLoopOptions {
  readonly outbox: Pick<OutboxRecords, "onAdded">;
  /** Reads all events after the reader's position. */
  readonly read: () => Promise<void>;
  /** Receives the error of a failed read; the next read follows. */
  readonly failed: (error: unknown) => void;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "jobPollMs">;
}

/** Events that come within this time are read together: rooms may be created by the hundred. */
const gatherMs = 100;

/** Runs a reader of the outbox: at start, soon after events are added, and every `jobPollMs`. */
export function openOutboxLoop({ outbox, read, failed, clock, limits }: OutboxLoopOptions): AsyncDisposable {
  const job = openBackgroundJob({ clock, everyMs: limits.jobPollMs, work: read, failed });
  let gathering: Timer | undefined;
  outbox.onAdded(() => {
    gathering ??= clock.setTimer(gatherMs, () => {
      gathering = undefined;
      job.soon();
    });
  });
  return {
    async [Symbol.asyncDispose]() {
      gathering?.cancel();
      await job[Symbol.asyncDispose]();
    },
  };
}
