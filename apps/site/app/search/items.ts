import { teamName } from "@weft/protocol/internal/team-name";
import type { Destinations } from "./destinations.ts";
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
  /** Rooms of the current project whose ids begin with the query. */
  readonly rooms?: readonly SearchItem[];
}

export function teamHref(accountId: string): string {
  return `/dashboard/${encodeURIComponent(accountId)}`;
}

export function projectHref(accountId: string, projectId: string): string {
  return `${teamHref(accountId)}/projects/${encodeURIComponent(projectId)}`;
}

/** Screens of the team and the project that the path names; each carries their name as its breadcrumb. */
export function dashboardItems({ params, accounts, destinations }: Surroundings): SearchItem[] {
  const { accountId, projectId } = params;
  if (accountId === undefined) return [];
  const account = accounts.find(({ id }) => id === accountId);
  const project = account?.projects.find(({ id }) => id === projectId);
  const ofTeam = destinations.team.map(({ href, ...screen }): SearchItem => ({
    ...screen,
    href: `${teamHref(accountId)}${href}`,
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
