/** The sources of Weft's own packages that an example is built from, beside its own. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { published } from "./published-packages.ts";
import { root } from "./sources.ts";

/** What the packages that examples import stand on. */
const foundation = ["client", "protocol", "crdt"];

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The folders of those packages; none if the example in `folder` uses the official ones. */
export async function ownPackagesOf(folder: string): Promise<readonly string[]> {
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
  const named = published.filter((name) => `@weft/${name}` in dependencies);
  if (named.length === 0) return [];
  // What examples share uses React and Yjs, whatever the example itself does.
  return [...new Set([...named, "react", "yjs", ...foundation])].map((name) => join(root, "packages", name));
}
