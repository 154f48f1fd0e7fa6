import { accessSync, chmodSync, closeSync, constants, existsSync, openSync, statSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StoreRefused } from "../database/errors.ts";
import { makeDirectory } from "../database/directory.ts";

/** File systems that keep files on another machine, by the number `statfs` answers: NFS, SMB 1 to 3, CIFS, AFS, Coda, Ceph, 9P. */
const networkFileSystems = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x73757245, 0x00c36400, 0x01021997,
]);

/** File systems that keep files in memory: tmpfs, ramfs. */
const memoryFileSystems = new Set([0x01021994, 0x858458f6]);

/** Where a folder that exists keeps its files, as far as the operating system tells. */
export function fileSystemOf(folder: string): "disk" | "network" | "memory" {
  const { type } = statfsSync(folder);
  return networkFileSystems.has(type) ? "network" : memoryFileSystems.has(type) ? "memory" : "disk";
}

/**
 * The file that a database setting names: `:memory:` or an absolute path.
 * @throws StoreRefused when the setting is not of the form `sqlite:<path>`
 */
export function parseLocation(url: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1];
  const path = url.slice("sqlite:".length);
  if (scheme !== "sqlite" || path === "") {
    // Only the scheme is repeated: what follows it may hold a password.
    throw new StoreRefused(
      `The database setting must be "sqlite:<path>", "sqlite::memory:" or "postgres://<user>@<host>/<database>"${scheme && scheme !== "sqlite" ? `; "${scheme}:" is not supported` : ""}.`,
    );
  }
  return path === ":memory:" ? path : resolve(path);
}

/**
 * Makes the directory of the data file, and makes sure that the file may live there.
 * @throws StoreRefused
 */
export function prepareDirectory(path: string): void {
  const directory = dirname(path);
  try {
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new StoreRefused(`The data directory ${directory} cannot be written (${code}).`, { cause: error });
  }
  if (fileSystemOf(directory) === "network") {
    throw new StoreRefused(
      `The data directory ${directory} is on a network file system, where SQLite cannot keep data safe: use a local disk.`,
    );
  }
}

/**
 * Makes the data file, empty, if there is none, and closes it to other users. SQLite gives the files that it makes beside
 * it (-wal, -shm, -journal) the mode of the data file.
 * @throws StoreRefused when the file has several names: SQLite looks for the log, and this server for the lock, beside the
 * name that it was given, so that two servers would write one file unseen by each other
 */
export function prepareDataFile(path: string): void {
  try {
    makePrivateFile(path);
    for (const suffix of ["", "-wal", "-shm", "-journal"]) closeToOthers(path + suffix);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new StoreRefused(`The database ${path} cannot be written (${code}).`, { cause: error });
  }
  if (statSync(path).nlink > 1) {
    throw new StoreRefused(
      `The database ${path} has more than one name (hard links), under which another server could open it: keep one.`,
    );
  }
}

/**
 * Makes an empty file that only this user may open; one that is there is not even opened, since closing it would release
 * the locks that this process holds on it.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
  }
}

/** Takes the rights of all other users from a file of this user; files of other users are left as they are. */
function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o077) === 0 || found.uid !== process.geteuid?.()) return;
  chmodSync(path, found.mode & 0o700);
}
