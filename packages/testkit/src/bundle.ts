/** What a bundler makes of imports, as an application that uses them would ship it. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import type { OutputChunk, RolldownOutput } from "rolldown";

export interface Bundle extends BundledCode {
  /** What is loaded when it is needed, with a dynamic import. */
  readonly later: BundledCode;
  /** The same, a part for each file that is loaded. */
  readonly laterParts: readonly BundledCode[];
}

export interface BundledCode {
  readonly code: string;
  /** Bytes of the code with gzip. */
  readonly gzip: number;
  /** The files in it. */
  readonly files: readonly string[];
  /** What it imports and does not contain: modules of Node.js, and frameworks of user interfaces. */
  readonly imports: readonly string[];
}

const entry = join(import.meta.dirname, "bundled-entry.js");

/**
 * Bundles and minifies these lines for browsers.
 *
 * @param everything keeps what nothing uses: all that is loaded where there is no bundler.
 * @param without other packages that are not counted, by their specifiers.
 * @example
 * const { gzip } = await bundle(`export { WeftError } from "@weft/protocol/codes";`);
 */
export async function bundle(source: string, everything = false, without?: RegExp): Promise<Bundle> {
  await using build = await rolldown({
    input: entry,
    platform: "browser",
    tsconfig: false,
    treeshake: !everything,
    external: [
      /^(?:node:|react$|react\/|react-dom|vue$|svelte$|solid-js)/,
      ...(without === undefined ? [] : [without]),
    ],
    // Of packages with a build for development, applications ship the other one.
    resolve: { conditionNames: ["production", "browser", "module", "import", "default"] },
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
  const { chunks, atOnce: first, later: others } = partsOf(output);
  const codeOf = (parts: readonly OutputChunk[]): BundledCode => ({
    code: parts.map(({ code }) => code).join("\n"),
    gzip: parts.reduce((sum, { code }) => sum + gzipOf(code), 0),
    files: parts.flatMap(({ moduleIds }) => moduleIds).filter((id) => id !== entry),
    imports: parts.flatMap(({ imports }) => imports).filter((name) => !chunks.has(name)),
  });
  return { ...codeOf(first), later: codeOf(others), laterParts: others.map((chunk) => codeOf([chunk])) };
}

/** Bytes of code with gzip. */
export function gzipOf(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}

/** What a page loads first, which is the first entry with all that it imports, and what it loads when it needs it. */
export function partsOf(output: RolldownOutput["output"]): {
  readonly chunks: ReadonlyMap<string, OutputChunk>;
  readonly atOnce: readonly OutputChunk[];
  readonly later: readonly OutputChunk[];
} {
  const chunks = new Map(output.filter((each) => each.type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  const names = new Set<string>();
  const visit = (name: string) => {
    if (names.has(name) || !chunks.has(name)) return;
    names.add(name);
    for (const imported of chunks.get(name)!.imports) visit(imported);
  };
  visit(output[0].fileName);
  const [atOnce, later] = [true, false].map((is) =>
    [...chunks.values()].filter(({ fileName }) => names.has(fileName) === is),
  );
  return { chunks, atOnce: atOnce!, later: later! };
}
