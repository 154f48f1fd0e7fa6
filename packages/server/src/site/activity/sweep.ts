import type { Projects, Activity, ProjectRecord } from "@weft/collab";
import type { Plan, ProjectId } from "@weft/protocol";

/** Forgets the events and requests that plans no longer keep. */
export async function sweepActivity(
  activity: Pick<Activity, "sweep">,
  projects: Pick<Projects, "all">,
  planOf: (project: ProjectRecord) => Promise<Plan>,
): Promise<void> {
  const kept: { id: ProjectId; retentionDays: number }[] = [];
  for (const project of await projects.all())
    kept.push({ id: project.id, retentionDays: (await planOf(project)).eventRetentionDays });
  await activity.sweep(kept);
}
