/** When something was last built, and from what. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../", import.meta.url));

const made = new Set(["dist", "build", "node_modules", ".react-router", ".cache", ".next", "next-env.d.ts"]);

/** A hash of what lies in these files and folders, and where. */
export async function fingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of await filesOf(path)) {
      // Sizes keep neighbours apart: no two trees give the same stream of bytes.
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
