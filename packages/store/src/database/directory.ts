import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory and those above it. Node's own recursive form never returns where the file system refuses a
 * directory with "no such file" (as /proc does), so each level is made by itself. Only this user may enter what is made.
 */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path) throw cause;
    makeDirectory(above);
    mkdirSync(path, { mode: 0o700 });
  }
}
