import type { StorageFiles } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Logger } from "pino";

/** Has the bytes deleted that no file holds any more: at start, now and then, and when somebody says that there are some. */
export interface FileSweep extends AsyncDisposable {
  /** Now, or once more when the sweep that is under way has ended. */
  soon(): void;
}

export interface FileSweepOptions {
  readonly files: Pick<StorageFiles, "collect">;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
}

export function openFileSweep({ files, clock, limits, log }: FileSweepOptions): FileSweep {
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  const closing = new AbortController();

  const sweep = async () => {
    try {
      await files.collect(closing.signal);
    } catch (err) {
      // What is left is on the list still, and comes up at the next sweep.
      log.warn({ err }, "files that were given up could not all be deleted");
    }
    running = undefined;
    if (closing.signal.aborted) return;
    if (again) begin();
    else timer = clock.setTimer(limits.storageSweepMs, begin);
  };
  const begin = () => {
    timer?.cancel();
    again = false;
    running = sweep();
  };

  begin();
  return {
    soon() {
      if (closing.signal.aborted) return;
      if (running === undefined) begin();
      else again = true;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      timer?.cancel();
      await running;
    },
  };
}
