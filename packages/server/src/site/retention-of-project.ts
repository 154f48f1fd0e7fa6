import type { ProjectRecord, RetentionRules, Teams } from "@weft/collab";
import type { TeamRetentionState } from "@weft/protocol";

/** Days for which data of a project is kept: as its team decided, within its plan. */
export async function retentionOfProject(
  { team }: Pick<ProjectRecord, "team">,
  teams: Pick<Teams, "team">,
  rules: RetentionRules,
): Promise<TeamRetentionState["days"]> {
  return rules.of(team === undefined ? undefined : await teams.team(team));
}
