/** Feeds and their messages, as REST and sockets show them. */
import { z } from "zod";
import { isJsonObject } from "./json-object.ts";
import { JsonObject } from "./json.ts";

const metadataSchema = (values: readonly string[]) => ({
  type: "object",
  additionalProperties: {
    anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }, ...values.map((type) => ({ type }))],
  },
});
const isMetadataValue = (value: unknown) =>
  typeof value === "string" || (Array.isArray(value) && value.every((text) => typeof text === "string"));

/** Values are texts or lists of texts. Kept as it came, because `__proto__` is a key like any other. */
export const FeedMetadata = z
  .custom<Readonly<Record<string, string | readonly string[]>>>(
    (value) => isJsonObject(value) && Object.values(value).every(isMetadataValue),
    "must be an object of strings and lists of strings.",
  )
  .meta(metadataSchema([]));
export type FeedMetadata = z.output<typeof FeedMetadata>;

/** A value of null removes the key. */
export const FeedMetadataChange = z
  .custom<Readonly<Record<string, string | readonly string[] | null>>>(
    (value) => isJsonObject(value) && Object.values(value).every((one) => one === null || isMetadataValue(one)),
    "must be an object of strings, lists of strings and nulls.",
  )
  .meta(metadataSchema(["null"]));

const instant = z.int().meta({ description: "Milliseconds since the epoch." });

export const Feed = z
  .strictObject({ feedId: z.string(), metadata: FeedMetadata, createdAt: instant, updatedAt: instant })
  .meta({ id: "Feed", description: "A list of messages in a room, in the order of their creation." });
export type Feed = z.output<typeof Feed>;

export const FeedMessage = z
  .strictObject({ id: z.string(), data: JsonObject, createdAt: instant, updatedAt: instant })
  .meta({ id: "FeedMessage", description: "A message of a feed." });
export type FeedMessage = z.output<typeof FeedMessage>;
