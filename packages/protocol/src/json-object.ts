import type { JsonObject } from "./json.ts";

/** Whether a value is an object of JSON and not an array. Without a schema, as browsers load it. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
