/** Hand-written decoders of LiveText, for the reason in `decode.ts`. The schemas are in `text.ts`. */
import { isJsonObject } from "../json-object.ts";
import type { Json } from "../json.ts";
import type { TextData, TextOperation, TextSegment } from "./text.ts";

/** The segments of a text, or undefined when they are malformed. */
export function decodeTextData(value: unknown): TextData | undefined {
  if (!Array.isArray(value)) return undefined;
  const segments: TextSegment[] = [];
  for (const item of value as readonly unknown[]) {
    if (!Array.isArray(item) || item.length < 1 || item.length > 2) return undefined;
    const [text, attributes] = item as readonly unknown[];
    if (typeof text !== "string") return undefined;
    if (item.length === 1) segments.push([text]);
    else if (isJsonObject(attributes)) segments.push([text, attributes]);
    else return undefined;
  }
  return segments;
}

/** The steps of a text update, or undefined when they are malformed. */
export function decodeTextOperations(value: Json | undefined): TextOperation[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const operations: TextOperation[] = [];
  for (const item of value as readonly Json[]) {
    if (!isJsonObject(item)) return undefined;
    const { type, index, length, attributes } = item;
    if (!isInteger(index)) return undefined;
    if (type === "insert") {
      const { text } = item;
      if (typeof text !== "string") return undefined;
      if (attributes === undefined) operations.push({ type, index, text });
      else if (isJsonObject(attributes)) operations.push({ type, index, text, attributes });
      else return undefined;
    } else if (type === "delete") {
      if (!isInteger(length)) return undefined;
      operations.push({ type, index, length });
    } else if (type === "format") {
      if (!isInteger(length) || !isJsonObject(attributes)) return undefined;
      operations.push({ type, index, length, attributes });
    } else {
      return undefined;
    }
  }
  return operations;
}

/** What counts the updates of a text. */
export function isVersion(value: unknown): value is number {
  return isInteger(value) && value >= 0;
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
