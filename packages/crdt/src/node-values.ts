/** What nodes of the tree hold: as JSON, and as sketches. */
import { NodeType } from "@weft/protocol/codes";
import type { Json, JsonObject } from "@weft/protocol/types";
import type { Sketch } from "./plain.ts";
import type { Stepwise } from "./stepwise.ts";
import type { TreeNode } from "./tree-node.ts";

/** A node as JSON, without the types of nodes. */
export function jsonOf(node: TreeNode): Json {
  if (node.type === NodeType.register || node.type === NodeType.text || node.type === NodeType.file) return node.value;
  return node.type === NodeType.list ? (node.items ?? []).map(jsonOf) : membersOf(node, jsonOf);
}

function membersOf(node: TreeNode, valueOf: (child: TreeNode) => Json): JsonObject {
  const members: Record<string, Json | undefined> = Object.assign(Object.create(null), node.data);
  if (node.children) for (const [key, child] of node.children) members[key] = valueOf(child);
  return members;
}

/** A part of the tree, to be copied elsewhere. */
export function* sketchOf(node: TreeNode): Stepwise<Sketch> {
  yield;
  if (node.type === NodeType.register) return { kind: "plain", value: node.value };
  if (node.type === NodeType.list) {
    const items: Sketch[] = [];
    for (const item of node.items ?? []) items.push(yield* sketchOf(item));
    return { kind: "list", items };
  }
  if (node.type === NodeType.text) return { kind: "text", segments: node.segments };
  if (node.type === NodeType.file) return { kind: "file", file: node.file };
  const entries = new Map<string, Sketch>();
  for (const key of Object.keys(node.data)) {
    const value = node.field(key);
    if (value !== undefined) entries.set(key, { kind: "plain", value });
  }
  for (const [key, child] of node.children ?? []) entries.set(key, yield* sketchOf(child));
  return { kind: node.type === NodeType.map ? "map" : "object", entries };
}
