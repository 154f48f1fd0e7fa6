import type { Cursor } from "./cursor.ts";
import { Refusal } from "./cursor.ts";

// Nesting of values inside documents. Encoders recurse: a value that nests too deeply could be accepted and never be
// encoded again.

/** Passes a value in the binary form of lib0. Each costs at least a byte, so the input bounds the work. */
export function skipAny(cursor: Cursor, depth: number): void {
  switch (cursor.byte()) {
    case 127: // undefined
    case 126: // null
    case 121: // false
    case 120: // true
      return;
    case 125:
      cursor.int();
      return;
    case 124:
      return cursor.skip(4);
    case 123: // double
    case 122: // bigint
      return cursor.skip(8);
    case 119:
      cursor.skipString();
      return;
    case 118:
      return skipObject(cursor, depth);
    case 117: {
      if (depth === 0) throw tooDeep();
      for (let left = cursor.uint(); left > 0; left--) skipAny(cursor, depth - 1);
      return;
    }
    case 116:
      return cursor.skipBlock();
    default:
      throw new Refusal("A value is of no known kind.");
  }
}

function skipObject(cursor: Cursor, depth: number): void {
  if (depth === 0) throw tooDeep();
  for (let left = cursor.uint(); left > 0; left--) {
    cursor.skipString();
    skipAny(cursor, depth - 1);
  }
}

/** As `skipAny`, for a place where only an object may stand. */
export function skipAnyObject(cursor: Cursor, depth: number): void {
  if (cursor.byte() !== 118) throw new Refusal("The options of a subdocument are not an object.");
  skipObject(cursor, depth);
}

/** @throws Refusal unless the text is JSON that nests no deeper. */
export function checkJson(text: string, depth: number): void {
  if (text.length > depth) checkDepth(text, depth);
  try {
    JSON.parse(text);
  } catch {
    throw new Refusal("A value is not JSON.");
  }
}

function checkDepth(text: string, depth: number): void {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++open > depth) throw tooDeep();
        break;
      case 0x5d: // ]
      case 0x7d: // }
        open--;
        break;
    }
  }
}

function tooDeep(): Refusal {
  return new Refusal("A value nests too deep.", true);
}
