import { queryError, quoted } from "./lexer.ts";
import { parseQuery } from "./parser.ts";
import type { Operator, Value } from "./parser.ts";

type ValueKind = "string" | "number" | "boolean" | "null";

/** What may be asked about a field. */
export interface QueryField {
  /** Whether the field is a map, asked with a key in brackets: `metadata["color"]`. */
  readonly indexed: boolean;
  /** The operators that the field takes, with the kinds of value each compares to. */
  readonly operators: { readonly [O in Operator]?: readonly ValueKind[] };
  /** When only these strings make sense. */
  readonly oneOf?: readonly string[];
}

/** The fields of an endpoint. A Map, because field names come from outside. */
export type QueryFields = ReadonlyMap<string, QueryField>;

/** A comparison that its endpoint understands. */
export interface CheckedCondition {
  readonly field: string;
  /** Present for indexed fields, never empty. */
  readonly index?: string;
  readonly operator: Operator;
  readonly value: Value;
}

/**
 * Parses a query and holds it against the fields of an endpoint. All conditions of the answer must hold. Throws
 * INVALID_QUERY with the position of the condition, or of its value when that is what is wrong.
 */
export function readQuery(text: string, fields: QueryFields): readonly CheckedCondition[] {
  return parseQuery(text).map((clause) => {
    const fail = (problem: string, at = clause.at) => queryError(text, at, problem);
    if (clause.kind === "group") throw fail("Alternatives with OR are not supported here");
    if (clause.negated) throw fail("Negation is not supported here");
    const { field: name, index, operator, value } = clause;
    const field = fields.get(name);
    if (!field) throw fail(`Unknown field ${quoted(name)}, expected ${list([...fields.keys()])}`);
    if (field.indexed && index === undefined) throw fail(`Expected a key: ${name}["key"]`);
    if (field.indexed && index === "") throw fail(`Expected a key that is not empty: ${name}["key"]`);
    if (!field.indexed && index !== undefined) throw fail(`The field ${quoted(name)} takes no key`);
    const kinds = Object.hasOwn(field.operators, operator) ? field.operators[operator] : undefined;
    if (!kinds) {
      throw fail(`The field ${quoted(name)} takes ${list(Object.keys(field.operators))}, found '${operator}'`);
    }
    const kind = kindOf(value);
    if (!kinds.includes(kind)) throw fail(`Expected a ${list(kinds)}, found a ${kind}`, clause.valueAt);
    if (operator === "^" && value === "") throw fail("Expected a prefix that is not empty", clause.valueAt);
    if (field.oneOf && typeof value === "string" && !field.oneOf.includes(value)) {
      throw fail(`Expected ${list(field.oneOf.map((one) => quoted(one)))}, found ${quoted(value)}`, clause.valueAt);
    }
    return { field: name, index, operator, value };
  });
}

function kindOf(value: Value): ValueKind {
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "number";
  return value === null ? "null" : "boolean";
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
