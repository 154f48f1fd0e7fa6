import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The paths of all files below a folder. The server may delete folders meanwhile: then they are listed anew. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  for (let left = 100; ; left--) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    } catch (error) {
      if (left === 0 || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}
