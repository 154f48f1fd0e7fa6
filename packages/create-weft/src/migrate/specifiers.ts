/**
 * Finds the module specifiers of a source: imports, exports, `import()`, `require`, `declare module`, mocks of Jest and Vitest, and
 * `@import` of style sheets. Comments, other strings and the text of JSX are not touched. This package has no dependencies, so it reads tokens
 * instead of a syntax tree.
 */
import { readTokens } from "./tokens.ts";
import type { Syntax, SourceToken } from "./tokens.ts";

/** A specifier without its quotes: `text.slice(start, end)`. */
export interface Specifier {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Whether it is imported for its types alone. */
  readonly typeOnly: boolean;
}

const mockers = new Set(["jest", "vi", "vitest", "mock"]);
const mockMethods = new Set([
  "mock",
  "doMock",
  "unmock",
  "doUnmock",
  "dontMock",
  "deepUnmock",
  "setMock",
  "module",
  "importActual",
  "importMock",
  "requireActual",
  "requireMock",
  "createMockFromModule",
  "unstable_mockModule",
  "unstable_unmockModule",
]);

/** The specifiers of a file, by its name: Vue and Svelte files have them in their scripts. */
export function specifiersIn(file: string, text: string): readonly Specifier[] {
  if (isStyleSheet(file)) return sheetsImportedIn(text);
  if (/\.(?:vue|svelte)$/.test(file))
    return scriptsOf(text).flatMap(({ start, end, syntax }) => specifiersOf(text, syntax, start, end));
  return specifiersOf(text, /\.[mc]?ts$/.test(file) ? "ts" : "tsx", 0, text.length);
}

/** Whether a file is a style sheet, by its name. */
export function isStyleSheet(file: string): boolean {
  return /\.(?:css|scss|sass|less)$/.test(file);
}

/** Bundlers also know packages by a tilde before the name. */
function sheetsImportedIn(text: string): readonly Specifier[] {
  const found: Specifier[] = [];
  for (const match of text.matchAll(
    /\/\*[^]*?(?:\*\/|$)|@(?:import|use|forward)\s+(?:url\(\s*)?(["'])~?([^"'\n]*)\1/g,
  )) {
    const [whole, quote, value] = match;
    if (quote === undefined || value === undefined) continue;
    const end = match.index + whole.length - 1;
    found.push({ start: end - value.length, end, value, typeOnly: false });
  }
  return found;
}

function specifiersOf(text: string, syntax: Syntax, start: number, end: number): readonly Specifier[] {
  const tokens = readTokens(text, syntax, start, end);
  const found: Specifier[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "string" || !isSpecifier(tokens, index)) continue;
    const value = text.slice(token.start + 1, token.end - 1);
    found.push({ start: token.start + 1, end: token.end - 1, value, typeOnly: isTypeOnly(tokens, index) });
  }
  return found;
}

function isSpecifier(tokens: readonly SourceToken[], index: number): boolean {
  const text = (back: number) => tokens[index - back]?.text;
  const isMember = (back: number) => text(back) === "." || text(back) === "?.";
  // `from "x"` and `import "x"` mean nothing else: a name is never followed by a string.
  if ((text(1) === "from" || text(1) === "import") && !isMember(2)) return true;
  if (text(1) === "module" && text(2) === "declare") return true;
  if (text(1) !== "(") return false;
  const callee = index - 2 - typeArguments(tokens, index - 2);
  const name = (back: number) => tokens[callee - back]?.text;
  if (name(0) === "import" || name(0) === "require") return name(1) !== "." && name(1) !== "?.";
  if (name(1) !== ".") return false;
  if (name(0) === "resolve") return name(2) === "require" || (name(2) === "meta" && name(4) === "import");
  return mockMethods.has(name(0) ?? "") && mockers.has(name(2) ?? "");
}

/** How many tokens the type arguments take that end at a token: those of `vi.importActual<typeof import("x")>("x")`. */
function typeArguments(tokens: readonly SourceToken[], last: number): number {
  if (tokens[last]?.text !== ">") return 0;
  let depth = 0;
  for (let at = last; at >= 0; at--) {
    if (tokens[at]!.text === ">") depth++;
    if (tokens[at]!.text === "<" && --depth === 0) return last - at + 1;
  }
  return 0;
}

/** `import type … from`, `export type … from`, and `typeof import("x")` as far as it is written before. */
function isTypeOnly(tokens: readonly SourceToken[], index: number): boolean {
  if (tokens[index - 1]?.text !== "from") return tokens[index - 1]?.text === "module";
  for (let at = index - 2; at >= 0; at--) {
    const { kind, text } = tokens[at]!;
    if (text === "import" || text === "export")
      return tokens[at + 1]?.text === "type" && !["from", ","].includes(tokens[at + 2]?.text ?? "");
    if (kind === "string" || text === ";") return false;
  }
  return false;
}

interface Script {
  readonly start: number;
  readonly end: number;
  readonly syntax: Syntax;
}

/** The scripts of a Vue or Svelte file. */
function scriptsOf(text: string): readonly Script[] {
  const scripts: Script[] = [];
  const lower = text.toLowerCase();
  for (let at = 0; at < text.length;) {
    const comment = lower.indexOf("<!--", at);
    const open = nextScript(lower, at);
    if (open === -1) break;
    if (comment !== -1 && comment < open) {
      const after = lower.indexOf("-->", comment);
      at = after === -1 ? text.length : after + 3;
      continue;
    }
    const start = endOfTag(text, open);
    const close = lower.indexOf("</script", start);
    const end = close === -1 ? text.length : close;
    const isJsx = /\blang\s*=\s*["']?[jt]sx\b/.test(lower.slice(open, start));
    scripts.push({ start, end, syntax: isJsx ? "tsx" : "ts" });
    at = end + 1;
  }
  return scripts;
}

function nextScript(lower: string, from: number): number {
  for (let at = lower.indexOf("<script", from); at !== -1; at = lower.indexOf("<script", at + 1))
    if (/[\s>]/.test(lower[at + 7] ?? "")) return at;
  return -1;
}

/** The position after the `>` that ends a tag; attributes may have one in quotes. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at + 1;
  }
  return text.length;
}
