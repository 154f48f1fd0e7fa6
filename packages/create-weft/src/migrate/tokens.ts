/**
 * The tokens of JavaScript and TypeScript, as far as it takes to find module specifiers: which quotes begin a string, and which
 * are in a comment, a regular expression or the text of JSX. What does not fit is read as a single character, so that
 * a source with a mistake, or with syntax of the future, is read to its end.
 */

/** In `ts`, `<T>value` is a cast; in `tsx`, `<T>` begins an element. JavaScript is read as `tsx`. */
export type Syntax = "ts" | "tsx";

export interface SourceToken {
  /** A template without `${}` is a string. */
  readonly kind: "name" | "number" | "string" | "template" | "regex" | "mark";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const nameStart = /[\p{ID_Start}$_#@]/u;
const namePart = /[\p{ID_Continue}$\u200c\u200d]/u;
const isSpace = (character: string) => /\s/.test(character);

/** Words after which an expression begins. */
const beforeExpression = new Set(
  "return typeof case do else in instanceof new delete void throw yield await default extends of as satisfies".split(
    " ",
  ),
);
/** Words whose parentheses are followed by a statement. */
const withCondition = new Set(["if", "while", "for", "with"]);
const longMarks = ["...", "=>", "++", "--", "?.", "??", "&&", "||", "==", "!=", "<=", ">="];

export function readTokens(text: string, syntax: Syntax, start = 0, end = text.length): readonly SourceToken[] {
  const reader = new Reader(text, syntax, end);
  reader.read(start, undefined);
  return reader.tokens;
}

class Reader {
  readonly tokens: SourceToken[] = [];
  readonly #text: string;
  readonly #syntax: Syntax;
  readonly #end: number;
  /** What is before each open parenthesis. */
  readonly #parentheses: (string | undefined)[] = [];
  #closedCondition = false;
  /** Where `<` begins no element, so that it is tried once. */
  readonly #compared = new Set<number>();

  constructor(text: string, syntax: Syntax, end: number) {
    this.#text = text;
    this.#syntax = syntax;
    this.#end = end;
  }

  /** Reads to the end, or to the brace that closes an expression inside a template or an element. Answers where it is. */
  read(from: number, until: "}" | undefined): number {
    let depth = 0;
    let at = from === 0 && this.#text.startsWith("#!") ? this.#endOfLine(0) : from;
    while (at < this.#end) {
      const character = this.#text[at]!;
      if (isSpace(character)) {
        at++;
        continue;
      }
      const comment = this.#endOfComment(at);
      if (comment !== undefined) {
        at = comment;
        continue;
      }
      if (character === "{") depth++;
      if (character === "}" && until === "}" && depth-- === 0) return at;
      at = this.#token(at, character);
    }
    return at;
  }

  #token(at: number, character: string): number {
    if (character === '"' || character === "'") return this.#string(at, character);
    if (character === "`") return this.#template(at);
    if (character === "/" && this.#beginsExpression()) return this.#regex(at);
    if (character === "<" && this.#syntax === "tsx" && this.#beginsExpression()) {
      const after = this.#element(at);
      if (after !== undefined) return after;
    }
    if (nameStart.test(this.#codePoint(at))) return this.#push("name", at, this.#endOfName(at));
    if (character >= "0" && character <= "9") return this.#push("number", at, this.#endOfName(at));
    const long = longMarks.find((mark) => this.#text.startsWith(mark, at));
    this.#countParentheses(character);
    return this.#push("mark", at, at + (long ?? character).length);
  }

  #push(kind: SourceToken["kind"], start: number, end: number): number {
    this.tokens.push({ kind, text: this.#text.slice(start, end), start, end });
    return end;
  }

  #codePoint(at: number): string {
    return String.fromCodePoint(this.#text.codePointAt(at)!);
  }

  #countParentheses(character: string): void {
    this.#closedCondition = false;
    if (character === "(") this.#parentheses.push(this.tokens.at(-1)?.text);
    if (character === ")") this.#closedCondition = withCondition.has(this.#parentheses.pop() ?? "");
  }

  /** Whether a slash begins a regular expression here, and `<` an element. */
  #beginsExpression(): boolean {
    const last = this.tokens.at(-1);
    if (last === undefined) return true;
    if (last.kind === "name") return beforeExpression.has(last.text) && this.tokens.at(-2)?.text !== ".";
    if (last.kind !== "mark" || this.#assertsNonNull()) return false;
    if (last.text === ")") return this.#closedCondition;
    return last.text !== "]" && last.text !== "}" && last.text !== "++" && last.text !== "--";
  }

  /** `value!` and not `!value`. */
  #assertsNonNull(): boolean {
    const [before, last] = this.tokens.slice(-2);
    if (last?.text !== "!" || before === undefined || before.end !== last.start) return false;
    return before.kind === "name" ? !beforeExpression.has(before.text) : before.text === ")" || before.text === "]";
  }

  #endOfLine(at: number): number {
    for (let place = at; place < this.#end; place++)
      if (this.#text[place] === "\n" || this.#text[place] === "\r") return place;
    return this.#end;
  }

  #endOfComment(at: number): number | undefined {
    if (this.#text.startsWith("//", at)) return this.#endOfLine(at);
    if (!this.#text.startsWith("/*", at)) return undefined;
    const close = this.#text.indexOf("*/", at + 2);
    return close === -1 || close > this.#end ? this.#end : close + 2;
  }

  #endOfName(at: number): number {
    let place = at + this.#codePoint(at).length;
    while (place < this.#end && namePart.test(this.#codePoint(place))) place += this.#codePoint(place).length;
    return place;
  }

  #string(at: number, quote: string): number {
    for (let place = at + 1; place < this.#end; place++) {
      const character = this.#text[place]!;
      if (character === "\\") place++;
      else if (character === quote) return this.#push("string", at, place + 1);
      else if (character === "\n") break;
    }
    return this.#push("mark", at, at + 1);
  }

  #template(at: number): number {
    const before = this.tokens.length;
    let isPlain = true;
    let place = at + 1;
    while (place < this.#end && this.#text[place] !== "`") {
      if (this.#text.startsWith("${", place)) {
        isPlain = false;
        // What is before an expression in a template is not before it in the code.
        this.#push("mark", place, place + 2);
        place = this.read(place + 2, "}");
      } else if (this.#text[place] === "\\") place++;
      place++;
    }
    const end = Math.min(place + 1, this.#end);
    if (isPlain && this.tokens.length === before) return this.#push("string", at, end);
    return this.#push("template", end - 1, end);
  }

  #regex(at: number): number {
    let inClass = false;
    for (let place = at + 1; place < this.#end; place++) {
      const character = this.#text[place]!;
      if (character === "\n") break;
      if (character === "\\") place++;
      else if (character === "[") inClass = true;
      else if (character === "]") inClass = false;
      else if (character === "/" && !inClass) return this.#push("regex", at, this.#endOfFlags(place + 1));
    }
    return this.#push("mark", at, at + 1);
  }

  #endOfFlags(at: number): number {
    let place = at;
    while (place < this.#end && /[a-z]/.test(this.#text[place]!)) place++;
    return place;
  }

  /** Reads an element with its children. Answers undefined, and takes back its tokens, if this is not an element. */
  #element(at: number): number | undefined {
    if (this.#compared.has(at)) return undefined;
    const kept = this.tokens.length;
    const parentheses = this.#parentheses.length;
    const after = this.#children(at);
    if (after !== undefined) {
      this.#closedCondition = false;
      this.#push("template", after - 1, after);
      return after;
    }
    this.#compared.add(at);
    this.tokens.length = kept;
    this.#parentheses.length = Math.min(this.#parentheses.length, parentheses);
    return undefined;
  }

  #children(at: number): number | undefined {
    const open: string[] = [];
    let place = at;
    while (place < this.#end) {
      const character = this.#text[place]!;
      if (character === "{") place = this.#container(place);
      else if (character === ">" || character === "}") return undefined;
      else if (character === "<") {
        const tag = this.#tag(place);
        if (tag === undefined) return undefined;
        if (tag.kind === "open") open.push(tag.name);
        if (tag.kind === "close" && open.pop() !== tag.name) return undefined;
        place = tag.end;
        if (open.length === 0) return place;
      } else place++;
    }
    return undefined;
  }

  /** `{…}` in an element: an expression, which may be a comment alone. */
  #container(at: number): number {
    this.#push("mark", at, at + 1);
    const end = this.read(at + 1, "}");
    if (end < this.#end) this.#push("mark", end, end + 1);
    return end + 1;
  }

  #tag(
    at: number,
  ): { readonly kind: "open" | "close" | "empty"; readonly name: string; readonly end: number } | undefined {
    const closes = this.#text[at + 1] === "/";
    let place = this.#skipSpace(at + (closes ? 2 : 1));
    const nameAt = place;
    while (place < this.#end && /[\w$.:-]|[^\0-\x7f]/.test(this.#text[place]!)) place++;
    const name = this.#text.slice(nameAt, place);
    if (name === "" && this.#text[place] !== ">") return undefined;
    if (this.#text[place] === "<") place = this.#endOfTypeArguments(place);
    while (place < this.#end) {
      place = this.#skipSpace(place);
      const character = this.#text[place];
      if (character === ">") return { kind: closes ? "close" : "open", name, end: place + 1 };
      if (character === "/" && this.#text[place + 1] === ">") return { kind: "empty", name, end: place + 2 };
      const after = this.#attribute(place);
      if (after === undefined) return undefined;
      place = after;
    }
    return undefined;
  }

  /** The end of a part of an attribute: its name, `=`, a value in quotes, or `{…}`. Undefined if it cannot be one. */
  #attribute(at: number): number | undefined {
    const character = this.#text[at];
    if (character === "{") return this.#container(at);
    if (character === '"' || character === "'") {
      const close = this.#text.indexOf(character, at + 1);
      return close === -1 || close >= this.#end ? undefined : close + 1;
    }
    const comment = this.#endOfComment(at);
    if (comment !== undefined) return comment;
    return character !== undefined && /[\w$:.=-]|[^\0-\x7f]/.test(character) ? at + 1 : undefined;
  }

  #skipSpace(at: number): number {
    let place = at;
    while (place < this.#end && isSpace(this.#text[place]!)) place++;
    return place;
  }

  /** `<Table<Row> rows={rows} />` has type arguments in its tag. */
  #endOfTypeArguments(at: number): number {
    let depth = 0;
    for (let place = at; place < this.#end; place++) {
      if (this.#text[place] === "<") depth++;
      if (this.#text[place] === ">" && this.#text[place - 1] !== "=" && --depth === 0) return place + 1;
    }
    return this.#end;
  }
}
