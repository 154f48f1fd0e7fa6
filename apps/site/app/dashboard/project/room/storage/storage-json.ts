import type { Json, JsonObject } from "@weft/protocol";
import { isObject } from "./storage-tree.ts";

/** Text read as JSON, or what is wrong with it. */
export type ParsedJson =
  | { readonly value: Json; readonly fault?: never }
  | { readonly value?: never; readonly fault: string };

export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : "Enter valid JSON." };
  }
}

/** A Storage document out of what somebody typed: one that names its kinds as it is, plain JSON with kinds added. */
export function parseStorage(text: string): { readonly document: JsonObject } | { readonly fault: string } {
  const { value, fault } = parseJson(text);
  if (fault !== undefined) return { fault };
  if (!isObject(value)) return { fault: "Enter a JSON object." };
  if (value["liveblocksType"] !== undefined || value["weftType"] !== undefined) return { document: value };
  return { document: withKinds(value) as JsonObject };
}

/** Objects as LiveObjects and arrays as LiveLists, all the way down. */
export function withKinds(value: Json): Json {
  if (Array.isArray(value)) return { liveblocksType: "LiveList", data: value.map(withKinds) };
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, withKinds(member ?? null)]);
  return { liveblocksType: "LiveObject", data: Object.fromEntries(members) as JsonObject };
}
