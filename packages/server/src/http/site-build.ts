import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The id of the site's build, which is in the name of its list of routes; null if there is no build, or not exactly one. */
export function readSiteBuild(folder: string): string | null {
  const assets = join(folder, "assets");
  if (!existsSync(assets)) return null;
  const ids = readdirSync(assets).flatMap((file) => /^manifest-([\w-]+)\.js$/u.exec(file)?.[1] ?? []);
  return ids.length === 1 ? ids[0]! : null;
}
