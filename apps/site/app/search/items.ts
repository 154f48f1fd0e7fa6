import { teamName } from "@weft/protocol/internal/team-name";
import type { Destination, Destinations } from "./destinations.ts";
import { screenPriority } from "./match.ts";
import type { RouteParams } from "./route-params.ts";
import type { SearchItem } from "./search-item.ts";

/** A team as `GET /internal/accounts/summary` returns it. */
export interface AccountSummary {
  readonly id: string;
  readonly name: string;
  readonly projects: readonly { readonly id: string; readonly displayName: string }[];
}

/** Names of teams and projects are searched from this many characters. */
export const namesFrom = 2;

export interface Surroundings {
  readonly params: RouteParams;
  readonly accounts: readonly AccountSummary[];
  readonly destinations: Destinations;
  readonly signedIn?: boolean;
  /** Whether the user owns the current team; members are not offered what only owners can open. */
  readonly owner?: boolean;
  /** Rooms of the current project whose ids hold the query. */
  readonly rooms?: readonly SearchItem[];
}

export function teamHref(accountId: string): string {
  return `/dashboard/${encodeURIComponent(accountId)}`;
}

export function projectHref(accountId: string, projectId: string): string {
  return `${teamHref(accountId)}/projects/${encodeURIComponent(projectId)}`;
}

function describeScreen({ title, keywords, excerpt }: Destination) {
  return { title, keywords, ...(excerpt !== undefined && { excerpt }) };
}

/** Screens of the team and the project that the path names; each carries their name as its breadcrumb. */
export function dashboardItems({ params, accounts, destinations, owner = true }: Surroundings): SearchItem[] {
  const { accountId, projectId } = params;
  if (accountId === undefined) return [];
  const account = accounts.find(({ id }) => id === accountId);
  const project = account?.projects.find(({ id }) => id === projectId);
  const open = destinations.team.filter(({ owners = false }) => owner || !owners);
  const ofTeam = open.map((screen): SearchItem => ({
    ...describeScreen(screen),
    href: `${teamHref(accountId)}${screen.href}`,
    path: [account ? teamName(account.name) : "Team"],
    context: "team",
    priority: screenPriority,
  }));
  if (projectId === undefined) return ofTeam;
  const ofProject = destinations.project.map(({ href, ...screen }): SearchItem => ({
    ...screen,
    href: `${projectHref(accountId, projectId)}${href}`,
    path: [project?.displayName ?? "Project"],
    context: "project",
    priority: screenPriority,
  }));
  return [...ofProject, ...ofTeam];
}

/** Screens of the user's account, from everywhere. In the dashboard they come before the documentation. */
export function accountItems({ params, destinations, signedIn = false }: Surroundings): SearchItem[] {
  if (!signedIn) return [];
  return destinations.account.map((screen) => ({
    ...describeScreen(screen),
    href: `/dashboard/account${screen.href}`,
    path: ["Account"],
    context: "account",
    priority: params.accountId === undefined ? 2 : screenPriority,
  }));
}

/** Entrances of the docs, which need no index. */
export function docsEntrances({ destinations }: Surroundings): SearchItem[] {
  return destinations.docs.map(({ title, href, path, keywords }) => ({
    title,
    href,
    path,
    keywords,
    context: "docs",
    priority: 2,
  }));
}

/** Teams and projects by their names. */
export function nameItems({ accounts }: Surroundings): SearchItem[] {
  return accounts.flatMap(({ id, name, projects }) => [
    { title: teamName(name), href: teamHref(id), path: ["Teams"], keywords: [], context: "team", priority: 2 } as const,
    ...projects.map(
      (project) =>
        ({
          title: project.displayName,
          href: projectHref(id, project.id),
          path: [teamName(name)],
          keywords: [],
          context: "project",
          priority: 2,
        }) as const,
    ),
  ]);
}
