import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mapValues } from "./endpoint.ts";
import { internalEndpoints } from "./internal/index.ts";
import { endpoints } from "./rest/index.ts";
import { isStorable, storableRule, toStorable } from "./storable-text.ts";
import { StorableText } from "./storable.ts";

const unstorable = ["\0", "a\0b", "\ud800", "a\udc00b", "\udc00\ud800"];
const storable = ["", "a", "\u0001", "é", "\u{1f600}", "\ud83d\ude00", "\ufffd", "\uffff"];

test("[PR33] text with U+0000 or half a character is not storable, and any other text is", () => {
  expect(unstorable.filter(isStorable)).toEqual([]);
  expect(storable.filter(isStorable)).toEqual(storable);
  expect(StorableText.safeParse("a\0b").error?.issues[0]?.message).toBe(storableRule);
});

test("[PR33] what cannot be stored is replaced by U+FFFD, and nothing else is changed", () => {
  expect(storable.map(toStorable)).toEqual(storable);
  expect(toStorable("a\0b\ud800c")).toBe("a\ufffdb\ufffdc");
  expect(unstorable.map(toStorable).every(isStorable)).toBe(true);
});

/** Texts of bodies that are neither stored nor looked up as themselves. */
const free: ReadonlyMap<string, string> = new Map([
  ["authorize-public-room publicApiKey", "a key has a form of its own, and is not looked up unless it has it"],
  ["complete-storage-upload parts.etag", "compared with the tags that were given out"],
  ["complete-storage-upload-as-user parts.etag", "compared with the tags that were given out"],
  ["complete-attachment-upload parts.etag", "compared with the tags that were given out"],
  ["complete-attachment-upload-as-user parts.etag", "compared with the tags that were given out"],
  ...[
    "prompt",
    "context.beforeSelection",
    "context.selection",
    "context.afterSelection",
    "previous.prompt",
    "previous.response.type",
    "previous.response.text",
  ].map((text) => [`contextual-prompt-as-user ${text}`, "shown to a model, and not stored"] as const),
  ["contact-sales extra", "filled in by scripts, and thrown away"],
  ["contact-support honeypot", "filled in by scripts, and thrown away"],
  ["delete-project displayName", "compared with the project's name"],
  ["patch-storage from", "a JSON Pointer: Storage is JSON, and its keys may be any text"],
  ["patch-storage path", "a JSON Pointer: Storage is JSON, and its keys may be any text"],
]);
/** Ops are checked where they are applied (ST30): they name nodes that exist, and new ones by ids that are storable. */
const ops = /^send-message messages\.ops\./;

/** The texts that a schema takes as they come, by path. Values of `Json` are no texts: they are stored as JSON. */
function* textsOf(schema: z.ZodType, path: readonly string[] = []): Iterable<[path: string, schema: z.ZodType]> {
  const values = schema.meta()?.[mapValues];
  if (values instanceof z.ZodType) yield* textsOf(values, [...path, "*"]);
  else if (schema instanceof z.ZodString || (schema instanceof z.ZodPipe && schema.in instanceof z.ZodString))
    yield [path.join("."), schema];
  else if (schema instanceof z.ZodObject)
    for (const [name, member] of Object.entries(schema.shape)) yield* textsOf(member as z.ZodType, [...path, name]);
  else if (schema instanceof z.ZodArray) yield* textsOf(schema.element as z.ZodType, path);
  else if (schema instanceof z.ZodTuple) for (const item of schema.def.items) yield* textsOf(item as z.ZodType, path);
  else if (schema instanceof z.ZodRecord) yield* textsOf(schema.valueType as z.ZodType, [...path, "*"]);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* textsOf(option as z.ZodType, path);
  else if (schema instanceof z.ZodPipe) yield* textsOf(schema.in as z.ZodType, path);
  else if ("innerType" in schema.def) yield* textsOf(schema.def.innerType as z.ZodType, path);
}

describe("texts in bodies", () => {
  const all = [...endpoints, ...internalEndpoints].flatMap(({ id, body }) =>
    body === undefined ? [] : Array.from(textsOf(body), ([path, schema]) => [`${id} ${path}`, schema] as const),
  );

  test("are found", () => {
    const found = new Set(all.map(([place]) => place));
    for (const place of ["create-room id", "update-room metadata.*", "feedback user.name", "create-key name"])
      expect(found).toContain(place);
    for (const place of free.keys()) expect(found).toContain(place);
  });

  test.for(all.filter(([place]) => !free.has(place) && !ops.test(place)))(
    "[PR33] %s refuses what cannot be stored",
    ([, schema]) => {
      for (const text of unstorable) expect(schema.safeParse(`a${text}`).success, JSON.stringify(text)).toBe(false);
    },
  );
});
