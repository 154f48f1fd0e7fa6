/** What a bundler makes of imports, as an application that uses them would ship it. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

export interface Bundle {
  readonly code: string;
  /** Bytes of the code with gzip. */
  readonly gzip: number;
  /** The files in it. */
  readonly files: readonly string[];
  /** What it imports and does not contain, such as `node:fs`. */
  readonly imports: readonly string[];
}

const entry = join(import.meta.dirname, "bundled-entry.js");

/**
 * Bundles and minifies these lines for browsers.
 *
 * @param everything keeps what nothing uses: all that is loaded where there is no bundler.
 * @example
 * const { gzip } = await bundle(`export { WeftError } from "@weft/protocol/codes";`);
 */
export async function bundle(source: string, everything = false): Promise<Bundle> {
  await using build = await rolldown({
    input: entry,
    platform: "browser",
    tsconfig: false,
    treeshake: !everything,
    external: /^node:/,
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  const [chunk, ...rest] = output;
  if (rest.length > 0) throw new Error(`The bundle has ${output.length} files, and should have one.`);
  const { code, moduleIds, imports } = chunk;
  return { code, gzip: gzipSync(code, { level: 9 }).length, files: moduleIds.filter((id) => id !== entry), imports };
}
