import type { ProjectRecord, Teams } from "@weft/collab";
import { plans } from "@weft/protocol";
import type { Plan } from "@weft/protocol";

/** What the plan of a project's team includes; a project without a team has that of a server of one's own. */
export async function planOf({ team }: Pick<ProjectRecord, "team">, teams: Pick<Teams, "team">): Promise<Plan> {
  const found = team === undefined ? undefined : await teams.team(team);
  return plans[found?.plan ?? "SelfHosted"];
}
