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

export interface OutboxLoop extends AsyncDisposable {
  /** How long the oldest event has waited that this process knows of, and not that it was read. */
  readonly waitingMs: number;
}

/** Runs a reader of the outbox: at start, soon after events are added, and every `jobPollMs`. */
export function openOutboxLoop({ outbox, read, failed, clock, limits }: OutboxLoopOptions): OutboxLoop {
  let waitingSince: number | undefined = clock.monotonic();
  /** Of what the read in progress was begun for. */
  let beingRead: number | undefined;
  const work = async () => {
    beingRead = waitingSince;
    // Events that are added while it reads may be left for the next read.
    waitingSince = undefined;
    try {
      await read();
    } catch (error) {
      waitingSince = beingRead ?? waitingSince;
      throw error;
    } finally {
      beingRead = undefined;
    }
  };
  const job = openBackgroundJob({ clock, everyMs: limits.jobPollMs, work, failed });
  let gathering: Timer | undefined;
  outbox.onAdded(() => {
    waitingSince ??= clock.monotonic();
    gathering ??= clock.setTimer(gatherMs, () => {
      gathering = undefined;
      job.soon();
    });
  });
  return {
    get waitingMs() {
      const since = beingRead ?? waitingSince;
      return since === undefined ? 0 : clock.monotonic() - since;
    },
    async [Symbol.asyncDispose]() {
      gathering?.cancel();
      await job[Symbol.asyncDispose]();
    },
  };
}
