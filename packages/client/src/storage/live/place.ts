/** How the public objects put nodes into trees, or into each other before they are in one. */
import { positionAfter } from "@weft/crdt/shared";
import { NodeType } from "@weft/protocol/codes";
import type { Json, RemoteOp } from "@weft/protocol/types";
import { creationOf } from "../inverse.ts";
import type { Branch, ListNode, MapNode, MemberValue, ObjectNode, StorageEditor, StorageNode } from "../nodes.ts";
import { childrenOf, isNode } from "../nodes.ts";
import { touch } from "../tree.ts";

/** @throws if the node is somewhere already */
export function checkIsFree(node: StorageNode): void {
  const isPlaced = node.parent !== undefined || (node.type === NodeType.object && node.storage !== undefined);
  if (isPlaced) throw new Error("This value is already part of Storage or of another value. Add a `clone()` of it.");
}

/**
 * The ops that create a node and everything below it, with new ids. Ops put the contents back in, so that the node is empty
 * until they are applied.
 */
export function placementOf(
  storage: StorageEditor,
  node: StorageNode,
  parentId: string,
  parentKey: string,
): { readonly ops: readonly RemoteOp[]; readonly nodes: ReadonlyMap<string, StorageNode> } {
  const ops: RemoteOp[] = [];
  const nodes = new Map<string, StorageNode>();
  checkIsFree(node);
  place(storage, node, parentId, parentKey, ops, nodes);
  return { ops, nodes };
}

function place(
  storage: StorageEditor,
  node: StorageNode,
  parentId: string,
  parentKey: string,
  ops: RemoteOp[],
  nodes: Map<string, StorageNode>,
): void {
  node.id = storage.newId();
  nodes.set(node.id, node);
  if (node.type === NodeType.text) node.state.settle();
  ops.push(creationOf(node, parentId, parentKey));
  for (const child of childrenOf(node)) {
    child.parent = undefined;
    place(storage, child, node.id, child.key, ops, nodes);
  }
  if (node.type === NodeType.list) node.items.length = 0;
  else if (node.type === NodeType.map) node.members.clear();
}

// ---- in values that are in no tree

export function putFree(parent: ObjectNode | MapNode, key: string, member: MemberValue | undefined): void {
  const members = parent.members as Map<string, MemberValue>;
  const before = members.get(key);
  if (isNode(before)) before.parent = undefined;
  if (member === undefined) members.delete(key);
  else members.set(key, member);
  if (isNode(member)) enter(member, parent, key);
  touch(parent);
}

export function insertFree(list: ListNode, index: number, item: StorageNode): void {
  list.items.splice(index, 0, item);
  enter(item, list, "");
  renumber(list);
}

export function takeFree(list: ListNode, index: number): void {
  const [item] = list.items.splice(index, 1);
  if (item) item.parent = undefined;
  touch(list);
}

export function moveFree(list: ListNode, from: number, to: number): void {
  const [item] = list.items.splice(from, 1);
  if (item) list.items.splice(to, 0, item);
  renumber(list);
}

/** A member that only this client has; undefined takes it away. */
export function putLocal(node: ObjectNode, key: string, value: Json | undefined): void {
  if (value !== undefined) (node.locals ??= new Map()).set(key, value);
  else node.locals?.delete(key);
  touch(node);
}

function enter(node: StorageNode, parent: Branch, key: string): void {
  node.parent = parent;
  node.key = key;
}

function renumber(list: ListNode): void {
  let position = "";
  for (const item of list.items) item.key = position = positionAfter(position);
  touch(list);
}
