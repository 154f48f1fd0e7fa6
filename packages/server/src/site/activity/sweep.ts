import type { Activity, ProjectRecord } from "@weft/collab";
import type { Limits, Plan, ProjectId } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Logger } from "pino";

/** Forgets, now and then, the events and requests that plans no longer keep. */
export interface ActivitySweepOptions {
  readonly activity: Pick<Activity, "sweep">;
  readonly projects: () => Promise<readonly ProjectRecord[]>;
  readonly planOf: (project: ProjectRecord) => Promise<Plan>;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
}

export function openActivitySweep(options: ActivitySweepOptions): AsyncDisposable {
  const { activity, projects, planOf, clock, limits, log } = options;
  let running: Promise<void> | undefined;
  let timer: Timer;
  const sweep = async () => {
    try {
      const kept: { id: ProjectId; retentionDays: number }[] = [];
      for (const project of await projects())
        kept.push({ id: project.id, retentionDays: (await planOf(project)).eventRetentionDays });
      await activity.sweep(kept);
    } catch (err) {
      log.warn({ err }, "old events could not be deleted; the next sweep tries again");
    }
  };
  const later = () => {
    timer = clock.setTimer(limits.activitySweepMs, () => {
      running = sweep().finally(later);
    });
  };
  later();
  return {
    async [Symbol.asyncDispose]() {
      timer.cancel();
      await running;
      timer.cancel();
    },
  };
}
