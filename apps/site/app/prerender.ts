import { docsPaths } from "./docs/prerender.ts";
import { examplesPaths } from "./examples/prerender.ts";
import { publicPaths } from "./public/prerender.ts";

/** Every address that is written as HTML at build time. */
export function prerenderedPaths(): string[] {
  return ["/", ...publicPaths(), ...docsPaths(), ...examplesPaths()];
}
