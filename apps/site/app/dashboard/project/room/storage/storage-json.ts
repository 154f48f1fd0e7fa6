import type { Json, JsonObject } from "@weft/protocol";
import { isObject } from "./storage-tree.ts";

/** Parses text as JSON, or returns what is wrong with it. */
export type ParsedJson =
  | { readonly value: Json; readonly fault?: never }
  | { readonly value?: never; readonly fault: string };

export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return {
      fault: text.trim() === "" ? "Enter a value." : "This is not valid JSON. Strings and keys need double quotes.",
    };
  }
}

/** How a value is entered: a string verbatim, any other value as JSON. */
export type ValueForm = "string" | "json";

/** The text for a value; strings are shown without quotes. */
export function textOfValue(value: Json): { readonly form: ValueForm; readonly text: string } {
  return typeof value === "string"
    ? { form: "string", text: value }
    : { form: "json", text: JSON.stringify(value, null, 2) };
}

export function parseValue(form: ValueForm, text: string): ParsedJson {
  return form === "string" ? { value: text } : parseJson(text);
}

/** The same value in the other form, if possible: a string gains or loses its quotes. */
export function inForm(form: ValueForm, text: string): string {
  if (form === "json") return JSON.stringify(text);
  const { value } = parseJson(text);
  return typeof value === "string" ? value : text;
}

/**
 * Reads a Storage document from the user's text. A document that names its kinds is unchanged; plain JSON gets kinds.
 */
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
