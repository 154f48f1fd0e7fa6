import { mkdir, open, readFile, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { moveInPlace } from "../sqlite/copy.ts";

/** A second place, where copies of the database lie: a folder on another disk, or a bucket. Names are `a/b/c`. */
export interface BackupPlace {
  /** Whole or not at all, and durable when it answers. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is nothing of that name. */
  get(name: string): Promise<Uint8Array | undefined>;
  list(): Promise<readonly string[]>;
  /** Succeeds when there is nothing of that name, too. */
  delete(name: string): Promise<void>;
}

export function createFolderPlace(folder: string): BackupPlace {
  return {
    async put(name, bytes) {
      const path = join(folder, name);
      // No other user of the machine may read them: they hold everything.
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const partial = `${path}.partial`;
      {
        await using file = await open(partial, "w", 0o600);
        await file.writeFile(bytes);
      }
      await moveInPlace(partial, path);
    },
    async get(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return [];
          throw error;
        },
      );
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length));
    },
    async delete(name) {
      await rm(join(folder, name), { force: true });
    },
  };
}
