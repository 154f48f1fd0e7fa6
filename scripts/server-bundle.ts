/** The bundling of the server and its worker threads, for scripts that write the bundle and tests that inspect it. */
import { join } from "node:path";
import type { OutputChunk, OutputOptions, Plugin, RolldownBuild } from "rolldown";
import { root } from "./sources.ts";
import { findWorkers, startsWorkers, withBundledWorkers } from "./workers.ts";

/** In the bundle, a worker lies beside the file that starts it, as JavaScript. */
const bundledWorkers: Plugin = {
  name: "bundled-workers",
  transform: {
    filter: startsWorkers,
    // Nothing but a name changes, so the map of the source stays as it is.
    handler: (code) => ({ code: withBundledWorkers(code, "import.meta.url"), map: null }),
  },
};

/**
 * Node.js reads the map of a file when it loads the file, and keeps it. Dependencies are nine tenths of the code, so that
 * they get files of their own, and these no maps. A file has what the same entries need, and a dynamic import is an entry:
 * what only such an import needs is loaded by it alone.
 */
const dependencies = { name: "dependencies", test: /[\\/]node_modules[\\/]/u, entriesAware: true };
const withoutMaps: Plugin = {
  name: "dependencies-without-maps",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk" || !file.name.startsWith(dependencies.name)) continue;
      delete files[`${file.fileName}.map`];
      file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/u, "");
    }
  },
};

/** V8 keeps a source in two bytes for each character if one of them needs two: these are written as escapes. */
const inAscii: Plugin = {
  name: "in-ascii",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === "chunk") file.code = escapeNonAscii(file.code);
  },
};

/** The same program. A backslash before a character that needs none means the character itself. */
export function escapeNonAscii(code: string): string {
  return code.replaceAll(/(\\*)([^\0-\x7F])/gu, (_all, slashes: string, character: string) => {
    const units = Array.from({ length: character.length }, (_unit, at) => character.charCodeAt(at));
    const escaped = units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
    return (slashes.length % 2 === 0 ? slashes : slashes.slice(1)) + escaped;
  });
}

/**
 * An import of `node:http` reads every export of it, and one of them is the WebSocket client, with which Node.js loads all of
 * its `fetch`: a twentieth of the start. A call reads what it names.
 */
const httpByCall: Plugin = {
  name: "http-by-call",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === "chunk") file.code = importHttpByCall(file.code);
  },
};

/** The same program, and as many lines. */
export function importHttpByCall(code: string): string {
  return code.replaceAll(
    /^import (?:([\w$]+)|\{([^}]*)\}) from "node:http";$/gmu,
    (_all, whole?: string, parts = "") => {
      const names = whole ?? `{${String(parts).replaceAll(" as ", ": ")}}`;
      return `const ${names} = process.getBuiltinModule("node:http");`;
    },
  );
}

export const bundleOutput: OutputOptions = {
  format: "esm",
  sourcemap: true,
  // A map names the sources by their paths, and they are shipped.
  sourcemapExcludeSources: true,
  comments: { legal: true, jsdoc: false, annotation: false },
  // One folder: a worker is found beside the chunk that starts it.
  entryFileNames: "[name].js",
  chunkFileNames: ({ name }) =>
    name.startsWith(dependencies.name) ? `${dependencies.name}-[hash].js` : "[name]-[hash].js",
  codeSplitting: { groups: [dependencies] },
};

/** @param changes Plugins that see the sources before all others. */
export async function bundleServer(changes: readonly Plugin[] = []): Promise<RolldownBuild> {
  // Only when there is something to build: `npm start` goes on in this process.
  const { rolldown } = await import("rolldown");
  const workers = await findWorkers();
  if (workers["main"] !== undefined) throw new Error("A worker is called main.ts, as the server is; rename it.");
  const input = { ...workers, main: join(root, "packages", "server", "src", "launch.ts") };
  return await rolldown({
    input,
    platform: "node",
    // The sources are plain modules: what `tsconfig.json` says of paths is where types are.
    tsconfig: false,
    plugins: [...changes, bundledWorkers, withoutMaps, inAscii, httpByCall],
    logLevel: "warn",
  });
}

/** The modules that are loaded with these chunks, before any import in a function runs. */
export function modulesLoadedWith(names: readonly string[], chunks: readonly OutputChunk[]): string[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set<OutputChunk>();
  const load = (chunk: OutputChunk | undefined) => {
    // Modules of Node.js have no chunk.
    if (chunk === undefined || loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const file of chunk.imports) load(byFile.get(file));
  };
  for (const name of names) {
    const named = chunks.filter((one) => one.name === name);
    if (named.length === 0) throw new Error(`There is no chunk ${name}.`);
    for (const chunk of named) load(chunk);
  }
  return [...loaded].flatMap(({ moduleIds }) => moduleIds);
}
