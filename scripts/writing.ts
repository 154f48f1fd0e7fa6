/**
 * `npm run check:writing`: no text that people read has a word or phrase that docs/writing.md says to avoid. Of TypeScript
 * sources, the string literals and JSX text are read; of Markdown, HTML, Vue and Svelte files, everything.
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";
import { fixedStrings } from "@weft/site/fixed-strings";

const guide = "docs/writing.md";
const sources = [
  "apps/site/app/**/*.{ts,tsx}",
  "packages/*/src/**/*.{ts,tsx}",
  "examples/*/{src,server}/**/*.{ts,tsx}",
];
const pages = [
  "apps/site/content/**/*.mdx",
  "docs/**/*.md",
  "*.md",
  "{examples,packages}/*/README.md",
  "examples/README.md",
  "examples/*/{index.html,src/**/*.{vue,svelte}}",
];

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(resolve(root, file), "utf8");
const filesOf = (patterns: readonly string[]) =>
  globSync(patterns, { cwd: root, exclude: (path) => path.includes("node_modules") }).filter(
    (file) =>
      file !== guide &&
      !/\.(?:test|test-d|bench)\.tsx?$/.test(file) &&
      !/\/testing\/|\/migrations\/|^packages\/testkit\//.test(file),
  );

/** The phrases in the first column of the guide's last table, and what to write instead. */
function readPhrases(): Map<string, string> {
  const phrases = new Map<string, string>();
  const section = read(guide).split("## Words and phrases to avoid")[1] ?? "";
  for (const [, avoid, instead] of section.matchAll(/^\| (`.*`)\s*\| (.*?)\s*\|$/gm))
    for (const [, phrase] of avoid!.matchAll(/`([^`]+)`/g)) phrases.set(phrase!, instead!);
  if (phrases.size === 0) throw new Error(`${guide} has no table of words to avoid.`);
  return phrases;
}

/** Each text of a module with its offset: string literals, templates and JSX text. */
function textsOf(file: string): readonly { readonly text: string; readonly at: number }[] {
  const texts: { text: string; at: number }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type, value, start = 0, ...rest } = node as { type?: string; value?: unknown; start?: number };
    if (type === "ImportDeclaration") return;
    if (type === "JSXAttribute" && (rest as { name?: { name?: unknown } }).name?.name === "className") return;
    // A literal that is one lower-case word is a name in the code, not a text.
    if (type === "Literal" && typeof value === "string" && /\s|^[A-Z]/.test(value))
      texts.push({ text: value, at: start });
    else if (type === "JSXText" && typeof value === "string") texts.push({ text: value, at: start });
    else if (type === "TemplateElement") texts.push({ text: (value as { raw: string }).raw, at: start });
    else visit(value);
    for (const child of Object.values(rest)) visit(child);
  };
  visit(parseAst(read(file), { lang: file.endsWith("x") ? "tsx" : "ts" }, file).body);
  return texts;
}

const phrases = readPhrases();
const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const pattern = new RegExp(
  `(?<![\\w/-])(?:${[...phrases.keys()]
    .map((phrase) =>
      escape(phrase)
        .replaceAll(String.raw`\*`, String.raw`\w*`)
        .replaceAll(" ", String.raw`\s+`),
    )
    .join("|")})(?![\\w/-])`,
  "gi",
);
const insteadOf = (found: string) => {
  const plain = found.toLowerCase().replaceAll(/\s+/g, " ");
  for (const [phrase, instead] of phrases)
    if (phrase === plain || (phrase.endsWith("*") && plain.startsWith(phrase.slice(0, -1)))) return instead;
  return "";
};

const faults: string[] = [];
let texts = 0;
function check(file: string, text: string, lineAt: (offset: number) => number): void {
  texts += 1;
  let open = text;
  for (const [fixed] of fixedStrings) open = open.replaceAll(fixed, (same) => " ".repeat(same.length));
  for (const { 0: found, index } of open.matchAll(pattern))
    faults.push(`${file}:${lineAt(index)}: “${found.replaceAll(/\s+/g, " ")}”. Write: ${insteadOf(found)}.`);
}

const lineIn = (content: string, offset: number) => content.slice(0, offset).split("\n").length;
for (const file of filesOf(pages)) {
  const content = read(file);
  check(file, content, (offset) => lineIn(content, offset));
}
for (const file of filesOf(sources)) {
  const content = read(file);
  for (const { text, at } of textsOf(file)) check(file, text, (offset) => lineIn(content, at + offset));
}

for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? `${texts} texts, none with a word that ${guide} says to avoid.`
    : `${faults.length} words to avoid; see ${guide}.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
