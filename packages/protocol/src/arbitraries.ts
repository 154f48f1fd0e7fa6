/** Random values of a schema, as they arrive: out of `JSON.parse`. For tests only: nothing in the package imports it. */
import * as fc from "fast-check";
import { z } from "zod";
import { FeedMetadata, FeedMetadataChange } from "./feed.ts";
import { StorageFileId } from "./ids.ts";
import { Json, JsonObject } from "./json.ts";
import { storageFileId } from "./storage-file-id.ts";

const text = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "", "é", "\0", "\ud800", '"', "\\"));
const json = fc.jsonValue({ maxDepth: 3 });
const entries = (values: fc.Arbitrary<unknown>) => fc.dictionary(text, values, { maxKeys: 3 });
const feedValue = fc.oneof(text, fc.array(text, { maxLength: 2 }));

/** Schemas that are functions, and those whose rule no random text meets. */
const known: ReadonlyMap<z.ZodType, fc.Arbitrary<unknown>> = new Map<z.ZodType, fc.Arbitrary<unknown>>([
  [Json, json],
  [JsonObject, entries(json)],
  [FeedMetadata, entries(feedValue)],
  [FeedMetadataChange, entries(fc.oneof(feedValue, fc.constant(null)))],
  [StorageFileId, fc.stringMatching(storageFileId)],
]);

/** Values that the schema takes. Throws at a kind of schema that no message has. */
export function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return candidatesOf(schema)
    .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
    .filter((value) => schema.safeParse(value).success);
}

function candidatesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const values = known.get(schema) ?? kindOf(schema);
  // Bounds and rules are checked by the schema itself.
  const { checks } = schema.def;
  return checks === undefined || checks.length === 0
    ? values
    : values.filter((value) => schema.safeParse(value).success);
}

function kindOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const inner = (part: unknown) => candidatesOf(part as z.ZodType);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNull) return fc.constant(null);
  if (schema instanceof z.ZodISODateTime)
    return fc
      .date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema instanceof z.ZodString) return text;
  if (schema instanceof z.ZodNumber)
    return schema.format === "safeint" ? fc.maxSafeInteger() : fc.double({ noNaN: true, noDefaultInfinity: true });
  if (schema instanceof z.ZodArray) return fc.array(inner(schema.element), { maxLength: 3 });
  if (schema instanceof z.ZodTuple) return fc.tuple(...schema.def.items.map(inner));
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(inner));
  // Records leave the key `__proto__` out.
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(
      text.filter((key) => key !== "__proto__"),
      inner(schema.valueType),
      { maxKeys: 3 },
    );
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly) return inner(schema.unwrap());
  if (schema instanceof z.ZodNullable) return fc.oneof(inner(schema.unwrap()), fc.constant(null));
  if (schema instanceof z.ZodPipe) return inner(schema.out);
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape);
    return fc.record(Object.fromEntries(members.map(([name, member]) => [name, inner(member)])), {
      requiredKeys: members.filter(([, member]) => !(member instanceof z.ZodOptional)).map(([name]) => name),
    });
  }
  throw new TypeError(`No values are known of the schema type ${schema.type}.`);
}
