import { limits } from "@weft/protocol";
import { queryError, shown, tokenize } from "./lexer.ts";
import type { Token } from "./lexer.ts";

export type Operator = ":" | "^" | "<" | "<=" | ">" | ">=";
export type Value = string | number | boolean | null;

/** One comparison. `at` and `valueAt` are indexes into the text. */
export interface Condition {
  readonly kind: "condition";
  readonly negated: boolean;
  readonly field: string;
  readonly index?: string;
  readonly operator: Operator;
  readonly value: Value;
  readonly at: number;
  readonly valueAt: number;
}
/** Alternatives, of which one must hold. The grammar does not nest them, so a query is at most two levels deep. */
export interface Group {
  readonly kind: "group";
  readonly alternatives: readonly Condition[];
  readonly at: number;
}
/** Every clause must hold. */
export type ParsedQuery = readonly (Condition | Group)[];

const operators: ReadonlySet<unknown> = new Set<Operator>([":", "^", "<", "<=", ">", ">="]);
const literals: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const ands: ReadonlySet<string> = new Set(["AND", "and"]);
const ors: ReadonlySet<string> = new Set(["OR", "or"]);

/**
 * Parses the filter language without asking what the fields mean. Empty text is the query that everything
 * meets. Throws INVALID_QUERY, saying what was expected, what was found, and where.
 */
export function parseQuery(text: string): ParsedQuery {
  return text === "" ? [] : new Parser(text).query();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #terms = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  query(): ParsedQuery {
    const clauses = [this.#clause()];
    while (this.#peek().kind !== "end") {
      if (this.#isWord(ands)) this.#take();
      clauses.push(this.#clause());
    }
    return clauses;
  }

  #clause(): Condition | Group {
    const first = this.#peek();
    if (!isSymbol(first, "(")) return this.#condition();
    this.#take();
    const alternatives = [this.#condition()];
    do {
      if (!this.#isWord(ors)) throw this.#unexpected("'OR'");
      this.#take();
      alternatives.push(this.#condition());
    } while (!isSymbol(this.#peek(), ")"));
    this.#take();
    return { kind: "group", alternatives, at: first.at };
  }

  #condition(): Condition {
    const { at } = this.#peek();
    if (++this.#terms > limits.queryTerms) {
      throw queryError(this.#text, at, `Expected at most ${limits.queryTerms} conditions`);
    }
    const negated = isSymbol(this.#peek(), "-");
    if (negated) this.#take();
    const name = this.#peek();
    if (name.kind !== "identifier" || ands.has(name.text) || ors.has(name.text)) throw this.#unexpected("a field");
    this.#take();
    const index = this.#index();
    const operator = this.#operator();
    const valueAt = this.#peek().at;
    return { kind: "condition", negated, field: name.text, index, operator, value: this.#value(operator), at, valueAt };
  }

  #index(): string | undefined {
    if (!isSymbol(this.#peek(), "[")) return undefined;
    this.#take();
    const key = this.#peek();
    if (key.kind !== "string") throw this.#unexpected("a string in quotes");
    this.#take();
    if (!isSymbol(this.#peek(), "]")) throw this.#unexpected("']'");
    this.#take();
    return key.value;
  }

  #operator(): Operator {
    const token = this.#peek();
    if (token.kind !== "symbol" || !isOperator(token.text)) throw this.#unexpected("an operator such as ':'");
    this.#take();
    return token.text;
  }

  #value(operator: Operator): Value {
    const token = this.#peek();
    const literal = token.kind === "identifier" ? literals.get(token.text) : undefined;
    if (operator === "^" && token.kind !== "string") throw this.#unexpected("a string in quotes");
    if (operator !== ":" && operator !== "^" && token.kind !== "number") throw this.#unexpected("a number");
    if (token.kind === "string" || token.kind === "number") {
      this.#take();
      return token.value;
    }
    if (literal === undefined) throw this.#unexpected("a string in quotes, a number, true, false or null");
    this.#take();
    return literal;
  }

  #peek(): Token {
    // The last token is "end", and nothing takes it.
    return this.#tokens[this.#next] ?? { kind: "end", at: this.#text.length };
  }

  #take(): void {
    this.#next++;
  }

  #isWord(words: ReadonlySet<string>): boolean {
    const token = this.#peek();
    return token.kind === "identifier" && words.has(token.text);
  }

  #unexpected(expected: string) {
    const token = this.#peek();
    return queryError(this.#text, token.at, `Expected ${expected}, found ${shown(token)}`);
  }
}

function isOperator(text: string): text is Operator {
  return operators.has(text);
}

function isSymbol(token: Token, text: string): boolean {
  return token.kind === "symbol" && token.text === text;
}
