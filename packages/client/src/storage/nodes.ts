/**
 * The nodes of a Storage tree as a client holds them. The public classes (`live/`) are faces of these nodes, and are made
 * when someone asks for them: a list of 100,000 plain values holds none.
 */
import { NodeType } from "@weft/protocol/codes";
import type { FileData, Json, RemoteOp } from "@weft/protocol/types";
import type { TextState } from "./text-state.ts";

export type Branch = ObjectNode | MapNode | ListNode;
export type StorageNode = Branch | RegisterNode | TextNode | FileNode;
/** What stands at a key of an object: a plain value, or a node. `isNode` tells them apart. */
export type MemberValue = Json | StorageNode;

/** The Storage that a tree is in, as the public structures need it. */
export interface StorageEditor {
  newId(): string;
  /** Applies edits of this client, and sends them. */
  dispatch(ops: readonly RemoteOp[]): void;
  /** While `run` runs, creating ops with these ids put these nodes into the tree. */
  adopt(nodes: ReadonlyMap<string, StorageNode>, run: () => void): void;
  /** Edits inside are one change: reported, sent and undone together. */
  batch<T>(run: () => T): T;
  /** A member that only this client has was set. */
  setLocal(node: ObjectNode, key: string, value: Json | undefined): void;
}

/** Every node has it, and JSON cannot. Nodes of another copy of this package have it, too. */
const nodeMark: unique symbol = Symbol.for("weft.storage.is-node");

export abstract class NodeBase {
  abstract readonly type: NodeType;
  /** Empty until the node is placed in a tree for the first time. */
  id = "";
  parent: Branch | undefined = undefined;
  /** Its key in the parent, or its position in a list. */
  key = "";
  /** The public object, once someone has asked for it. */
  face: unknown = undefined;

  get [nodeMark](): true {
    return true;
  }
}

export class ObjectNode extends NodeBase {
  readonly type = NodeType.object;
  readonly members = new Map<string, MemberValue>();
  /** Members that only this client has, where there are any. They hide those of Storage. */
  locals: Map<string, Json> | undefined = undefined;
  /** Of this node and everything below it, as long as nothing of it has changed. */
  json: Json | undefined = undefined;
  /** Of the root. */
  storage: StorageEditor | undefined = undefined;
}

export class MapNode extends NodeBase {
  readonly type = NodeType.map;
  readonly members = new Map<string, StorageNode>();
  json: Json | undefined = undefined;
}

export class ListNode extends NodeBase {
  readonly type = NodeType.list;
  /** Sorted by their positions. */
  readonly items: StorageNode[] = [];
  json: Json | undefined = undefined;

  /** The index of the first item at this position or after it. */
  search(position: string): number {
    const { items } = this;
    let high = items.length;
    // Most items are added at the end.
    if (high === 0 || items[high - 1]!.key < position) return high;
    let low = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle]!.key < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  itemAt(position: string): StorageNode | undefined {
    const item = this.items[this.search(position)];
    return item?.key === position ? item : undefined;
  }
}

/** A plain value in a list or a map. */
export class RegisterNode extends NodeBase {
  readonly type = NodeType.register;
  readonly value: Json;

  constructor(value: Json) {
    super();
    this.value = value;
  }
}

export class TextNode extends NodeBase {
  readonly type = NodeType.text;
  readonly state: TextState;

  constructor(state: TextState) {
    super();
    this.state = state;
  }
}

export class FileNode extends NodeBase {
  readonly type = NodeType.file;
  readonly data: FileData;

  constructor(data: FileData) {
    super();
    this.data = data;
  }
}

export function isNode(member: MemberValue | undefined): member is StorageNode {
  return typeof member === "object" && member !== null && nodeMark in member;
}

export function shownMember(node: ObjectNode | MapNode, key: string): MemberValue | undefined {
  return (node.type === NodeType.object ? node.locals?.get(key) : undefined) ?? node.members.get(key);
}

/** A node's children, in their order. */
export function* childrenOf(node: StorageNode): Generator<StorageNode, void, undefined> {
  if (node.type === NodeType.list) yield* node.items;
  else if (node.type === NodeType.map) yield* node.members.values();
  else if (node.type === NodeType.object) {
    for (const member of node.members.values()) if (isNode(member)) yield member;
  }
}

export function isBranch(node: StorageNode): node is Branch {
  return node.type === NodeType.object || node.type === NodeType.list || node.type === NodeType.map;
}

/** Whether a node is another one, or somewhere below it. */
export function isWithin(node: StorageNode, ancestor: StorageNode): boolean {
  for (let at: StorageNode | undefined = node; at !== undefined; at = at.parent) if (at === ancestor) return true;
  return false;
}

/** A node as JSON, without the types of nodes. It is frozen, and the same until something of it changes. */
export function jsonOf(node: StorageNode): Json {
  switch (node.type) {
    case NodeType.register:
      return node.value;
    case NodeType.text:
      return node.state.data;
    case NodeType.file:
      return node.data;
    case NodeType.list:
      return (node.json ??= Object.freeze(node.items.map(jsonOf)));
    default:
      return (node.json ??= membersOf(node));
  }
}

function membersOf(node: ObjectNode | MapNode): Json {
  const members: Record<string, Json> = {};
  const put = (key: string, member: MemberValue) => {
    const value = isNode(member) ? jsonOf(member) : member;
    // An assignment would set the prototype.
    if (key === "__proto__")
      Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
    else members[key] = value;
  };
  for (const [key, member] of node.members) put(key, member);
  if (node.type === NodeType.object && node.locals !== undefined)
    for (const [key, value] of node.locals) put(key, value);
  return Object.freeze(members);
}

/** The Storage that a node is in; undefined if it is in none. */
export function storageOf(node: StorageNode): StorageEditor | undefined {
  let at: StorageNode = node;
  while (at.parent !== undefined) at = at.parent;
  return at.type === NodeType.object ? at.storage : undefined;
}
