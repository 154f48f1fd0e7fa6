/** Runs of a text: merging and size. */
import type { JsonObject, TextData, TextSegment } from "@weft/protocol/types";
import { objectBytes, stringBytes } from "../size.ts";

export type Attributes = JsonObject | undefined;

/** No empty texts, and no neighbours with equal attributes. Returns the same array if it is already canonical. */
export function canonicalText(data: TextData): TextData {
  for (let i = 0; i < data.length; i++) {
    if (data[i]![0] === "" || (i > 0 && equalAttributes(data[i - 1]![1], data[i]![1]))) return joined(data);
  }
  return data;
}

function joined(data: TextData): TextData {
  const segments: TextSegment[] = [];
  for (const [text, attributes] of data) appendRun(segments, text, attributes);
  return segments;
}

/** Adds a run of text to canonical segments, which stay canonical. */
export function appendRun(segments: TextSegment[], text: string, attributes: Attributes): void {
  if (text === "") return;
  const last = segments.at(-1);
  if (last && equalAttributes(last[1], attributes)) segments[segments.length - 1] = segment(last[0] + text, attributes);
  else segments.push(segment(text, attributes));
}

export function segment(text: string, attributes: Attributes): TextSegment {
  return attributes === undefined ? [text] : [text, attributes];
}

/**
 * Whether clients merge two runs. They compare nested values by identity, and an empty set of attributes differs from
 * none.
 */
export function equalAttributes(a: Attributes, b: Attributes): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || a[key] !== b[key]) return false;
  return true;
}

/** Bytes of the segments as compact JSON; counting ends as soon as they are more than `enough`. */
export function textBytes(data: TextData, enough = Infinity): number {
  let bytes = data.length === 0 ? 2 : 1 + data.length;
  for (const [text, attributes] of data) {
    bytes += 2 + stringBytes(text);
    if (attributes !== undefined) bytes += 1 + objectBytes(attributes);
    if (bytes > enough) break;
  }
  return bytes;
}
