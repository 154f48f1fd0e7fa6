/**
 * `npm run check:layers`: every import across packages is on the map in `layers.json`, or is answered with its sentence; and
 * so are words that belong to one part alone.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

interface Layer {
  readonly imports: readonly string[];
  readonly because: string;
  /** Folders of its sources, and those that they do not import. Tests may. */
  readonly apart?: Readonly<Record<string, readonly string[]>>;
  /** Words that only these folders and files of its sources use, whatever their case. Tests may. */
  readonly words?: { readonly pattern: string; readonly in: readonly string[]; readonly because: string };
}

const root = fileURLToPath(new URL("..", import.meta.url));
const layers = JSON.parse(readFileSync(resolve(root, "layers.json"), "utf8")) as Record<string, Layer>;
const importing =
  /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|(?:^|\n)\s*import\s*"([^"]+)"/g;

const strays: string[] = [];
// Programs of the tutorial are the reader's, and imported by nobody.
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
  const { imports, because, apart = {}, words } = layers[place]!;
  const folderOf = (path: string) => relative(`${place}/src`, path).split(sep)[0]!;
  const notFor = apart[folderOf(file)] ?? [];
  const own = place.split("/").at(-1)!;
  // Tests and contract suites may reach for the test kit, never the other way round.
  const isTest = /\.test\.tsx?$/.test(file);
  const text = readFileSync(resolve(root, file), "utf8");
  // Code that a page shows is a text, whatever it imports.
  const source = text.replaceAll(/`(?:\\.|[^`\\])*`/gs, "``");
  if (words !== undefined && !isTest && file.startsWith(`${place}/src/`) && !words.in.includes(folderOf(file))) {
    const word = new RegExp(words.pattern, "i").exec(text)?.[0];
    if (word !== undefined) strays.push(`${file} says "${word}": ${words.because}`);
  }
  for (const match of source.matchAll(importing)) {
    const target = match[1] ?? match[2] ?? match[3]!;
    const named = /^@weft\/([\w-]+)/.exec(target)?.[1];
    if (named !== undefined && named !== own && !imports.includes(named) && !(isTest && named === "testkit"))
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
