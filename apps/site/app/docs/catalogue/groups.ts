/** The groups of the index by the folder that holds their pages, in the order of the tree. */
const groups: ReadonlyMap<string, string> = new Map([
  ["", "Overview"],
  ["get-started", "Get started"],
  ["authentication", "Authentication"],
  ["concepts", "Concepts"],
  ["ready-made-features", "Ready-made features"],
  ["rooms", "Rooms"],
  ["platform", "Platform"],
  ["tools", "Tools"],
  ["tutorial", "Tutorial"],
  ["guides", "Guides"],
  ["errors", "Errors"],
  ["api-reference", "API Reference"],
]);

/** The names of the groups, in the order of the tree. */
export const groupNames: readonly string[] = [...groups.values()];

/** The group of the page at `route`. */
export function groupOf(route: string): string {
  const folder = route.split("/")[2] ?? "";
  const name = groups.get(folder);
  if (name === undefined) throw new Error(`${route} isn't in a documentation group. Add its folder to groups.ts.`);
  return name;
}
