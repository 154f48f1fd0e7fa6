import { readFileSync } from "node:fs";
import type { Limits } from "@weft/protocol";
import type { Logger } from "pino";
import { StartRefused } from "./config.ts";

/** With fewer, the database, the workers and a few clients use them all. */
const fewestFiles = 512;
/** Reserved for everything but client connections. */
const ownFiles = 256;

/** Refuses a start with too few file descriptors, and warns if there are fewer than one project's connections need. */
export function checkOpenFileLimit(limits: Limits, log: Pick<Logger, "warn">, files = openFileLimit()): void {
  if (files === undefined) return;
  if (files < fewestFiles)
    throw new StartRefused(
      `This process may open only ${files} files at once, and each connection is one: raise the limit (ulimit -n) to ${fewestFiles} or more.`,
    );
  const wanted = limits.connectionsPerProject + ownFiles;
  if (files < wanted)
    log.warn(
      { files },
      `this process may open only ${files} files at once, and each connection is one: with more than about ${files - ownFiles} connections it refuses others; raise the limit (ulimit -n) to ${wanted}`,
    );
}

/** How many files the process may open. Node raises its soft limit to the hard one; undefined if unknown. */
export function openFileLimit(): number | undefined {
  let text: string;
  try {
    text = readFileSync("/proc/self/limits", "utf8");
  } catch {
    return undefined;
  }
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? undefined : Number(soft);
}
