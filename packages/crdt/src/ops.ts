/** Builds the ops that the server creates, and the forms of ops that it forwards. */
import {
  ackNodeId,
  type CreateOp,
  type Json,
  type JsonObject,
  NodeType,
  OpType,
  type RemoteOp,
  type ServerOp,
  type TextData,
  type TextOperation,
} from "@weft/protocol";
import { subtree, type TreeNode } from "./tree.ts";

export type OpOf<T extends OpType> = Extract<ServerOp, { type: T }>;
/** An op that creates a node, from a client or from the server. */
export type Creation = OpOf<CreateOp["type"]>;

/** The kind of node that each creating op makes. */
export const createdType: { readonly [T in CreateOp["type"]]: NodeType } = {
  [OpType.createObject]: NodeType.object,
  [OpType.createList]: NodeType.list,
  [OpType.createMap]: NodeType.map,
  [OpType.createRegister]: NodeType.register,
  [OpType.createText]: NodeType.text,
  [OpType.createFile]: NodeType.file,
};

/** Acknowledges an op that changed nothing. */
export function ignoredAck(opId: string): ServerOp {
  return { type: OpType.deleteNode, id: ackNodeId, opId };
}

export function removal(id: string): RemoteOp {
  return { type: OpType.deleteNode, id };
}

export function placing(id: string, parentKey: string): RemoteOp {
  return { type: OpType.setParentKey, id, parentKey };
}

/** The op that replaces the contents of a text node; undefined when both are empty. */
export function rewriting({ id, version, segments: old }: TreeNode, segments: TextData): RemoteOp | undefined {
  const ops = overwriting(lengthOf(old), segments);
  return ops.length === 0 ? undefined : { type: OpType.updateText, id, baseVersion: version, ops };
}

/** The operations that replace the contents of a text of this length. */
export function overwriting(length: number, segments: TextData): TextOperation[] {
  const ops: TextOperation[] = length === 0 ? [] : [{ type: "delete", index: 0, length }];
  let index = 0;
  for (const [text, attributes] of segments) {
    ops.push(attributes ? { type: "insert", index, text, attributes } : { type: "insert", index, text });
    index += text.length;
  }
  return ops;
}

export function lengthOf(segments: TextData): number {
  return segments.reduce((sum, [text]) => sum + text.length, 0);
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

/** An op as other clients get it. */
export function withoutOpId(op: ServerOp): RemoteOp {
  if (op.type === OpType.updateObject) return { type: op.type, id: op.id, data: op.data };
  const { opId: _, ...remote } = op;
  return remote;
}

/** An object of one member, whatever its key: `__proto__` is a legal one. */
export function single(key: string, value: Json): JsonObject {
  const data: Record<string, Json> = Object.create(null);
  data[key] = value;
  return data;
}
