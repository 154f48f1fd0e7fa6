/** How much of the packed packages an application ships: bundled and minified, with gzip. Packages of others are not counted. */
import { join } from "node:path";
import { gzipOf, partsOf } from "@weft/testkit/bundle";
import { rolldown } from "rolldown";
import type { OutputChunk } from "rolldown";
import { entryName } from "./published-manifest.ts";

export interface BundledSize {
  /** Bytes of what the page loads first. */
  readonly first: number;
  /** Bytes of each file that it loads when it needs it. Its name begins with that of its module. */
  readonly later: readonly { readonly name: string; readonly gzip: number }[];
}

const application = "\0application";

/**
 * Bundles these lines with the packages in `folder`, each in a folder of its name.
 *
 * @example
 * const { first } = await sizeOf(`export { createClient } from "@weft/client";`, unpacked);
 */
export async function sizeOf(source: string, folder: string): Promise<BundledSize> {
  await using build = await rolldown({
    input: application,
    platform: "browser",
    tsconfig: false,
    external: (id) => /^[a-z]/i.test(id) && !id.startsWith("@weft/"),
    logLevel: "silent",
    plugins: [
      {
        name: "packed",
        resolveId(id) {
          if (id === application) return id;
          const [, name, path] = /^@weft\/([^/]+)(\/.+)?$/.exec(id) ?? [];
          if (name === undefined) return undefined;
          const file = `${entryName(path === undefined ? "." : `.${path}`)}.js`;
          return { id: join(folder, name, "dist", file), moduleSideEffects: false };
        },
        load: (id) => (id === application ? source : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  const { atOnce, later } = partsOf(output);
  const sized = (parts: readonly OutputChunk[]) =>
    parts.map(({ fileName, code }) => ({ name: fileName, gzip: gzipOf(code) }));
  return { first: sumOf(sized(atOnce)), later: sized(later) };
}

const sumOf = (files: readonly { readonly gzip: number }[]) => files.reduce((sum, { gzip }) => sum + gzip, 0);

const KiB = 1_024;

/**
 * What applications get of the budgets that tests of the packages hold for their sources (CS41, RE61): bundlers can do less with packed
 * code. Throws what takes more.
 */
export async function checkSizes(folder: string): Promise<string> {
  const client = await sizeOf(`export { createClient } from "@weft/client";`, folder);
  const structures = "LiveObject, LiveList, LiveMap, LiveText, LiveFile";
  const whole = await sizeOf(`export { createClient, ${structures} } from "@weft/client";`, folder);
  const storage = whole.later.filter(({ name }) => name.startsWith("storage-sync"));
  if (storage.length !== 1) throw new Error("Storage is not a file that is loaded later.");
  const names = "createClient, isNotificationChannelEnabled, nanoid, shallow";
  const alone = await sizeOf(`export { ${names} } from "@weft/client";`, folder);
  const entry = async (name: string) =>
    (await sizeOf(`export * from "${name}"; export { createClient, nanoid } from "@weft/client";`, folder)).first -
    alone.first;
  const sizes: readonly (readonly [what: string, bytes: number, budget: number])[] = [
    ["createClient", client.first, 12 * KiB],
    ["with structures", whole.first, 23 * KiB],
    ["with Storage", whole.first + sumOf(storage), 27 * KiB],
    ["all of the client", whole.first + sumOf(whole.later), 56 * KiB],
    ["@weft/react", await entry("@weft/react"), 9 * KiB],
    ["@weft/react/suspense", await entry("@weft/react/suspense"), 9 * KiB],
  ];
  const told = sizes.map(([what, bytes, budget]) => `${what} ${bytes} of ${budget}`).join(", ");
  if (sizes.some(([, bytes, budget]) => bytes > budget)) throw new Error(`Bytes with gzip: ${told}`);
  return told;
}
