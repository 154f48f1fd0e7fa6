/** Whether the server can keep files in a folder. */
import { randomUUID } from "node:crypto";
import { open, rm, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileSystemOf } from "@weft/store";
import type { Check } from "./check.ts";

export interface FolderToCheck {
  readonly name: string;
  readonly folder: string;
  readonly setting: string;
  /** Uploads are refused below this many free bytes. */
  readonly floor: number;
  /** Whether it is refused on a network file system. */
  readonly holdsDatabase?: boolean;
}

export async function* checkFolder(asked: FolderToCheck): AsyncGenerator<Check> {
  const { name, setting, floor, holdsDatabase = false } = asked;
  const folder = resolve(asked.folder);
  const existing = await nearestFolder(folder);
  try {
    await writeProbe(existing);
  } catch (cause) {
    const { code = "unknown error" } = cause as NodeJS.ErrnoException;
    yield {
      name,
      result: "wrong",
      says: `${existing} cannot be written (${code})${existing === folder ? "" : `, so ${folder} cannot be created`}.`,
      advice: `Give the user of the server the right to write there, or set ${setting} to another folder.`,
    };
    return;
  }
  const kind = fileSystemOf(existing);
  if (kind === "network" && holdsDatabase) {
    yield {
      name,
      result: "wrong",
      says: `${folder} is on a network file system, where a database cannot be kept safe.`,
      advice: `Set ${setting} to a folder on a local disk.`,
    };
    return;
  }
  if (kind === "memory")
    yield {
      name,
      result: "warning",
      says: `${folder} is in memory: everything in it is lost when the machine stops.`,
      advice: `Set ${setting} to a folder on a disk.`,
    };
  const { bavail, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const text = `${(free / 2 ** 30).toFixed(1)} GiB are free`;
  if (free < floor)
    yield {
      name,
      result: "wrong",
      says: `${folder} can be written, but only ${text}: uploads are refused below ${(floor / 2 ** 30).toFixed(1)} GiB.`,
      advice: "Free space, or use a larger disk.",
    };
  else
    yield {
      name,
      result: "ok",
      says: existing === folder ? `${folder} can be written; ${text}.` : `${folder} will be created; ${text}.`,
    };
}

/** The folder itself, or the one in which it would be created. */
async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  const above = dirname(folder);
  return found !== undefined || above === folder ? folder : nearestFolder(above);
}

async function writeProbe(folder: string): Promise<void> {
  const path = join(folder, `.weft-doctor-${randomUUID()}`);
  await using file = await open(path, "wx", 0o600);
  try {
    await file.writeFile("x");
    await file.sync();
  } finally {
    await rm(path, { force: true });
  }
}
