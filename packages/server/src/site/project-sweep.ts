import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Logger } from "pino";
import type { SiteServices } from "./site-services.ts";

export interface ProjectSweepOptions {
  readonly site: Pick<SiteServices, "deleteDueProjects" | "exports">;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
}

/** Deletes, at start and now and then, projects and exports whose time is over, and goes on where a crash cut it short. */
export function openProjectSweep({ site, clock, limits, log }: ProjectSweepOptions): AsyncDisposable {
  const closing = new AbortController();
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  const sweep = async () => {
    try {
      await site.deleteDueProjects(closing.signal);
      await site.exports.sweep();
    } catch (err) {
      log.warn({ err }, "projects or exports whose time is over could not all be deleted; the next sweep tries again");
    }
    if (!closing.signal.aborted) timer = clock.setTimer(limits.projectSweepMs, begin);
  };
  const begin = () => {
    running = sweep();
  };
  begin();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      timer?.cancel();
      await running;
      timer?.cancel();
    },
  };
}
