/**
 * `npm run spec`: finds numbered promises without a test, numbers that are used twice, and tests or comments that name
 * a promise that does not exist.
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const find = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === "node_modules" || name === "dist" });
const read = (file: string) => readFileSync(resolve(root, file), "utf8");

const promised = new Map<string, string>();
const twice: (readonly [number: string, files: string])[] = [];
for (const file of find("packages/*/SPEC.md"))
  for (const [, number] of read(file).matchAll(/^\s*[-*] \*\*([A-Z]{2}\d+)\*\*/gm)) {
    const other = promised.get(number!);
    if (other !== undefined) twice.push([number!, other === file ? file : `${other} and ${file}`]);
    promised.set(number!, file);
  }

const tested = new Map<string, string>();
for (const file of find("{packages/**/*.{test,suite}.{ts,tsx},conformance/react/ui-*.test.tsx}"))
  for (const [, numbers] of read(file).matchAll(/[`"']((?:\[[A-Z]{2}\d+\] ?)+)/g))
    for (const [, number] of numbers!.matchAll(/\[([A-Z]{2}\d+)\]/g)) tested.set(number!, file);

// What a person sees of components is tried in browsers and against a server.
for (const file of find("conformance/**/*.test.{ts,tsx}"))
  for (const [, number] of read(file).matchAll(/\[([A-Z]{2}\d+)\]/g))
    if (promised.has(number!)) tested.set(number!, file);

/** In parentheses, as comments point to promises: of a package, or of the whole server. */
const cited = new Map<string, string>();
for (const file of find("packages/*/src/**/*.{ts,tsx}").filter((name) => !/\.test\.tsx?$/.test(name)))
  for (const [, numbers] of read(file).matchAll(/\(([A-Z]{1,2}\d{1,2}(?:, [A-Z]{1,2}\d{1,2})*)[):;]/g))
    for (const number of numbers!.split(", ")) cited.set(number, file);
/** The promises of the whole server, and the tests R and S, which are in the folders of fault and attack tests. */
const platform = [
  "docs/promises.md",
  ...find("{faults,conformance,e2e}/**/*.test.{ts,tsx}"),
  ...find("packages/*/src/**/*.test.{ts,tsx}"),
]
  .map(read)
  .join("\n");
const unknown = [...cited].filter(([number]) => !promised.has(number) && !new RegExp(`\\b${number}\\b`).test(platform));
const untested = [...promised].filter(([number]) => !tested.has(number));
const unpromised = [...tested].filter(([number]) => !promised.has(number));
for (const [number, files] of twice) console.error(`${number} is promised twice, in ${files}.`);
for (const [number, file] of untested) console.error(`${number} is promised in ${file} and held by no test.`);
for (const [number, file] of unpromised) console.error(`${number} is tested in ${file} and promised nowhere.`);
for (const [number, file] of unknown) console.error(`${number} is cited in ${file} and promised nowhere.`);
console.log(`${promised.size} promises, ${tested.size} of them named by tests.`);
process.exitCode = twice.length + untested.length + unpromised.length + unknown.length === 0 ? 0 : 1;
