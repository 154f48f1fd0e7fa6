/**
 * How the examples of this repository are built: with the same public files, each at its own address below `/play/`. Those that use
 * Weft's own packages share their frame with those that use the official ones: what is shared is built with the same packages.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { weft as connection } from "./weft.ts";

export { readSettings } from "./weft.ts";

export function weft(): Plugin[] {
  return [connection(), inThisRepository];
}

const inThisRepository: Plugin = {
  name: "in-this-repository",
  config: ({ root = process.cwd() }) => ({
    base: `/play/${basename(root)}/`,
    resolve: { alias: usesWeftPackages(root) ? [{ find: /^@liveblocks(?=\/)/u, replacement: "@weft" }] : [] },
    publicDir: fileURLToPath(new URL("./public", import.meta.url)),
  }),
};

function usesWeftPackages(root: string): boolean {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return "@weft/client" in dependencies;
}
