/** Where in the dashboard an address is. */
export type Place =
  | { readonly kind: "account" }
  | { readonly kind: "team"; readonly teamId: string }
  | { readonly kind: "project"; readonly teamId: string; readonly projectId: string; readonly section: string }
  /** The landing page, and pages outside teams. */
  | { readonly kind: "elsewhere" };

/** Path segments of pages outside teams, whose ids start with `team_`. */
const beside: ReadonlySet<string> = new Set(["settings", "new", "staff"]);

export function placeOf(pathname: string): Place {
  const [, dashboard, first, second, third, section] = pathname.split("/").map(decode);
  if (dashboard !== "dashboard" || !first || beside.has(first)) return { kind: "elsewhere" };
  if (first === "account") return { kind: "account" };
  if (second !== "projects" || !third) return { kind: "team", teamId: first };
  return { kind: "project", teamId: first, projectId: third, section: section ?? "" };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function teamPath(teamId: string): string {
  return `/dashboard/${encodeURIComponent(teamId)}`;
}

export function projectPath(teamId: string, projectId: string): string {
  return `${teamPath(teamId)}/projects/${encodeURIComponent(projectId)}`;
}

/** Which of the paths under `base` the address is on: the longest that it begins with. */
export function currentPath(pathname: string, base: string, paths: readonly string[]): string | undefined {
  const here = pathname.replace(/\/+$/, "");
  return paths
    .filter((path) => (path === "" ? here === base : here === base + path || here.startsWith(`${base}${path}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
}
