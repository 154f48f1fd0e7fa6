import { chmodSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { parse, resolve } from "node:path";
import { makeDirectory } from "@weft/store";
import type { Logger } from "pino";
import { StartRefused } from "./config.ts";

const sticky = 0o1000;

/**
 * Creates the data folder and makes it private to this user. A folder that belongs to another user, or that clearly has
 * other uses too, keeps its mode; the log warns if others can write to it.
 */
export function openDataFolder(path: string, log: Logger): void {
  try {
    makeDirectory(path);
    const { mode, uid } = statSync(path);
    if ((mode & 0o077) === 0) return;
    const isShared =
      (mode & sticky) !== 0 || [homedir(), process.cwd(), parse(resolve(path)).root].includes(resolve(path));
    if (uid === process.geteuid?.() && !isShared) chmodSync(path, mode & 0o700);
    else if ((mode & 0o022) !== 0)
      log.warn({ folder: path }, "other users can write to the data folder: use a separate one for the server");
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

export function unwritable(folder: string, cause: unknown): StartRefused {
  const { code } = cause as NodeJS.ErrnoException;
  return new StartRefused(
    `The data folder ${folder} cannot be written (${code ?? "unknown error"}); set WEFT_DATA to one that can.`,
    { cause },
  );
}
