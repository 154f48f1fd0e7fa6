/** The ids that the current path holds. */
export interface RouteParams {
  readonly accountId?: string;
  readonly projectId?: string;
}

// Sections beside the teams: no team id looks like them.
const words = new Set(["account", "settings", "new", "staff"]);

/** Reads team and project from a path of the dashboard. */
export function routeParams(pathname: string): RouteParams {
  const [first, accountId, third, projectId] = pathname.split("/").filter((segment) => segment !== "");
  if (first !== "dashboard" || accountId === undefined || words.has(accountId)) return {};
  const params = { accountId: decodeURIComponent(accountId) };
  return third === "projects" && projectId !== undefined
    ? { ...params, projectId: decodeURIComponent(projectId) }
    : params;
}
