/**
 * Bundles the server and its worker threads into `packages/server/dist` when one of their sources changed: `npm start`
 * runs the bundle, which starts in a third of the time and half of the memory that its 600 modules take one by one.
 *
 *   node scripts/build-server.ts [--force]
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "rolldown";
import { withProgress } from "./progress.ts";
import { fingerprint, root } from "./sources.ts";
import { copyDataOfWorkers, findWorkers, packages, startsWorkers, withBundledWorkers } from "./workers.ts";

const output = join(root, "packages", "server", "dist");
const stamp = join(output, ".sources");

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
 * they get files of their own, and these no maps.
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

const sources = await fingerprint([
  ...packages,
  import.meta.filename,
  join(root, "scripts", "workers.ts"),
  join(root, "package-lock.json"),
]);
if (!process.argv.includes("--force") && (await readFile(stamp, "utf8").catch(() => "")) === sources)
  console.log("server               up to date");
else await withProgress("server", build);

async function build(): Promise<boolean> {
  // Only when there is something to build: `npm start` goes on in this process.
  const { rolldown } = await import("rolldown");
  const workers = await findWorkers();
  if (workers["main"] !== undefined) throw new Error("A worker is called main.ts, as the server is; rename it.");
  const input = { ...workers, main: join(root, "packages", "server", "src", "main.ts") };
  const bundle = await rolldown({
    input,
    platform: "node",
    // The sources are plain modules: what `tsconfig.json` says of paths is where types are.
    tsconfig: false,
    plugins: [bundledWorkers, withoutMaps],
    logLevel: "warn",
  });
  await rm(output, { recursive: true, force: true });
  await bundle.write({
    dir: output,
    format: "esm",
    sourcemap: true,
    // A map names the sources by their paths, and they are shipped.
    sourcemapExcludeSources: true,
    // One folder: a worker is found beside the chunk that starts it.
    entryFileNames: "[name].js",
    chunkFileNames: ({ name }) =>
      name.startsWith(dependencies.name) ? `${dependencies.name}-[hash].js` : "[name]-[hash].js",
    codeSplitting: { groups: [dependencies] },
  });
  await bundle.close();
  await copyDataOfWorkers(output);
  await writeFile(stamp, sources);
  return true;
}
