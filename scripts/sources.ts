/** The time and the sources of the last build. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../", import.meta.url));

/** Names of build outputs and of folders that npm creates. */
export const made: ReadonlySet<string> = new Set([
  "dist",
  "build",
  "node_modules",
  ".react-router",
  ".cache",
  ".next",
  "next-env.d.ts",
]);

/** A hash of the contents and paths of these files and folders. */
export async function fingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of await filesOf(path)) {
      // Sizes separate neighboring files, so that no two trees produce the same stream of bytes.
      const content = await readFile(file);
      hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/** Every file in a folder and below it, in order, without what is made from others. */
export async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (made.has(entry.name)) continue;
    found.push(...(await filesOf(join(path, entry.name))));
  }
  return found;
}
