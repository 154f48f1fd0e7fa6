import { rmSync } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { makePrivateFile } from "./location.ts";

/** Every page in one step: a copy in several steps begins again after each write in between. */
const allPages = 2 ** 31 - 1;

/**
 * Copies a database, while others write to it, into one file that stands alone. The file appears whole or not at all,
 * and takes the place of an older one.
 */
export async function copyDatabase(from: DatabaseSync, target: string): Promise<void> {
  if (from.location() === resolve(target)) throw new Error("A database is not copied onto itself.");
  const partial = partialOf(target);
  await mkdir(dirname(resolve(target)), { recursive: true, mode: 0o700 });
  removeDatabase(partial);
  try {
    makePrivateFile(partial);
    await backup(from, partial, { rate: allPages });
    // Out of WAL mode, so that reading the copy, even on a read-only medium, needs no file beside it.
    // Flushing is left to `moveInPlace`, which does not hold the thread meanwhile.
    {
      using copy = new DatabaseSync(partial);
      copy.exec("pragma synchronous = off; pragma journal_mode = delete");
    }
    await moveInPlace(partial, target);
  } catch (error) {
    removeDatabase(partial);
    throw error;
  }
}

/** Removes a copy, and what a crash left of one that was being made. */
export function removeCopy(target: string): void {
  removeDatabase(partialOf(target));
  removeDatabase(target);
}

const partialOf = (target: string) => `${target}.partial`;

/** Renames a finished file, flushed, so that a crash leaves the old one or the new one. */
export async function moveInPlace(from: string, to: string): Promise<void> {
  await flush(from);
  await rename(from, to);
  await flush(dirname(resolve(to)));
}

export function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, "r");
  await file.sync();
}
