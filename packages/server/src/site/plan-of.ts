import type { ProjectRecord, Teams } from "@weft/collab";
import { plans } from "@weft/protocol";
import type { Plan } from "@weft/protocol";

/** The plan of a project's team; a project without a team has the self-hosted plan. */
export async function planOf({ team }: Pick<ProjectRecord, "team">, teams: Pick<Teams, "team">): Promise<Plan> {
  const found = team === undefined ? undefined : await teams.team(team);
  return plans[found?.plan ?? "SelfHosted"];
}
