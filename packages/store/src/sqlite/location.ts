import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StoreRefused } from "../errors.ts";
import { makeDirectory } from "./directory.ts";

/** File systems that keep files on another machine, by the number `statfs` answers: NFS, SMB 1 to 3, CIFS, AFS, Coda, Ceph, 9P. */
const networkFileSystems = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x73757245, 0x00c36400, 0x01021997,
]);

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
      `The database setting must be "sqlite:<path>" or "sqlite::memory:"${scheme && scheme !== "sqlite" ? `; "${scheme}:" is not supported` : ""}.`,
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
  if (networkFileSystems.has(statfsSync(directory).type)) {
    throw new StoreRefused(
      `The data directory ${directory} is on a network file system, where SQLite cannot keep data safe: use a local disk.`,
    );
  }
}
