import { existsSync, readFileSync } from "node:fs";

export interface RoutePreloads {
  /** The scripts that the page at this path loads beyond those that the shell itself names. */
  of(path: string): readonly string[];
}

/** Reads which scripts each route needs: a file of the build, from route patterns (`/dashboard/:teamId`) to scripts. */
export function openRoutePreloads(path: string): RoutePreloads {
  const scripts = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, readonly string[]>) : {};
  const routes = Object.entries(scripts)
    .map(([pattern, files]) => ({ segments: segmentsOf(pattern), files }))
    // Where two patterns match, the one with more fixed segments is the route.
    .toSorted((a, b) => rank(b.segments) - rank(a.segments));
  return {
    of(requested) {
      const segments = segmentsOf(requested);
      return routes.find((route) => matches(route.segments, segments))?.files ?? [];
    },
  };
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** Fixed segments count most; a splat loses to a parameter. */
function rank(segments: readonly string[]): number {
  const fixed = segments.filter((segment) => !segment.startsWith(":") && segment !== "*").length;
  return fixed * 2 - (segments.at(-1) === "*" ? 1 : 0);
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) === "*")
    return path.length >= pattern.length - 1 && matches(pattern.slice(0, -1), path.slice(0, pattern.length - 1));
  return pattern.length === path.length && pattern.every((part, at) => part.startsWith(":") || part === path[at]);
}
