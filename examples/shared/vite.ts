/** How the examples of this repository are built: with the same public files, each at its own address below `/play/`. */
import { basename } from "node:path";
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
    // Where an example is built on another release of the client than the rest, its packages share that one.
    resolve: { dedupe: ["@liveblocks/client", "@liveblocks/core"] },
    publicDir: fileURLToPath(new URL("./public", import.meta.url)),
  }),
};
