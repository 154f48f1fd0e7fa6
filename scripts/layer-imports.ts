/** Which imports across packages the map in `layers.json` allows. */

/** The name of a package of the repository, and its door: `protocol/codes`, or `protocol` for all of it. */
export function ownPackage(target: string): string | undefined {
  return /^@weft\/(.+)$/.exec(target)?.[1];
}

/** A layer names packages, which it may import by any door, and single doors. */
export function isAllowed(imported: string, imports: readonly string[]): boolean {
  return imports.includes(imported) || imports.includes(imported.split("/")[0]!);
}
