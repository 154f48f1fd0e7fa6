import type { Plan, ProjectId } from "@weft/protocol";
import type { ProjectRecord } from "../accounts/account-records.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Activity } from "./activity.ts";

/** Deletes the events and requests that plans no longer keep. */
export async function sweepActivity(
  activity: Pick<Activity, "sweep">,
  accounts: Pick<Accounts, "projects">,
  planOf: (project: ProjectRecord) => Promise<Plan>,
): Promise<void> {
  const kept: { id: ProjectId; retentionDays: number }[] = [];
  for (const project of await accounts.projects())
    kept.push({ id: project.id, retentionDays: (await planOf(project)).eventRetentionDays });
  await activity.sweep(kept);
}
