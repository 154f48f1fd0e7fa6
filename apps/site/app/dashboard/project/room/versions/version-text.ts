import type { Json } from "@weft/protocol";
import { isObject, plainOf, rootEntry } from "../storage/storage-tree.ts";
import { indentMarkup, rootKind } from "../yjs/root-kind.ts";

/** A part of a version as text: Storage, or a root of the Yjs document. */
export interface VersionPart {
  readonly name: string;
  readonly text: string;
}

/** What a root of a Yjs document says. */
export function rootText(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2);
  return rootKind(value) === "xml" ? indentMarkup(value) : value;
}

/** Storage as JSON, a member to a line and sorted by name: two versions differ in what they say, not in its order. */
export function storageText(document: Json): string {
  return JSON.stringify(sorted(plainOf(rootEntry(document))), null, 2);
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
}
