/** The ops that undo an op, computed before it is applied. They are ops, not closures: undoing is editing. */
import { applyOperations, type Creation, fieldUpdate, insertion, placing, removal } from "@weft/crdt/shared";
import { NodeType, OpType } from "@weft/protocol/codes";
import type { Json, JsonObject, RemoteOp, TextData, TextOperation } from "@weft/protocol/types";
import type { MemberValue, StorageNode } from "./nodes.ts";
import { childrenOf, isNode } from "./nodes.ts";
import { runsOf } from "./text-diff.ts";
import type { ClientTree } from "./tree.ts";

type NewCreation = Omit<Creation, "opId">;

/** The ops that undo this one, in the order in which they are to be applied; none if it changes nothing. */
export function inverseOf(tree: ClientTree, op: RemoteOp): readonly RemoteOp[] {
  switch (op.type) {
    case OpType.updateObject:
      return inverseOfUpdate(tree, op.id, op.data);
    case OpType.deleteObjectKey: {
      const node = tree.get(op.id);
      if (node?.type !== NodeType.object && node?.type !== NodeType.map) return [];
      return restoring(op.id, op.key, node.members.get(op.key));
    }
    case OpType.deleteNode: {
      const node = tree.get(op.id);
      return node?.parent === undefined ? [] : creationsOf(node, node.parent.id, node.key);
    }
    case OpType.setParentKey: {
      const node = tree.get(op.id);
      return node?.parent?.type === NodeType.list ? [placing(op.id, node.key)] : [];
    }
    case OpType.updateText:
      return [];
    default:
      return inverseOfCreation(tree, op);
  }
}

function inverseOfUpdate(tree: ClientTree, id: string, data: JsonObject): readonly RemoteOp[] {
  const node = tree.get(id);
  if (node?.type !== NodeType.object) return [];
  const ops: RemoteOp[] = [];
  const fields = new Map<string, Json>();
  for (const key of Object.keys(data)) {
    const before = node.members.get(key);
    if (before === undefined || isNode(before)) ops.push(...restoring(id, key, before));
    else fields.set(key, before);
  }
  if (fields.size > 0) ops.push({ type: OpType.updateObject, id, data: Object.fromEntries(fields) });
  return ops;
}

function inverseOfCreation(tree: ClientTree, op: NewCreation): readonly RemoteOp[] {
  const parent = tree.get(op.parentId);
  if (parent?.type === NodeType.object || parent?.type === NodeType.map) {
    const before = parent.members.get(op.parentKey);
    return before === undefined ? [removal(op.id)] : restoring(op.parentId, op.parentKey, before);
  }
  if (parent?.type !== NodeType.list) return [];
  const named = op.deletedId === undefined ? undefined : tree.get(op.deletedId);
  const replaced = op.intent !== "set" ? undefined : named?.parent === parent ? named : parent.itemAt(op.parentKey);
  if (replaced === undefined) return [removal(op.id)];
  const [first, ...rest] = creationsOf(replaced, parent.id, replaced.key);
  return [{ ...first!, intent: "set", deletedId: op.id } as RemoteOp, ...rest];
}

function restoring(id: string, key: string, before: MemberValue | undefined): readonly RemoteOp[] {
  if (before === undefined) return [{ type: OpType.deleteObjectKey, id, key }];
  if (isNode(before)) return creationsOf(before, id, key);
  return [fieldUpdate(id, key, before)];
}

/** The ops that create a node again, with everything below it, under the ids that it has. */
export function creationsOf(node: StorageNode, parentId: string, parentKey: string): readonly RemoteOp[] {
  const ops: RemoteOp[] = [creationOf(node, parentId, parentKey)];
  for (const child of childrenOf(node)) ops.push(...creationsOf(child, node.id, child.key));
  return ops;
}

export function creationOf(node: StorageNode, parentId: string, parentKey: string): RemoteOp {
  const placed = { id: node.id, parentId, parentKey };
  switch (node.type) {
    case NodeType.object:
      return { type: OpType.createObject, ...placed, data: fieldsOf(node.members) };
    case NodeType.map:
      return { type: OpType.createMap, ...placed };
    case NodeType.list:
      return { type: OpType.createList, ...placed };
    case NodeType.register:
      return { type: OpType.createRegister, ...placed, data: node.value };
    case NodeType.text:
      return { type: OpType.createText, ...placed, data: node.state.data, version: 0 };
    case NodeType.file:
      return { type: OpType.createFile, ...placed, data: node.data };
  }
}

function fieldsOf(members: ReadonlyMap<string, MemberValue>): JsonObject {
  const fields: [string, Json][] = [];
  for (const [key, member] of members) if (!isNode(member)) fields.push([key, member]);
  return Object.fromEntries(fields);
}

/** The operations that undo these, which were applied to a text one after the other. */
export function inverseOfText(before: TextData, operations: readonly TextOperation[]): readonly TextOperation[] {
  const inverse: TextOperation[] = [];
  let data = before;
  for (const operation of operations) {
    inverse.unshift(...inverseOfOperation(data, operation));
    data = applyOperations(data, [operation]).data;
  }
  return inverse;
}

function inverseOfOperation(data: TextData, operation: TextOperation): readonly TextOperation[] {
  if (operation.type === "insert") return [{ type: "delete", index: operation.index, length: operation.text.length }];
  const runs = runsOf(data, operation.index, operation.index + operation.length);
  const inverse: TextOperation[] = [];
  let index = operation.index;
  for (const [text, attributes] of runs) {
    if (operation.type === "delete") {
      inverse.push(insertion(index, text, attributes));
    } else {
      const keys = Object.keys(operation.attributes);
      const patch = Object.fromEntries(keys.map((key) => [key, attributes?.[key] ?? null]));
      inverse.push({ type: "format", index, length: text.length, attributes: patch });
    }
    index += text.length;
  }
  return inverse;
}
