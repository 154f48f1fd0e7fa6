/** Builds the ops that the server creates, and the forms of ops that it forwards; `node-ops.ts` does so for nodes of the tree. */
import { ackNodeId, NodeType, OpType } from "@weft/protocol/codes";
import type { CreateOp, Json, JsonObject, RemoteOp, ServerOp, TextData, TextOperation } from "@weft/protocol/types";

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

/**
 * Whether a node of one type may stand below another: an object keeps plain values in its fields, a leaf holds nothing.
 */
export function mayHold(parent: NodeType, child: NodeType): boolean {
  return parent === NodeType.object ? child !== NodeType.register : parent === NodeType.list || parent === NodeType.map;
}

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

/** The operations that replace the contents of a text of this length. */
export function overwriting(length: number, segments: TextData): TextOperation[] {
  const ops: TextOperation[] = length === 0 ? [] : [{ type: "delete", index: 0, length }];
  let index = 0;
  for (const [text, attributes] of segments) {
    ops.push(insertion(index, text, attributes));
    index += text.length;
  }
  return ops;
}

export function insertion(index: number, text: string, attributes: JsonObject | undefined): TextOperation {
  return attributes ? { type: "insert", index, text, attributes } : { type: "insert", index, text };
}

export function lengthOf(segments: TextData): number {
  return segments.reduce((sum, [text]) => sum + text.length, 0);
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
