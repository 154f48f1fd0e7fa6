import type { Stepwise } from "@weft/crdt";
import { isJsonObject } from "@weft/protocol";
import { z } from "zod";

/** Items of a list that are checked in one step. */
const itemsPerStep = 500;

/**
 * The result of `schema.safeParse`, with pauses within long lists. It reports only the first fault and those beside it:
 * a list may have a fault in each of millions of items.
 */
export function* checkInSteps(schema: z.ZodType, value: unknown): Stepwise<z.ZodSafeParseResult<unknown>> {
  if (isPlain(schema, z.ZodArray) && Array.isArray(value)) return yield* checkItems(schema, value);
  if (isPlain(schema, z.ZodObject) && isJsonObject(value)) return yield* checkMembers(schema, value);
  return schema.safeParse(value);
}

function* checkItems(schema: z.ZodArray, items: readonly unknown[]): Stepwise<z.ZodSafeParseResult<unknown>> {
  const element = schema.element as z.ZodType;
  const data: unknown[] = [];
  const perStep = holdsLists(element) ? 1 : itemsPerStep;
  for (let at = 0; at < items.length; at += perStep) {
    if (perStep === 1) {
      const checked = yield* checkInSteps(element, items[at]);
      if (!checked.success) return below(at, checked.error);
      data.push(checked.data);
    } else {
      const checked = schema.safeParse(items.slice(at, at + perStep));
      if (!checked.success) return moved(at, checked.error);
      for (const item of checked.data) data.push(item);
    }
    yield;
  }
  return { success: true, data };
}

/** The lists of an object are checked after its other members. */
function* checkMembers(
  schema: z.ZodObject,
  members: Readonly<Record<string, unknown>>,
): Stepwise<z.ZodSafeParseResult<unknown>> {
  const lists = Object.entries(schema.shape).filter(
    ([key, member]) => isPlain(member, z.ZodArray) && Array.isArray(members[key]),
  );
  const checked = schema.safeParse(lists.length === 0 ? members : { ...members, ...emptied(lists) });
  if (!checked.success) return checked;
  for (const [key, member] of lists) {
    const list = yield* checkInSteps(member as z.ZodType, members[key]);
    if (!list.success) return below(key, list.error);
    checked.data[key] = list.data;
  }
  return checked;
}

function emptied(lists: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(lists.map(([key]) => [key, []]));
}

/** Whether a list or object has no rules beyond those of its items or members. */
function isPlain<T extends z.ZodArray | z.ZodObject>(schema: unknown, kind: new (def: never) => T): schema is T {
  return schema instanceof kind && (schema.def.checks ?? []).length === 0;
}

function holdsLists(schema: z.ZodType): boolean {
  return isPlain(schema, z.ZodObject) && Object.values(schema.shape).some((member) => isPlain(member, z.ZodArray));
}

function below(key: string | number, error: z.ZodError): z.ZodSafeParseError<unknown> {
  return placed(error, (path) => [key, ...path]);
}

function moved(by: number, error: z.ZodError): z.ZodSafeParseError<unknown> {
  return placed(error, ([index, ...path]) => [Number(index) + by, ...path]);
}

function placed(
  { issues }: z.ZodError,
  place: (path: readonly PropertyKey[]) => PropertyKey[],
): z.ZodSafeParseError<unknown> {
  return { success: false, error: new z.ZodError(issues.map((issue) => ({ ...issue, path: place(issue.path) }))) };
}
