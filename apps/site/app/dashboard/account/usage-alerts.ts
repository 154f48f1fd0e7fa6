import type { Me } from "@weft/protocol";

/** Whether somebody gets mails about the usage of a team, or of any: as they chose, else by their part in it. */
export function getsUsageAlerts({ preferences, teams }: Pick<Me, "preferences" | "teams">, team?: string): boolean {
  return preferences.usageAlerts ?? teams.some(({ id, role }) => role === "owner" && (team ?? id) === id);
}
