import type { JsonObject, NodeTypeKey } from "@weft/protocol/types";
import { storageDocument } from "./storage-text.ts";
import type { StorageFormat } from "./storage-text.ts";
import type { Tree } from "./tree.ts";

/** For tests: what a tree holds, read back from the text that callers get. */
export function jsonIn(tree: Tree): JsonObject {
  return documentOf(tree, { kind: "json" });
}

/** For tests: the same with the types of nodes. */
export function lsonIn(tree: Tree, nodeTypeKey: NodeTypeKey): JsonObject {
  return documentOf(tree, { kind: "lson", nodeTypeKey });
}

function documentOf(tree: Tree, format: StorageFormat): JsonObject {
  return JSON.parse([...storageDocument(tree.verbose(), format)].join("")) as JsonObject;
}
