import type { Json, JsonObject } from "@weft/protocol/types";

/** Values nested deeper than this count as infinitely large: no limit admits them, so no recursion ever meets them. */
const deepest = 256;

/** Bytes of a value's compact JSON in UTF-8, exactly as `JSON.stringify` writes it, without writing it. */
export function jsonBytes(value: Json, depth = 0): number {
  if (typeof value === "string") return stringBytes(value);
  if (typeof value === "number") return numberBytes(value);
  if (typeof value === "boolean") return value ? 4 : 5;
  if (value === null) return 4;
  if (depth > deepest) return Infinity;
  if (isArray(value)) {
    let bytes = value.length === 0 ? 2 : value.length + 1;
    for (const item of value) bytes += jsonBytes(item, depth + 1);
    return bytes;
  }
  return objectBytes(value, depth);
}

/** Bytes of an object. Members that are undefined are not written, so they count nothing. */
export function objectBytes(value: JsonObject, depth = 0): number {
  let bytes = 1;
  // `for in` makes no list of keys. JSON values inherit nothing enumerable, so it meets own members only.
  for (const key in value) {
    const member = value[key];
    if (member !== undefined) bytes += stringBytes(key) + jsonBytes(member, depth + 1) + 2;
  }
  return bytes === 1 ? 2 : bytes;
}

/** Count of an object's members that are not undefined. */
export function memberCount(value: JsonObject): number {
  let count = 0;
  for (const key in value) if (value[key] !== undefined) count++;
  return count;
}

/** Bytes of `"key":value`. */
export function memberBytes(key: string, value: Json, depth = 1): number {
  return stringBytes(key) + 1 + jsonBytes(value, depth);
}

/** Bytes of a string with its quotes and escapes. */
export function stringBytes(text: string): number {
  const length = text.length;
  let bytes = length + 2;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x20 && code < 0x80) {
      if (code === 0x22 || code === 0x5c) bytes += 1;
    } else if (code < 0x20) {
      // \b \t \n \f \r have short escapes, the rest is \u00XX.
      bytes += code >= 0x08 && code <= 0x0d && code !== 0x0b ? 1 : 5;
    } else if (code < 0x800) {
      bytes += 1;
    } else if (code < 0xd800 || code > 0xdfff) {
      bytes += 2;
    } else if (code < 0xdc00 && i + 1 < length && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      // Two code units make one character of four bytes.
      bytes += 2;
      i++;
    } else {
      // Half a character is written as \uXXXX.
      bytes += 5;
    }
  }
  return bytes;
}

/** Bytes of a string in UTF-8, without quotes or escapes. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) bytes += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

function numberBytes(value: number): number {
  if (Number.isInteger(value) && value > -1e9 && value < 1e9) {
    let bytes = value < 0 ? 2 : 1;
    for (let rest = Math.abs(value); rest >= 10; rest = Math.floor(rest / 10)) bytes++;
    return bytes;
  }
  return Number.isFinite(value) ? String(value).length : 4;
}

function isArray(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
