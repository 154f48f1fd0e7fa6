import { bundledLanguages, createCssVariablesTheme, createHighlighter } from "shiki";
import type { BundledLanguage, Highlighter, ThemedToken } from "shiki";
import type { CodeMeta } from "./code-meta.ts";
import { markFamilies, showFamilies } from "./package-families.ts";
import { hidePlaceholders, markPlaceholders } from "./placeholders.ts";

// Kinds of tokens instead of colours: both palettes are a few lines of the style sheet, and the HTML stays small.
const theme = createCssVariablesTheme({ name: "kinds", variablePrefix: "--", fontStyle: false });

let opened: Promise<Highlighter> | undefined;

/**
 * The lines of a piece of code as HTML; what a copy leaves out (prompts, removed lines) is marked. Code that is `switched` has the
 * names of both families of packages.
 */
export async function highlight(
  code: string,
  language: string,
  { lines, words }: Pick<CodeMeta, "lines" | "words">,
  switched = false,
): Promise<string> {
  opened ??= createHighlighter({ themes: [theme], langs: [] });
  const highlighter = await opened;
  const known = language in bundledLanguages;
  if (known && !highlighter.getLoadedLanguages().includes(language))
    await highlighter.loadLanguage(language as BundledLanguage);
  const { text, marks } = readMarks(code, language);
  const marked = switched ? markFamilies(text) : { text, names: [] };
  const tokens = highlighter.codeToTokensBase(hidePlaceholders(marked.text), {
    lang: known ? (language as BundledLanguage) : "text",
    theme,
    // By default a line that takes half a second stays as it is, and a busy machine takes that for a grammar's first line.
    tokenizeTimeLimit: 0,
  });
  const html = tokens.map((line, index) => {
    const mark = marks.get(index);
    const indent = Math.min(6, Math.floor(/^ */.exec(line.map(({ content }) => content).join(""))![0].length / 2));
    const classes = [
      "line",
      ...(indent === 0 ? [] : [`in${indent}`]),
      ...(lines.has(index + 1) ? ["marked"] : []),
      ...(mark === undefined ? [] : [mark]),
    ];
    const copied = mark === "removed" ? ' data-skip=""' : "";
    return `<span class="${classes.join(" ")}"${copied}>${prompted(line, language, words)}\n</span>`;
  });
  return markPlaceholders(showFamilies(html.join(""), marked.names));
}

/** Which lines were added and which removed: by a comment at their end, or by the first letter in a diff. */
function readMarks(code: string, language: string) {
  const marks = new Map<number, "added" | "removed">();
  const text = code.split("\n").map((line, index) => {
    const comment = /\s*(?:\/\/|#|<!--|\{\/\*|\/\*)\s*\[!code (\+\+|--)\]\s*(?:-->|\*\/\}|\*\/)?\s*$/.exec(line);
    const sign = comment?.[1] ?? (language === "diff" ? /^[+-]/.exec(line)?.[0] : undefined);
    if (sign?.startsWith("+")) marks.set(index, "added");
    else if (sign?.startsWith("-")) marks.set(index, "removed");
    if (comment !== null) return line.slice(0, comment.index);
    return language === "diff" ? line.replace(/^[+ -]/, "") : line;
  });
  return { text: text.join("\n"), marks };
}

const shells = new Set(["sh", "bash", "shell", "zsh", "console"]);

function prompted(line: readonly ThemedToken[], language: string, words: readonly string[]): string {
  const html = lineHtml(line, words);
  if (
    !shells.has(language) ||
    !line
      .map(({ content }) => content)
      .join("")
      .startsWith("$ ")
  )
    return html;
  const [first, ...rest] = line;
  const after = first!.content.startsWith("$ ") ? [{ ...first!, content: first!.content.slice(2) }, ...rest] : rest;
  return `<span class="prompt" data-skip="" aria-hidden="true">$ </span>${lineHtml(after, words).replace(/^\s/, "")}`;
}

/** The tokens of a line; a word that is highlighted is one mark, whatever it is made of. */
function lineHtml(line: readonly ThemedToken[], words: readonly string[]): string {
  const text = line.map(({ content }) => content).join("");
  const spans = words.flatMap((word) => placesOf(word, text)).toSorted((a, b) => a.from - b.from);
  const cuts = spans.flatMap(({ from, to }) => [from, to]);
  let html = "";
  let at = 0;
  for (const token of line) {
    const end = at + token.content.length;
    const inside = [at, ...cuts.filter((cut) => cut > at && cut < end), end];
    for (const [place, from] of inside.slice(0, -1).entries()) {
      const to = inside[place + 1]!;
      if (spans.some((span) => span.from === from)) html += '<mark class="word">';
      html += tokenHtml({ ...token, content: text.slice(from, to) });
      if (spans.some((span) => span.to === to)) html += "</mark>";
    }
    at = end;
  }
  return html;
}

function placesOf(word: string, text: string): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = [];
  for (let from = text.indexOf(word); from !== -1; from = text.indexOf(word, from + word.length))
    places.push({ from, to: from + word.length });
  return places;
}

function tokenHtml({ content, color }: Pick<ThemedToken, "content" | "color">): string {
  const kind = /^var\(--token-([\w-]+)\)$/.exec(color ?? "")?.[1];
  const text = escape(content);
  return kind === undefined || content.trim() === "" ? text : `<span class="t-${kind}">${text}</span>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
