import { limits, WeftError } from "@weft/protocol";

/** A token of the filter language, with where it begins: an index into the text. */
export type Token =
  | { readonly kind: "identifier"; readonly text: string; readonly at: number }
  | { readonly kind: "string"; readonly value: string; readonly at: number }
  | { readonly kind: "number"; readonly value: number; readonly text: string; readonly at: number }
  | { readonly kind: "symbol"; readonly text: QuerySymbol; readonly at: number }
  | { readonly kind: "end"; readonly at: number };

type QuerySymbol = ":" | "^" | "<" | "<=" | ">" | ">=" | "[" | "]" | "(" | ")" | "-";

/** INVALID_QUERY, ending with the 1-based line and column of `at`. */
export function queryError(text: string, at: number, problem: string): WeftError {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const column = at - before.lastIndexOf("\n");
  return new WeftError("INVALID_QUERY", { message: `${problem} (at ${line}:${column})` });
}

/** A token as an error message shows it. */
export function shown(token: Token): string {
  switch (token.kind) {
    case "end":
      return "the end of the query";
    case "string":
      return `the string ${quoted(token.value)}`;
    default:
      return `'${clipped(token.text)}'`;
  }
}

/** Text from outside, short enough for a message. */
export function quoted(text: string): string {
  return JSON.stringify(clipped(text));
}

function clipped(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}

const blanks = /[ \t\n]*/y;
const identifier = /[A-Za-z_][A-Za-z_0-9]*/y;
/** As clients write numbers: `1e-7`, `1e+21`. */
const number = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const symbol = /<=|>=|[:^<>[\]()-]/y;
const plain = { '"': /[^"\\\n]*/y, "'": /[^'\\\n]*/y } as const;
const escapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Splits a query into tokens; the last one is always "end". */
export function tokenize(text: string): readonly Token[] {
  if (Buffer.byteLength(text) > limits.queryLength) {
    throw queryError(text, 0, `Expected at most ${limits.queryLength} bytes`);
  }
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    at += match(blanks)?.length ?? 0;
    const next = text[at];
    if (next === undefined) {
      tokens.push({ kind: "end", at });
      return tokens;
    }
    if (next === '"' || next === "'") {
      const { value, end } = readString(text, at, next);
      tokens.push({ kind: "string", value, at });
      at = end;
      continue;
    }
    const name = match(identifier);
    const digits = match(number);
    const sign = match(symbol);
    const found = name ?? digits ?? sign;
    if (found === undefined) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      throw queryError(text, at, `Unexpected character ${quoted(character.toWellFormed())}`);
    }
    if (name !== undefined) tokens.push({ kind: "identifier", text: name, at });
    else if (digits !== undefined && !Number.isFinite(Number(digits)))
      throw queryError(text, at, `Expected a number within the range of doubles, found '${clipped(digits)}'`);
    else if (digits !== undefined) tokens.push({ kind: "number", value: Number(digits), text: digits, at });
    else tokens.push({ kind: "symbol", text: found as QuerySymbol, at });
    at += found.length;
  }
}

function readString(text: string, start: number, quote: '"' | "'"): { value: string; end: number } {
  const run = plain[quote];
  let value = "";
  let at = start + 1;
  for (;;) {
    run.lastIndex = at;
    const piece = run.exec(text)?.[0] ?? "";
    value += piece;
    at += piece.length;
    const next = text[at];
    if (next === quote) return { value, end: at + 1 };
    if (next === undefined) throw queryError(text, start, "Expected a closing quote, found the end of the query");
    if (next === "\n") throw queryError(text, at, "Expected a closing quote, found the end of the line");
    // What is left is a backslash.
    const escaped = text.codePointAt(at + 1);
    if (escaped === undefined) throw queryError(text, start, "Expected a closing quote, found the end of the query");
    const character = String.fromCodePoint(escaped);
    if (character === "\n") throw queryError(text, at + 1, "Expected a closing quote, found the end of the line");
    if (character === "u") {
      const hex = text.slice(at + 2, at + 6);
      if (!/^[0-9A-Fa-f]{4}$/.test(hex)) throw queryError(text, at, "Expected four hexadecimal digits after \\u");
      value += String.fromCharCode(Number.parseInt(hex, 16));
      at += 6;
    } else {
      value += escapes.get(character) ?? character;
      at += 1 + character.length;
    }
  }
}
