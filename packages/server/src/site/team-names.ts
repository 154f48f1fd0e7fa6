import type { Account } from "./sign-in.ts";
import type { SiteServices } from "./site-services.ts";

/** Names of the team's current members. */
export async function namesIn(
  team: string,
  { teams }: Pick<SiteServices, "teams">,
): Promise<(account: string) => string | null> {
  const names = new Map((await teams.members(team)).map(({ person }) => [person.id, fullName(person)]));
  return (account) => names.get(account) ?? null;
}

export function fullName({ firstName, lastName }: Account["person"]): string {
  return `${firstName} ${lastName}`.trim();
}
