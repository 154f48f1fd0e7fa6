import { z } from "zod";
import { JsonObject } from "../json.ts";

/** A run of text with the same attributes. */
export const TextSegment = z.union([z.tuple([z.string()]).readonly(), z.tuple([z.string(), JsonObject]).readonly()]);
export type TextSegment = readonly [text: string] | readonly [text: string, attributes: JsonObject];

/** The contents of a LiveText. Canonical when no text is empty and no neighbours have equal attributes. */
export const TextData = z.array(TextSegment).readonly();
export type TextData = readonly TextSegment[];

/** Steps of a text update. They are applied one after the other; indices count UTF-16 code units. */
export const TextOperation = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("insert"),
    index: z.int(),
    text: z.string(),
    attributes: JsonObject.optional(),
  }),
  z.object({ type: z.literal("delete"), index: z.int(), length: z.int() }),
  /** An attribute of value `null` is removed. */
  z.object({ type: z.literal("format"), index: z.int(), length: z.int(), attributes: JsonObject }),
]);
export type TextOperation =
  | { readonly type: "insert"; readonly index: number; readonly text: string; readonly attributes?: JsonObject }
  | { readonly type: "delete"; readonly index: number; readonly length: number }
  | { readonly type: "format"; readonly index: number; readonly length: number; readonly attributes: JsonObject };
