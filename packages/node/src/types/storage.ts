/** Storage, as methods take and answer it. */
import type { LiveFile } from "@weft/client";
import type { Json } from "@weft/protocol/types";

/** A file of Storage: the structure, its data, or its id. */
export type LiveFileReference = LiveFile | { readonly id: string } | string;

/** A link to a file that anyone can use without a key until it expires. */
export interface StorageFileUrl {
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** An operation of a JSON patch (RFC 6902). */
export type StoragePatchOperation =
  | { op: "add" | "replace" | "test"; path: string; value: Json }
  | { op: "remove"; path: string }
  | { op: "move" | "copy"; from: string; path: string };
