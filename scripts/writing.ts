/**
 * `npm run check:writing`: no text has a word or phrase that docs/writing.md says to avoid. It reads
 *
 * - the string literals and JSX text of the TypeScript sources that users see;
 * - the comments and test titles of all TypeScript sources, except code in backticks;
 * - Markdown, with the promises in SPEC.md, HTML, Vue and Svelte files as a whole.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "rolldown/utils";
import { fixedStrings } from "@weft/site/fixed-strings";

const guide = "docs/writing.md";
const sources = [
  "apps/site/app/**/*.{ts,tsx}",
  "packages/*/src/**/*.{ts,tsx}",
  "examples/*/{src,server}/**/*.{ts,tsx}",
];
const code = ["{apps,bench,conformance,e2e,examples,faults,packages,scripts}/**/*.{ts,tsx}", "*.ts"];
const pages = [
  "apps/site/content/**/*.mdx",
  "docs/**/*.md",
  "*.md",
  "{examples,packages}/*/README.md",
  "packages/*/SPEC.md",
  "examples/README.md",
  "examples/*/{index.html,src/**/*.{vue,svelte}}",
];

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(resolve(root, file), "utf8");
const madeByTools = new Set(["node_modules", "dist", "build", ".react-router", ".next", "next-env.d.ts"]);
const filesOf = (patterns: readonly string[]) =>
  globSync(patterns, { cwd: root, exclude: (path) => madeByTools.has(basename(path)) }).filter(
    (file) => file !== guide,
  );
const isForTests = (file: string) =>
  /\.(?:test|test-d|bench)\.tsx?$/.test(file) || /\/testing\/|\/migrations\/|^packages\/testkit\//.test(file);

/** The phrases in the first column of the guide's last table, and what to write instead. */
function readPhrases(): Map<string, string> {
  const phrases = new Map<string, string>();
  const section = read(guide).split("## Words and phrases to avoid")[1] ?? "";
  for (const [, avoid, instead] of section.matchAll(/^\| (`.*`)\s*\| (.*?)\s*\|$/gm))
    for (const [, phrase] of avoid!.matchAll(/`([^`]+)`/g)) phrases.set(phrase!, instead!);
  if (phrases.size === 0) throw new Error(`${guide} has no table of words to avoid.`);
  return phrases;
}

interface Text {
  readonly text: string;
  readonly at: number;
}

function parse(file: string) {
  const content = read(file);
  const { program, comments, errors } = parseSync(file, content);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  return { content, program, comments };
}

type Module = ReturnType<typeof parse>;

/** The string literals, templates and JSX text of a module. */
function textsOf({ program }: Module): readonly Text[] {
  const texts: Text[] = [];
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
  visit(program.body);
  return texts;
}

const blank = (text: string) => text.replaceAll(/\S/g, " ");

/** The comments of a module. Line comments that follow each other are one text. */
function commentsOf({ content, comments }: Module): readonly Text[] {
  const blocks: { start: number; end: number }[] = [];
  for (const { type, start, end } of comments) {
    const last = blocks.at(-1);
    if (type === "Line" && last !== undefined && /^\n[ \t]*$/.test(content.slice(last.end, start))) last.end = end;
    else blocks.push({ start, end });
  }
  return blocks.map(({ start, end }) => ({
    text: content
      .slice(start, end)
      .replaceAll(/^[ \t]*(?:\/\/|\/?\*+\/?)/gm, blank)
      .replaceAll(/`[^`]+`/g, blank),
    at: start,
  }));
}

interface SyntaxNode {
  readonly type?: string;
  readonly name?: string;
  readonly start?: number;
  readonly end?: number;
  readonly callee?: SyntaxNode;
  readonly object?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
}

const testFunctions = new Set(["test", "it", "describe"]);
const takesNoTitle = new Set(["each", "for", "skipIf", "runIf", "extend"]);

/** Whether a callee declares a test: `test`, `describe.skip`, `test.each(rows)`. */
function declaresTest(callee: SyntaxNode | undefined): boolean {
  if (callee?.type === "Identifier") return testFunctions.has(callee.name ?? "");
  if (callee?.type === "MemberExpression") return declaresTest(callee.object);
  return callee?.type === "CallExpression" && declaresTest(callee.callee);
}

/** The titles of a module's tests and suites. */
function titlesOf({ content, program }: Module): readonly Text[] {
  const titles: Text[] = [];
  const visit = (node: unknown, inTitle: boolean): void => {
    if (Array.isArray(node)) return node.forEach((child) => visit(child, inTitle));
    if (typeof node !== "object" || node === null) return;
    const { type, start = 0, end = start, callee, arguments: given = [] } = node as SyntaxNode;
    if (inTitle && (type === "Literal" || type === "TemplateElement"))
      titles.push({ text: content.slice(start, end), at: start });
    if (type === "CallExpression" && declaresTest(callee) && !takesNoTitle.has(callee?.property?.name ?? ""))
      given.forEach((argument, index) => visit(argument, index === 0));
    else Object.values(node).forEach((child) => visit(child, inTitle));
  };
  visit(program.body, false);
  return titles;
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
const shown = new Set(filesOf(sources).filter((file) => !isForTests(file)));
for (const file of filesOf(code)) {
  const module = parse(file);
  const found = [...commentsOf(module), ...(shown.has(file) ? textsOf(module) : titlesOf(module))];
  for (const { text, at } of found) check(file, text, (offset) => lineIn(module.content, at + offset));
}

for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? `${texts} texts, none with a word that ${guide} says to avoid.`
    : `${faults.length} words to avoid; see ${guide}.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
