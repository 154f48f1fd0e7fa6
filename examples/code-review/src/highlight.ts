import type { Parser } from "@lezer/common";
import { parser as css } from "@lezer/css";
import { highlightCode, tagHighlighter, tags } from "@lezer/highlight";
import { parser as javascript } from "@lezer/javascript";
import type { DiffLine, FileChange } from "./parse-patch.ts";

export interface Token {
  readonly text: string;
  /** The class of its color; empty for plain text. */
  readonly kind: string;
}

const parsers: Readonly<Record<string, Parser>> = { css, ts: javascript.configure({ dialect: "ts" }) };

const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], class: "code-keyword" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: "code-string" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], class: "code-value" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], class: "code-name" },
  { tag: [tags.typeName, tags.className, tags.tagName], class: "code-type" },
  { tag: [tags.propertyName, tags.attributeName], class: "code-property" },
  { tag: [tags.comment, tags.meta], class: "code-comment" },
]);

/** The tokens of each line of a file. Each side of a hunk is parsed as a text of its own. */
export function highlight({ path, hunks }: FileChange): ReadonlyMap<DiffLine, readonly Token[]> {
  const parser = parsers[path.slice(path.lastIndexOf(".") + 1)];
  const tokens = new Map<DiffLine, readonly Token[]>();
  for (const { lines } of hunks)
    for (const side of ["old", "new"] as const) {
      const own = lines.filter((line) => line[side] !== null);
      const texts = tokensOf(own.map(({ text }) => text).join("\n"), parser);
      for (const [index, line] of own.entries()) tokens.set(line, texts[index] ?? []);
    }
  return tokens;
}

function tokensOf(code: string, parser: Parser | undefined): readonly (readonly Token[])[] {
  if (parser === undefined) return code.split("\n").map((text) => [{ text, kind: "" }]);
  const lines: Token[][] = [[]];
  highlightCode(
    code,
    parser.parse(code),
    highlighter,
    (text, kind) => lines.at(-1)!.push({ text, kind }),
    () => lines.push([]),
  );
  return lines;
}
