/**
 * `npm run check:layers`: every import across packages must be on the map in `layers.json`; otherwise the rule's reason
 * is printed. The same applies to words that belong to only one part.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isAllowed, ownPackage } from "./layer-imports.ts";

interface Layer {
  /** Packages, and doors of packages: `protocol`, `protocol/codes`. */
  readonly imports: readonly string[];
  readonly because: string;
  /** Folders of its sources that `apart` names together. */
  readonly wings?: Readonly<Record<string, readonly string[]>>;
  /** Folders or wings of its sources, and those that they do not import. Tests may. */
  readonly apart?: Readonly<Record<string, readonly string[]>>;
  /** Words that only these folders and files of its sources use, whatever their case. Tests may. */
  readonly words?: { readonly pattern: string; readonly in: readonly string[]; readonly because: string };
}

const root = fileURLToPath(new URL("..", import.meta.url));
const layers = JSON.parse(readFileSync(resolve(root, "layers.json"), "utf8")) as Record<string, Layer>;
const importing =
  /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|(?:^|\n)\s*import\s*"([^"]+)"/g;

const strays: string[] = [];
for (const [place, { wings = {}, apart = {} }] of Object.entries(layers))
  for (const folder of Object.entries({ ...wings, ...apart }).flat(2))
    if (!(folder in wings) && !existsSync(resolve(root, place, "src", folder)))
      strays.push(`layers.json: ${place} has no folder ${folder}.`);
// Programs of the tutorial belong to its reader, and no module imports them.
const files = globSync("{packages,apps,conformance,faults,e2e,bench,examples,scripts}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: (name) =>
    ["node_modules", "dist", "build", ".react-router", ".next", "next-env.d.ts", "programs"].includes(name),
});
for (const file of files) {
  const place = Object.keys(layers).find((layer) => file.startsWith(layer + sep));
  if (place === undefined) {
    strays.push(`${file}: this folder is not on the map; give it a line in layers.json.`);
    continue;
  }
  const { imports, because, wings = {}, apart = {}, words } = layers[place]!;
  const foldersOf = (name: string): readonly string[] => wings[name] ?? [name];
  const folderOf = (path: string) => relative(`${place}/src`, path).split(sep)[0]!;
  const notFor = Object.entries(apart)
    .filter(([name]) => foldersOf(name).includes(folderOf(file)))
    .flatMap(([, others]) => others.flatMap(foldersOf));
  const own = place.split("/").at(-1)!;
  // Tests and contract suites may reach for the test kit and for rooms in memory, never the other way round.
  const isTest = /\.test\.tsx?$/.test(file);
  const text = readFileSync(resolve(root, file), "utf8");
  // Code that a page shows is text, regardless of its imports.
  const source = text.replaceAll(/`(?:\\.|[^`\\])*`/gs, "``");
  if (words !== undefined && !isTest && file.startsWith(`${place}/src/`) && !words.in.includes(folderOf(file))) {
    const word = new RegExp(words.pattern, "i").exec(text)?.[0];
    if (word !== undefined) strays.push(`${file} says "${word}": ${words.because}`);
  }
  for (const match of source.matchAll(importing)) {
    const target = match[1] ?? match[2] ?? match[3]!;
    const imported = ownPackage(target);
    const named = imported?.split("/")[0];
    if (
      imported !== undefined &&
      named !== own &&
      !isAllowed(imported, imports) &&
      !(isTest && (named === "testkit" || named === "testing"))
    )
      strays.push(`${file} imports ${target}: ${because}`);
    if (named === own) strays.push(`${file} imports its own package by name; within a package, imports are relative.`);
    if (!target.startsWith(".")) continue;
    const reached = relative(root, resolve(root, dirname(file), target));
    if (!reached.startsWith(place + sep))
      strays.push(`${file} imports ${target}: across packages, imports go by name.`);
    if (!isTest && notFor.includes(folderOf(reached)))
      strays.push(`${file} imports ${target}: ${folderOf(file)} knows nothing of ${folderOf(reached)}.`);
    if (!/\.(ts|tsx|css|svg|json|js)(\?\w+)?$/.test(target) && place !== "examples")
      strays.push(`${file} imports ${target}: relative imports carry their extension.`);
  }
}

for (const stray of strays) console.error(stray);
console.log(
  strays.length === 0 ? `${files.length} files keep to the map.` : `${strays.length} lines are not on the map.`,
);
process.exitCode = strays.length === 0 ? 0 : 1;
