/** Builds the ops that bring a client what nodes of the tree hold. */
import { NodeType, OpType } from "@weft/protocol/codes";
import type { RemoteOp, TextData } from "@weft/protocol/types";
import { lengthOf, overwriting, removal } from "./ops.ts";
import { subtree, type TreeNode } from "./tree-node.ts";

/** The op that replaces the contents of a text node; undefined when both are empty. */
export function rewriting({ id, version, segments: old }: TreeNode, segments: TextData): RemoteOp | undefined {
  const ops = overwriting(lengthOf(old), segments);
  return ops.length === 0 ? undefined : { type: OpType.updateText, id, baseVersion: version, ops };
}

/** The op that creates a node, without what is below it. */
export function creationOf(node: TreeNode): RemoteOp {
  const { id, type, parentId, key: parentKey } = node;
  switch (type) {
    case NodeType.object:
      return { type: OpType.createObject, id, parentId, parentKey, data: node.share() };
    case NodeType.register:
      return { type: OpType.createRegister, id, parentId, parentKey, data: node.value };
    case NodeType.list:
      return { type: OpType.createList, id, parentId, parentKey };
    case NodeType.map:
      return { type: OpType.createMap, id, parentId, parentKey };
    case NodeType.text:
      return { type: OpType.createText, id, parentId, parentKey, data: node.segments, version: node.version };
    case NodeType.file:
      return { type: OpType.createFile, id, parentId, parentKey, data: node.file };
  }
}

/**
 * The ops that give a client a node and everything below it, parents first, whatever the client already has of it. A
 * list item is removed first, or it would be shown twice. A child under a key is not, because a client with a write to
 * the key in flight would not take it back.
 */
export function renewal(top: TreeNode): RemoteOp[] {
  if (top.parent?.type === NodeType.list) return remaking(top);
  const ops: RemoteOp[] = [];
  for (const node of subtree(top)) {
    if (node.parent?.type === NodeType.list) ops.push(removal(node.id));
    ops.push(creationOf(node));
  }
  return ops;
}

/**
 * Sends a node and everything in it from scratch. A client still knows a structure that a `set` has removed from view,
 * and does not create a known node again: so every node is removed first, children before parents.
 */
export function remaking(top: TreeNode): RemoteOp[] {
  const nodes = [...subtree(top)];
  return [...nodes.toReversed().map(({ id }) => removal(id)), ...nodes.map(creationOf)];
}
