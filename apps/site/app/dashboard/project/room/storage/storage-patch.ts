import type { Json } from "@weft/protocol";
import { childCount, contentOf } from "./storage-tree.ts";
import type { StorageEntry } from "./storage-tree.ts";

/** An operation of RFC 6902. */
export type PatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move"; readonly from: string; readonly path: string };

/** A user's edit of a value in the tree. */
export type StorageEdit =
  | { readonly kind: "replace"; readonly entry: StorageEntry }
  | { readonly kind: "insert"; readonly entry: StorageEntry };

export function replaceWith(entry: StorageEntry, value: Json): PatchOperation[] {
  return [{ op: "replace", path: entry.pointer, value }];
}

/** A new member of a branch: at the end of a list, or at a key. */
export function insertInto(parent: StorageEntry, key: string, value: Json): PatchOperation[] {
  const list = Array.isArray(contentOf(parent));
  const segment = list ? "-" : key.replaceAll("~", "~0").replaceAll("/", "~1");
  return [{ op: "add", path: `${parent.pointer}/${segment}`, value }];
}

export function removal(entry: StorageEntry): PatchOperation[] {
  return [{ op: "remove", path: entry.pointer }];
}

/** One place up or down in its list; undefined where there is none. */
export function stepInList(entry: StorageEntry, parent: StorageEntry, by: 1 | -1): PatchOperation[] | undefined {
  const index = entry.path.at(-1);
  if (typeof index !== "number") return undefined;
  const to = index + by;
  if (to < 0 || to >= childCount(parent)) return undefined;
  return [{ op: "move", from: entry.pointer, path: `${parent.pointer}/${to}` }];
}
