/**
 * Computes what cells show.
 *
 *     formula = "=" sum            sum = product { ("+" | "-") product }
 *     product = unary { ("*" | "/") unary }       unary = ["-"] value
 *     value = number | cell | function "(" range { "," range } ")" | "(" sum ")"
 *     range = cell [ ":" cell ] | sum
 */
import { cellsBetween, positionOf } from "./grid.ts";

/** A text that is not a formula is shown as it is. `#REF!`, `#DIV/0!` and the like take the place of a result. */
export type Result = number | string;

type Failure = "#ERROR!" | "#REF!" | "#DIV/0!" | "#CYCLE!";

class FormulaError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

const functions: Readonly<Record<string, (values: readonly number[]) => number>> = {
  SUM: sum,
  AVERAGE: (values) => divide(sum(values), values.length),
  MIN: (values) => Math.min(...values),
  MAX: (values) => Math.max(...values),
  COUNT: (values) => values.length,
};

/** The result of every cell that holds something. */
export function evaluate(inputs: ReadonlyMap<string, string>): ReadonlyMap<string, Result> {
  const results = new Map<string, Result>();
  const open = new Set<string>();

  const resultOf = (name: string): Result => {
    const known = results.get(name);
    if (known !== undefined) return known;
    // A cell that is being computed and is needed for its own result.
    if (open.has(name)) throw new FormulaError("#CYCLE!");
    open.add(name);
    const result = compute(inputs.get(name) ?? "", resultOf);
    open.delete(name);
    results.set(name, result);
    return result;
  };

  for (const name of inputs.keys()) resultOf(name);
  return results;
}

function compute(input: string, resultOf: (name: string) => Result): Result {
  const text = input.trim();
  if (!text.startsWith("=")) return text !== "" && Number.isFinite(Number(text)) ? Number(text) : input;
  try {
    return new Formula(text.slice(1), resultOf).result();
  } catch (error) {
    if (error instanceof FormulaError) return error.failure;
    throw error;
  }
}

class Formula {
  readonly #tokens: readonly string[];
  readonly #resultOf: (name: string) => Result;
  #next = 0;

  constructor(text: string, resultOf: (name: string) => Result) {
    this.#tokens = text.toUpperCase().match(/\d+(?:\.\d+)?|\.\d+|[A-Z]+\d+|[A-Z]+|[^\s]/gu) ?? [];
    this.#resultOf = resultOf;
  }

  result(): number {
    const value = this.#sum();
    if (this.#next < this.#tokens.length) throw new FormulaError("#ERROR!");
    return value;
  }

  #sum(): number {
    let value = this.#product();
    for (;;) {
      if (this.#take("+")) value += this.#product();
      else if (this.#take("-")) value -= this.#product();
      else return value;
    }
  }

  #product(): number {
    let value = this.#unary();
    for (;;) {
      if (this.#take("*")) value *= this.#unary();
      else if (this.#take("/")) value = divide(value, this.#unary());
      else return value;
    }
  }

  #unary(): number {
    return this.#take("-") ? -this.#unary() : this.#value();
  }

  #value(): number {
    if (this.#take("(")) {
      const value = this.#sum();
      this.#expect(")");
      return value;
    }
    const token = this.#tokens[this.#next++] ?? "";
    // `#REF!` takes the place of a reference whose cell was deleted.
    if (token === "#") throw new FormulaError("#REF!");
    if (/^[\d.]/u.test(token)) return Number(token);
    if (/^[A-Z]+\d+$/u.test(token)) return this.#number(token) ?? 0;
    const apply = Object.hasOwn(functions, token) ? functions[token] : undefined;
    if (!apply) throw new FormulaError("#ERROR!");
    this.#expect("(");
    const values = this.#range();
    while (this.#take(",")) values.push(...this.#range());
    this.#expect(")");
    return apply(values);
  }

  /** The numbers of a range. Texts and empty cells are skipped. */
  #range(): number[] {
    const from = positionOf(this.#tokens[this.#next] ?? "");
    if (from === null || this.#tokens[this.#next + 1] !== ":") return [this.#sum()];
    const to = positionOf(this.#tokens[this.#next + 2] ?? "");
    if (to === null) throw new FormulaError("#REF!");
    this.#next += 3;
    return cellsBetween(from, to).flatMap((name) => this.#number(name) ?? []);
  }

  #number(name: string): number | null {
    if (positionOf(name) === null) throw new FormulaError("#REF!");
    const result = this.#resultOf(name);
    if (typeof result === "number") return result;
    if (isFailure(result)) throw new FormulaError(result);
    return null;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#next] !== token) return false;
    this.#next++;
    return true;
  }

  #expect(token: string): void {
    if (!this.#take(token)) throw new FormulaError("#ERROR!");
  }
}

export function isFailure(result: Result): result is Failure {
  return result === "#ERROR!" || result === "#REF!" || result === "#DIV/0!" || result === "#CYCLE!";
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function divide(value: number, by: number): number {
  if (by === 0) throw new FormulaError("#DIV/0!");
  return value / by;
}
