/**
 * Transforms operations that were made for one text to the text after others' operations.
 * Clients compute the same: every result here is part of the wire protocol.
 */
import type { JsonObject, TextOperation } from "@weft/protocol/types";
import { Steps } from "./steps.ts";

/** The order of the transformed operations relative to those they are transformed over. */
export type Order = "before" | "after";

/** Both lists, each transformed to follow the other: both ways lead to the same text. */
export interface Transformed {
  readonly operations: readonly TextOperation[];
  readonly over: readonly TextOperation[];
}

/** Transforms two lists over each other. The result is meaningless once the steps are exhausted. */
export function transformOperations(
  operations: readonly TextOperation[],
  over: readonly TextOperation[],
  order: Order,
  steps: Steps = new Steps(Infinity),
): Transformed {
  if (operations.length === 0 || over.length === 0) return { operations, over };
  if (operations.length === 1 && over.length === 1) {
    steps.take(8);
    return {
      operations: restate(operations[0]!, over[0]!, order),
      over: restate(over[0]!, operations[0]!, order === "after" ? "before" : "after"),
    };
  }
  const restated: TextOperation[] = [];
  let rest = over;
  for (const operation of operations) {
    if (steps.exhausted) break;
    const others: TextOperation[] = [];
    if (operation.type === "insert") {
      restated.push(transformInsert(operation, rest, order, steps, others));
      rest = others;
      continue;
    }
    let own: readonly TextOperation[] = [operation];
    for (const other of rest) {
      if (steps.exhausted) break;
      const pair = transformOperations(own, [other], order, steps);
      own = pair.operations;
      for (const each of pair.over) others.push(each);
    }
    for (const each of own) restated.push(each);
    rest = others;
  }
  return { operations: restated, over: rest };
}

type Insert = Extract<TextOperation, { type: "insert" }>;
type Ranged = Exclude<TextOperation, { type: "insert" }>;

/** Inserts are never split, so they can be transformed over a long list without copies. */
function transformInsert(
  operation: Insert,
  over: readonly TextOperation[],
  order: Order,
  steps: Steps,
  others: TextOperation[],
): Insert {
  const { length } = operation.text;
  const othersFirst = order === "after";
  let { index } = operation;
  for (const other of over) {
    if (steps.exhausted) break;
    steps.take(8);
    if (other.type === "insert") {
      const isBefore = other.index < index || (other.index === index && othersFirst);
      others.push(isBefore ? other : { ...other, index: other.index + length });
      if (isBefore) index += other.text.length;
    } else {
      for (const each of restateOverInsert(other, index, length)) others.push(each);
      index = restateIndex(index, other, order);
    }
  }
  return index === operation.index ? operation : { ...operation, index };
}

function restate(operation: TextOperation, over: TextOperation, order: Order): readonly TextOperation[] {
  if (operation.type === "insert") {
    const index = restateIndex(operation.index, over, order);
    return [index === operation.index ? operation : { ...operation, index }];
  }
  switch (over.type) {
    case "insert":
      return restateOverInsert(operation, over.index, over.text.length);
    case "delete": {
      const start = restateIndex(operation.index, over, order);
      const end = restateIndex(operation.index + operation.length, over, order);
      return end > start ? [between(operation, start, end)] : [];
    }
    case "format":
      return operation.type === "format" && order === "before" ? yieldTo(operation, over) : [operation];
  }
}

function restateIndex(index: number, over: TextOperation, order: Order): number {
  switch (over.type) {
    case "insert":
      return over.index < index || (over.index === index && order === "after") ? index + over.text.length : index;
    case "delete":
      return over.index >= index ? index : Math.max(over.index, index - over.length);
    case "format":
      return index;
  }
}

function restateOverInsert(operation: Ranged, at: number, length: number): readonly Ranged[] {
  const start = operation.index;
  const end = start + operation.length;
  if (at <= start) return [between(operation, start + length, end + length)];
  if (at >= end) return [operation];
  // The second part of a deletion is stated for the text without the first.
  const second = operation.type === "delete" ? start + length : at + length;
  return [between(operation, start, at), between(operation, second, second + end - at)];
}

/** A format that comes before another in the room's order does not touch what the other sets. */
function yieldTo(operation: Ranged & { type: "format" }, over: Ranged): readonly Ranged[] {
  if (over.type !== "format") return [operation];
  const start = operation.index;
  const end = start + operation.length;
  const from = Math.max(start, over.index);
  const to = Math.min(end, over.index + over.length);
  const kept = Object.keys(operation.attributes).filter((key) => !Object.hasOwn(over.attributes, key));
  if (from >= to || kept.length === Object.keys(operation.attributes).length) return [operation];
  const parts: Ranged[] = [];
  if (start < from) parts.push(between(operation, start, from));
  if (kept.length > 0) parts.push({ ...between(operation, from, to), attributes: only(operation.attributes, kept) });
  if (to < end) parts.push(between(operation, to, end));
  return parts;
}

function between<T extends Ranged>(operation: T, start: number, end: number): T {
  const length = end - start;
  return operation.index === start && operation.length === length ? operation : { ...operation, index: start, length };
}

function only(attributes: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, attributes[key]]));
}
