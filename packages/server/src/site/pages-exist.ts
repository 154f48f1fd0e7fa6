import type { Account } from "./sign-in.ts";
import type { SiteServices } from "./site-services.ts";
import type { ProjectId } from "@weft/protocol";

const ofAccount =
  /^(|\/new|\/account(\/(security|notifications))?|\/settings\/billing|\/staff\/(messages|mails|jobs|nodes))$/;
const ofTeam = /^(|\/members|\/usage|\/settings(\/(billing|security|management-tokens|audit-log))?)$/;
const ofProject =
  /^(|\/(quickstart|rooms|users|threads|notifications|groups|events|logs|analytics|api-keys|webhooks|copilots|settings)|\/(rooms|users|groups|events|webhooks|copilots)\/[^/]+|\/threads\/[^/]+\/[^/]+|\/webhooks\/[^/]+\/deliveries\/[^/]+)$/;

/**
 * Whether a page of the dashboard exists for the caller, by the map of pages and by membership. To a caller who is not
 * signed in, every possible page exists: they are asked to sign in first.
 */
export async function pageExists(
  path: string,
  account: Account | undefined,
  { teams, projects }: Pick<SiteServices, "teams" | "projects">,
): Promise<boolean> {
  const page = path.replace(/(?<=.)\/$/, "");
  if (page !== "/dashboard" && !page.startsWith("/dashboard/")) return true;
  const rest = page.slice("/dashboard".length);
  if (ofAccount.test(rest)) return true;
  const [, teamId, inTeam = ""] = /^\/(team_[\w-]+)(\/.*)?$/.exec(rest) ?? [];
  if (teamId === undefined) return false;
  const [, projectId, inProject = ""] = /^\/projects\/([^/]+)(\/.*)?$/.exec(inTeam) ?? [];
  const known = projectId === undefined ? ofTeam.test(inTeam) : ofProject.test(inProject);
  if (!known) return false;
  if (account === undefined) return true;
  if ((await teams.membership(teamId, account.person.id)) === undefined) return false;
  return projectId === undefined || (await projects.find(projectId as ProjectId))?.team === teamId;
}
