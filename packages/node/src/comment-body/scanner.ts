/** Reads a line of Markdown from left to right. What is looked for is bounded or remembered, so that no text takes long. */
import type { CommentBodyLink, CommentBodyMention } from "../types/threads.ts";

export type MarkdownPiece =
  | { readonly kind: "node"; readonly node: CommentBodyLink | CommentBodyMention }
  | { readonly kind: "text"; readonly text: string; readonly isCode: boolean };

/** Longer ones are text. */
const longestLinkText = 1_000;
const longestUrl = 2_000;

const word = /[\p{L}\p{N}_]/u;
const urlStart = /(?:https?:\/\/|www\.)(?=[^\s<>])/iy;
const urlRest = /[^\s<>]{1,2000}/y;
const bracketed = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/iy;
const name = /@([A-Za-z0-9_][\w.@-]{0,127})/y;
const escapable = /[!-/:-@[-`{-~]/;

export class Scanner {
  at = 0;
  readonly #text: string;
  /** Delimiters that nothing closes from here on. */
  readonly #unclosed = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** A character with a backslash before it. */
  escape(): MarkdownPiece | undefined {
    if (this.#text[this.at] !== "\\") return undefined;
    const next = this.#text[this.at + 1];
    if (next === undefined || !escapable.test(next)) return undefined;
    this.at += 2;
    return { kind: "text", text: next, isCode: false };
  }

  code(): MarkdownPiece | undefined {
    if (this.#text[this.at] !== "`") return undefined;
    const run = this.#runAt(this.at);
    const end = this.#closingRun(run, this.at + run.length);
    if (end === undefined) {
      this.at += run.length;
      return { kind: "text", text: run, isCode: false };
    }
    const inside = this.#text.slice(this.at + run.length, end);
    this.at = end + run.length;
    const isPadded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
    return { kind: "text", text: isPadded ? inside.slice(1, -1) : inside, isCode: true };
  }

  /** `[text](url)`. One whose URL is unsafe is its text. */
  link(): MarkdownPiece | undefined {
    if (this.#text[this.at] !== "[" || this.#text[this.at - 1] === "!") return undefined;
    const end = this.#closingBracket();
    if (end === undefined || this.#text[end + 1] !== "(") return undefined;
    const target = targetAt(this.#text, end + 1);
    if (target === undefined) return undefined;
    const text = plain(this.#text.slice(this.at + 1, end));
    this.at = target.end;
    return linkOr(target.url, text);
  }

  /** A URL that is written out. */
  address(): MarkdownPiece | undefined {
    const first = this.#text[this.at];
    if (first === "<") {
      const url = matchAt(bracketed, this.#text, this.at)?.[1];
      if (url === undefined) return undefined;
      this.at += url.length + 2;
      return linkOr(url, url);
    }
    if ((first !== "h" && first !== "H" && first !== "w" && first !== "W") || this.#isAfterWord()) return undefined;
    if (matchAt(urlStart, this.#text, this.at) === null) return undefined;
    const url = trimmed(matchAt(urlRest, this.#text, this.at)![0]);
    this.at += url.length;
    return linkOr(/^www/i.test(url) ? `http://${url}` : url, url);
  }

  mention(): MarkdownPiece | undefined {
    if (this.#text[this.at] !== "@" || this.#isAfterWord() || this.#text[this.at - 1] === "\\") return undefined;
    const found = matchAt(name, this.#text, this.at)?.[1];
    if (found === undefined) return undefined;
    let { length } = found;
    while (/[.@-]/.test(found[length - 1]!)) length--;
    const next = this.#text[this.at + 1 + length];
    // In `_@ada_`, the last one ends the emphasis; it does not come here as part of the text.
    if (next !== undefined && /[\p{L}\p{N}]/u.test(next)) return undefined;
    this.at += length + 1;
    return { kind: "node", node: { type: "mention", kind: "user", id: found.slice(0, length) } };
  }

  /** What is between a delimiter here and the one that closes it. */
  delimited(delimiter: string): string | undefined {
    const text = this.#text;
    if (this.#unclosed.has(delimiter) || !text.startsWith(delimiter, this.at)) return undefined;
    const from = this.at + delimiter.length;
    const after = text[from];
    if (after === undefined || /\s/.test(after)) return undefined;
    if (delimiter.startsWith("_") && this.#isAfterWord()) return undefined;
    const end = this.#closing(delimiter, from);
    if (end === undefined) {
      this.#unclosed.add(delimiter);
      return undefined;
    }
    if (end === from) return undefined;
    this.at = end + delimiter.length;
    return text.slice(from, end);
  }

  /** Where the delimiter is that closes one before `from`. */
  #closing(delimiter: string, from: number): number | undefined {
    const text = this.#text;
    const sign = delimiter[0]!;
    for (let at = from; at < text.length; at++) {
      const character = text[at]!;
      if (character === "\\") at++;
      else if (character === "`") at = this.#afterCode(at) - 1;
      else if (character === sign) {
        const run = this.#runAt(at);
        const end = at + run.length;
        const mayClose = !/\s/.test(text[at - 1]!) && (sign !== "_" || !word.test(text[end] ?? " "));
        const isLongEnough = run.length === delimiter.length || (run.length > 2 && run.length > delimiter.length);
        if (mayClose && isLongEnough) return end - delimiter.length;
        at = end - 1;
      }
    }
    return undefined;
  }

  #afterCode(at: number): number {
    const run = this.#runAt(at);
    const end = this.#closingRun(run, at + run.length);
    return (end ?? at) + run.length;
  }

  /** Where the next run of backticks of this length is. */
  #closingRun(run: string, from: number): number | undefined {
    if (this.#unclosed.has(run)) return undefined;
    for (let at = this.#text.indexOf("`", from); at !== -1;) {
      const found = this.#runAt(at);
      if (found === run) return at;
      at = this.#text.indexOf("`", at + found.length);
    }
    this.#unclosed.add(run);
    return undefined;
  }

  #runAt(at: number): string {
    let end = at + 1;
    while (this.#text[end] === this.#text[at]) end++;
    return this.#text.slice(at, end);
  }

  #closingBracket(): number | undefined {
    const most = Math.min(this.#text.length, this.at + longestLinkText);
    let depth = 0;
    for (let at = this.at; at < most; at++) {
      const character = this.#text[at]!;
      if (character === "\\") at++;
      else if (character === "[") depth++;
      else if (character === "]" && --depth === 0) return at;
    }
    return undefined;
  }

  #isAfterWord(): boolean {
    return this.at > 0 && word.test(this.#text[this.at - 1]!);
  }
}

/** The URL in the parentheses of a link, and where they end. */
function targetAt(text: string, at: number): { readonly url: string; readonly end: number } | undefined {
  const most = Math.min(text.length, at + longestUrl);
  let depth = 0;
  for (let end = at; end < most; end++) {
    if (text[end] === "(") depth++;
    else if (text[end] === ")" && --depth === 0) {
      const inside = text.slice(at + 1, end).trim();
      const [url = "", ...title] = inside.split(/\s+/);
      if (title.length > 0 && !/^["'].*["']$/s.test(title.join(" "))) return undefined;
      return { url, end: end + 1 };
    }
  }
  return undefined;
}

function linkOr(url: string, text: string): MarkdownPiece {
  // Browsers skip these characters where they read the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replaceAll(/[\p{Cc}\s]/gu, ""))?.[1]?.toLowerCase();
  const isSafe = url !== "" && (scheme === undefined || ["http", "https", "mailto"].includes(scheme));
  if (!isSafe) return { kind: "text", text, isCode: false };
  return { kind: "node", node: text === "" ? { type: "link", url } : { type: "link", url, text } };
}

/** A text without its delimiters: links have no marks. */
function plain(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])|(?<![\p{L}\p{N}])[*_~`]+(?=\S)|(?<=\S)[*_~`]+(?![\p{L}\p{N}])/gu, "$1");
}

/** A URL without the punctuation of the sentence that it ends. */
function trimmed(url: string): string {
  /** How many brackets are open before `end`. */
  let open = url.split("(").length - url.split(")").length;
  let end = url.length;
  for (; end > 0; end--) {
    const last = url[end - 1]!;
    if (last === ")" && open < 0) open++;
    else if (!/[.,;:!?'"*_~]/.test(last)) break;
  }
  return url.slice(0, end);
}
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
