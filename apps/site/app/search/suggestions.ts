import { dashboardItems, docsEntrances, teamHref } from "./items.ts";
import type { Surroundings } from "./items.ts";
import { screenPriority } from "./match.ts";
import type { SearchItem } from "./search-item.ts";

/** Offered while nothing is typed. */
const suggested = {
  project: ["Overview", "Rooms", "API keys"],
  team: ["Projects", "Members", "Billing"],
  signedIn: ["Projects", "Get started", "Examples"],
  signedOut: ["Get started", "How Weft works", "Examples"],
} as const;

export interface Visitor {
  readonly signedIn: boolean;
  readonly lastTeamId: string | null;
}

/** Three ways on from where the visitor is. */
export function suggestions(surroundings: Surroundings, { signedIn, lastTeamId }: Visitor): SearchItem[] {
  const { accountId, projectId } = surroundings.params;
  const here = dashboardItems(surroundings);
  const pick = (titles: readonly string[], from: readonly SearchItem[]) =>
    titles.flatMap((title) => from.find((item) => item.title === title) ?? []);
  if (projectId !== undefined) return pick(suggested.project, here);
  if (accountId !== undefined) return pick(suggested.team, here);
  const docs = docsEntrances(surroundings);
  if (!signedIn) return pick(suggested.signedOut, docs);
  const team = lastTeamId ?? surroundings.accounts[0]?.id;
  const ofTeam = team === undefined ? [] : dashboardItems({ ...surroundings, params: { accountId: team } });
  return pick(suggested.signedIn, [...(ofTeam.length > 0 ? ofTeam : [allTeams]), ...docs]);
}

const allTeams: SearchItem = {
  title: "Projects",
  href: teamHref("").replace(/\/$/u, ""),
  path: ["Dashboard"],
  keywords: [],
  context: "team",
  priority: screenPriority,
};
