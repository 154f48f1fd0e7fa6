import type { Exports } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Logger } from "pino";

/** Makes exports, one at a time: when somebody asks for one, and those that another process left. */
export interface ExportJobs extends AsyncDisposable {
  /** Now, or once more when the work that is under way has ended. */
  soon(): void;
}

export interface ExportJobsOptions {
  readonly exports: Pick<Exports, "work">;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
}

export function openExportJobs({ exports, clock, limits, log }: ExportJobsOptions): ExportJobs {
  const closing = new AbortController();
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const work = async () => {
    try {
      while (!closing.signal.aborted && (await exports.work(closing.signal)));
    } catch (err) {
      log.warn({ err }, "exports that wait could not be read; the next look tries again");
    }
    running = undefined;
    if (closing.signal.aborted) return;
    if (again) begin();
    else timer = clock.setTimer(limits.exportPollMs, begin);
  };
  const begin = () => {
    timer?.cancel();
    again = false;
    running = work();
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
      timer?.cancel();
    },
  };
}
