import type { TeamRetentionState } from "@weft/protocol";
import type { ProjectRecord } from "../projects/project-records.ts";
import type { Projects } from "../projects/projects.ts";
import type { Activity, RetainedProject } from "./activity.ts";

/** Deletes the events and requests that projects no longer keep. */
export async function sweepActivity(
  activity: Pick<Activity, "sweep">,
  projects: Pick<Projects, "all">,
  retentionOf: (project: ProjectRecord) => Promise<TeamRetentionState["days"]>,
): Promise<void> {
  const kept: RetainedProject[] = [];
  for (const project of await projects.all()) {
    const { events, requestLogs } = await retentionOf(project);
    kept.push({ id: project.id, retentionDays: events, requestDays: requestLogs });
  }
  await activity.sweep(kept);
}
