/**
 * Whether anything may have changed since everything was last found to be built: sizes and times of all sources, as `make` or
 * the index of Git would compare them. Reading the sources takes longer than the start of the server.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { made, root } from "./sources.ts";

/** Every source of every step of the build, and more. */
const sources = ["packages", "apps", "examples", "scripts", "package.json", "package-lock.json"];
/** The file in which a step records the sources of its output folder. */
const stamps = [".sources", join("client", ".sources")];
/** That of the packages of the client family, which lie outside the sources. */
const packagesStamp = join("artifacts", "packages", ".sources");
/** Except for the server, without which there is nothing to start. */
const note = join("packages", "server", "dist", ".checked");

export interface BuildState {
  /** Nothing has changed since `isBuilt`. */
  readonly isUnchanged: boolean;
  /** All steps are up to date with the sources as they were when this was read. */
  isBuilt(): void;
}

export function readBuildState(folder: string = root): BuildState {
  const file = join(folder, note);
  const before = describe(folder);
  return {
    isUnchanged: existsSync(file) && readFileSync(file, "utf8") === before.sources + before.stamps,
    isBuilt: () => writeFileSync(file, before.sources + describe(folder).stamps),
  };
}

function describe(folder: string): { readonly sources: string; readonly stamps: string } {
  const ofSources = createHash("sha256");
  const ofStamps = createHash("sha256");
  const walk = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const below = join(path, entry.name);
      if (made.has(entry.name)) for (const stamp of stamps) add(ofStamps, join(below, stamp));
      else if (entry.isDirectory()) walk(below);
      else add(ofSources, below);
    }
  };
  for (const name of sources) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path);
    else add(ofSources, path);
  }
  add(ofStamps, join(folder, packagesStamp));
  return { sources: ofSources.digest("hex"), stamps: ofStamps.digest("hex") };
}

function add(hash: ReturnType<typeof createHash>, path: string): void {
  const { size, mtimeMs, ctimeMs } = statSync(path, { throwIfNoEntry: false }) ?? absent;
  // Programs cannot set the ctime of a file, so it reveals a replaced file with the same size and modification time.
  if (size >= 0) hash.update(`${path}\0${size}\0${mtimeMs}\0${ctimeMs}\n`);
}

const absent = { size: -1, mtimeMs: 0, ctimeMs: 0 };
