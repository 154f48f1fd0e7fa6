import type { Me } from "@weft/protocol";

/**
 * Whether a user receives emails about the usage of a team, or of any team: as they chose, otherwise if they own it.
 */
export function getsUsageAlerts({ preferences, teams }: Pick<Me, "preferences" | "teams">, team?: string): boolean {
  return preferences.usageAlerts ?? teams.some(({ id, role }) => role === "owner" && (team ?? id) === id);
}
