import { expect, test } from "vitest";
import { z } from "zod";
import { mapValues } from "./endpoint.ts";
import { internalEndpoints } from "./internal/index.ts";
import { endpoints } from "./rest/index.ts";
import { ClientMessage } from "./socket/client-message.ts";

/** The schemas of objects in a schema, itself included. */
function* objectsIn(schema: z.ZodType): Iterable<z.ZodObject> {
  const values = schema.meta()?.[mapValues];
  if (values instanceof z.ZodType) yield* objectsIn(values);
  const parts = (list: readonly unknown[]) => list.flatMap((part) => Array.from(objectsIn(part as z.ZodType)));
  if (schema instanceof z.ZodObject) {
    yield schema;
    yield* parts(Object.values(schema.shape));
  } else if (schema instanceof z.ZodArray) yield* parts([schema.element]);
  else if (schema instanceof z.ZodTuple) yield* parts(schema.def.items);
  else if (schema instanceof z.ZodRecord) yield* parts([schema.valueType]);
  else if (schema instanceof z.ZodUnion) yield* parts(schema.options);
  else if (schema instanceof z.ZodPipe) yield* parts([schema.in, schema.out]);
  else if ("innerType" in schema.def) yield* parts([schema.def.innerType]);
}

/** What becomes of a member that is not declared. */
function unknownMembersOf({ def: { catchall } }: z.ZodObject): "left out" | "refused" | "kept" {
  if (catchall === undefined) return "left out";
  return catchall instanceof z.ZodNever ? "refused" : "kept";
}

const bodies = [...endpoints, ...internalEndpoints].flatMap(({ id, path, query, body }) =>
  [path, query, body].flatMap((part) => (part === undefined ? [] : [[id, part] as const])),
);

test("[PR23] members of a request that are not declared are left out or refused", () => {
  const objects = bodies.flatMap(([id, part]) => Array.from(objectsIn(part), (object) => [id, object] as const));
  expect(objects.length).toBeGreaterThan(bodies.length / 2);
  expect(objects.filter(([, object]) => unknownMembersOf(object) === "kept").map(([id]) => id)).toEqual([]);
});

test("[PR23] members of a message that are not declared are left out, at any depth", () => {
  expect(new Set(Array.from(objectsIn(ClientMessage), unknownMembersOf))).toEqual(new Set(["left out"]));
});

test("[PR23] what becomes of an unknown member is what its schema does", () => {
  const sent = { a: 1, more: 2 };
  const shape = { a: z.number() };
  for (const [schema, fate] of [
    [z.object(shape), "left out"],
    [z.strictObject(shape), "refused"],
    [z.looseObject(shape), "kept"],
  ] as const) {
    const { data } = schema.safeParse(sent);
    expect(data === undefined ? "refused" : "more" in data ? "kept" : "left out").toBe(fate);
    expect(unknownMembersOf(schema)).toBe(fate);
  }
});
