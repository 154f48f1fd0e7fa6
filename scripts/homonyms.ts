/**
 * `npm run check:homonyms`: in the sources of the packages, no two exported types, interfaces or classes have the same
 * name. A name with two meanings is eventually read as the wrong one.
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Names that may be exported by more than one file, each with the reason. */
const justified: Readonly<Record<string, string>> = {};

const root = fileURLToPath(new URL("..", import.meta.url));
const declaring = /^export (?:declare )?(?:abstract )?(?:type|interface|class) ([A-Za-z_$][\w$]*)/gm;

const places = new Map<string, Set<string>>();
const files = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
for (const file of files)
  for (const [, name] of readFileSync(resolve(root, file), "utf8").matchAll(declaring))
    places.set(name!, (places.get(name!) ?? new Set()).add(file));

const faults: string[] = [];
for (const [name, found] of places)
  if (found.size > 1 && !Object.hasOwn(justified, name))
    faults.push(
      `${name} is exported by ${[...found].toSorted().join(" and ")}. Rename all but one of them after what they are, ` +
        "or, if it is one thing, declare it once. docs/GLOSSARY.md has the words.",
    );
for (const name of Object.keys(justified))
  if ((places.get(name)?.size ?? 0) < 2)
    faults.push(`${name} is exported by one file at most: take it out of \`justified\` in scripts/homonyms.ts.`);

for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0 ? `${places.size} exported types, each with a name of its own.` : `${faults.length} homonyms.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
