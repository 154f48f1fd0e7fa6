/**
 * The tree of a room's Storage, and how ops change it: by the rules of the server (wire specification, 7.5). What a client
 * predicts for its own op is what the server does, unless someone else's op comes first.
 */
import {
  createdType,
  equalJson,
  type Creation,
  mayHold,
  normalisePosition,
  positionAfter,
  vacantPosition,
} from "@weft/crdt/shared";
import { NodeType, OpType, rootId } from "@weft/protocol/codes";
import type { CompactNode, Json, JsonObject, ServerOp, TextData, TextOperation } from "@weft/protocol/types";
import type { Changes } from "./changes.ts";
import { mayChange } from "./changes.ts";
import type { Branch, MemberValue, StorageNode } from "./nodes.ts";
import {
  childrenOf,
  FileNode,
  isBranch,
  isNode,
  ListNode,
  MapNode,
  ObjectNode,
  RegisterNode,
  TextNode,
} from "./nodes.ts";
import { TextState } from "./text-state.ts";

/** What a change replaced: with it the change can be taken back. */
export type Step =
  | {
      readonly kind: "member";
      readonly node: ObjectNode | MapNode;
      readonly key: string;
      readonly before: MemberValue | undefined;
    }
  | { readonly kind: "inserted"; readonly list: ListNode; readonly item: StorageNode }
  | { readonly kind: "removed"; readonly list: ListNode; readonly item: StorageNode }
  | { readonly kind: "moved"; readonly list: ListNode; readonly item: StorageNode; readonly before: string };

export interface Applying {
  /** Where steps are noted, to take them back. */
  readonly steps?: Step[];
  /** The op comes from the server: positions are final, and a node that is created is new. */
  readonly isFinal?: boolean;
  /** A node that exists already is not created again: the op is a repetition. */
  readonly isRepeated?: boolean;
  /** What a creating op puts into the tree, instead of a new node. */
  readonly node?: StorageNode | undefined;
}

/** What is shown of a text changes by these operations. */
export type TextChanged = (node: TextNode, before: TextData, operations: readonly TextOperation[]) => void;

export class ClientTree {
  readonly root = new ObjectNode();
  /** Nodes that creating ops put into the tree as they are, by id. */
  readonly adoptable = new Map<string, StorageNode>();
  /** Nodes that left the tree within `inFrame`: those that are created again in the same frame stay the same objects. */
  readonly #left = new Map<string, StorageNode>();
  #keepsLeft = false;
  changes: Changes;
  readonly #nodes = new Map<string, StorageNode>();
  #steps: Step[] | undefined;
  readonly #textChanged: TextChanged;
  readonly #textOnItsWay: (id: string) => TextNode | undefined;

  /** `textOnItsWay` finds a text that has left the tree and still has edits which the server will get. */
  constructor(changes: Changes, textChanged: TextChanged, textOnItsWay: (id: string) => TextNode | undefined) {
    this.#textChanged = textChanged;
    this.#textOnItsWay = textOnItsWay;
    this.changes = changes;
    this.root.id = rootId;
    this.#nodes.set(rootId, this.root);
  }

  get(id: string): StorageNode | undefined {
    return this.#nodes.get(id);
  }

  /** Applies an op. Ops of texts change nothing here. */
  apply(op: ServerOp, { steps, isFinal = false, isRepeated = false, node: own }: Applying): void {
    this.#steps = steps;
    switch (op.type) {
      case OpType.updateObject: {
        const node = this.#nodes.get(op.id);
        if (node?.type !== NodeType.object) break;
        for (const key of Object.keys(op.data)) {
          const value = op.data[key];
          if (value !== undefined) this.#put(node, key, value);
        }
        break;
      }
      case OpType.deleteObjectKey: {
        const node = this.#nodes.get(op.id);
        if (node?.type === NodeType.object || node?.type === NodeType.map) this.#put(node, op.key, undefined);
        break;
      }
      case OpType.deleteNode:
        this.#remove(this.#nodes.get(op.id));
        break;
      case OpType.setParentKey:
        this.#move(op.id, op.parentKey, isFinal);
        break;
      case OpType.updateText:
        break;
      default:
        this.#create(op, isFinal, isRepeated, own);
    }
    this.#steps = undefined;
  }

  /** Puts a node in the place of one with the same id, and gives it the contents of that one. */
  substitute(node: StorageNode): void {
    const present = this.#nodes.get(node.id);
    const parent = present?.parent;
    if (present === undefined || present === node || present.type !== node.type || parent === undefined) return;
    const { key } = present;
    this.#remove(present);
    if (isBranch(present) && isBranch(node)) this.#moveContents(present, node);
    if (present.type === NodeType.text && node.type === NodeType.text) {
      const { confirmed, version } = present.state;
      this.#loadState(node, confirmed, version);
    }
    if (parent.type === NodeType.list) this.#insert(parent, node, key);
    else this.#put(parent, key, node);
  }

  #moveContents(from: Branch, to: Branch): void {
    this.#empty(to);
    if (from.type === NodeType.list && to.type === NodeType.list) to.items.push(...from.items);
    else if (from.type !== NodeType.list && to.type !== NodeType.list) {
      const members = to.members as Map<string, MemberValue>;
      for (const [key, member] of from.members) {
        this.changes.member(to, key, undefined);
        members.set(key, member);
      }
    }
    for (const child of childrenOf(to)) child.parent = to;
  }

  /** Takes steps back, the last one first. */
  revert(steps: readonly Step[]): void {
    for (let index = steps.length - 1; index >= 0; index--) {
      const step = steps[index]!;
      if (step.kind === "member") this.#put(step.node, step.key, step.before);
      else if (step.kind === "inserted") this.#take(step.list, step.item);
      else if (step.kind === "removed") this.#insert(step.list, step.item, step.item.key);
      else this.#reposition(step.list, step.item, step.before);
    }
  }

  /** Within a frame of the server, a node that is removed and created again stays the same object. */
  inFrame(run: () => void): void {
    this.#keepsLeft = true;
    run();
    this.#keepsLeft = false;
    this.#left.clear();
  }

  /** Makes the tree the one that these nodes describe. Nodes that are in both stay the same objects. */
  load(nodes: readonly CompactNode[]): void {
    let root: CompactNode | undefined;
    const below = new Map<string, Child[]>();
    for (const node of nodes) {
      if (node.length === 2) {
        root = node;
        continue;
      }
      const siblings = below.get(node[2]);
      if (siblings) siblings.push(node);
      else below.set(node[2], [node]);
    }
    if (root === undefined) throw new Error("The Storage that the server sent has no root.");
    this.#loadBranch(this.root, root, below);
  }

  #loadBranch(branch: Branch, description: CompactNode, below: Below): void {
    const children = below.get(branch.id) ?? none;
    if (branch.type === NodeType.list) return this.#loadList(branch, children, below);
    const data = branch.type === NodeType.object ? dataOf(description) : {};
    if (branch.members.size > 0) {
      const kept = new Map(children.map((child) => [child[3], child]));
      for (const [key, member] of branch.members) {
        const isKept = isNode(member) ? isSameNode(member, kept.get(key)) : Object.hasOwn(data, key);
        if (!isKept) this.#put(branch, key, undefined);
      }
    }
    for (const key of Object.keys(data)) if (data[key] !== undefined) this.#putUnlessEqual(branch, key, data[key]);
    for (const child of children) {
      const node = this.#loadedNode(branch, child);
      if (node.parent === undefined) this.#put(branch, child[3], node);
      this.#loadContents(node, child, below);
    }
  }

  #loadList(list: ListNode, children: readonly Child[], below: Below): void {
    const items = children.map((child) => {
      const item = this.#loadedNode(list, child);
      return { item, child };
    });
    if (!isSorted(children)) items.sort((a, b) => (a.child[3] < b.child[3] ? -1 : 1));
    const { length } = list.items;
    const isSame =
      items.length === length && items.every(({ item, child }, at) => item === list.items[at] && item.key === child[3]);
    if (!isSame) {
      this.changes.wholeList(list);
      const kept = new Set(items.map(({ item }) => item));
      for (const item of list.items) if (!kept.has(item)) this.#leave(item);
      list.items.length = 0;
      for (const { item, child } of items) {
        list.items.push(item);
        if (item.parent === undefined) this.#enter(item, list, child[3]);
        else item.key = child[3];
      }
      touch(list);
    }
    for (const { item, child } of items) this.#loadContents(item, child, below);
  }

  /** The node of the tree that is described, or a new one. */
  #loadedNode(parent: Branch, child: Child): StorageNode {
    const present = this.#nodes.get(child[0]);
    if (present !== undefined && present.parent === parent && isSameNode(present, child)) return present;
    if (present !== undefined) this.#remove(present);
    const own = this.adoptable.get(child[0]);
    const node = own?.type === child[1] && own.parent === undefined ? own : newNodeOf(child);
    node.id = child[0];
    return node;
  }

  #loadContents(node: StorageNode, child: Child, below: Below): void {
    if (node.type === NodeType.text && child[1] === NodeType.text) this.#loadState(node, child[4], child[5]);
    else if (isBranch(node)) this.#loadBranch(node, child, below);
  }

  #putUnlessEqual(node: ObjectNode | MapNode, key: string, value: MemberValue | undefined): void {
    const before = node.members.get(key);
    if (before === undefined || isNode(before) || !equalJson(before, value as Json)) this.#put(node, key, value);
  }

  #loadState(node: TextNode, data: TextData, version: number): void {
    const before = node.state.data;
    this.#textChanged(node, before, node.state.load(data, version));
  }

  #create(op: Creation, isFinal: boolean, isRepeated: boolean, own: StorageNode | undefined): void {
    const existing = this.#nodes.get(op.id);
    if (existing !== undefined) {
      if (existing === this.root || (isRepeated && (own === undefined || own === existing))) {
        if (isFinal && existing.parent?.id === op.parentId) this.#move(op.id, op.parentKey, true);
        return;
      }
      this.#remove(existing);
    }
    const parent = this.#nodes.get(op.parentId);
    if (parent === undefined || !mayHold(parent.type, createdType[op.type])) return;
    const node = this.#newNode(op, parent, own, isFinal);
    if (parent.type === NodeType.list) this.#createItem(parent, node, op, isFinal);
    else this.#put(parent as ObjectNode | MapNode, op.parentKey, node);
  }

  #createItem(list: ListNode, node: StorageNode, op: Creation, isFinal: boolean): void {
    let position = normalisePosition(op.parentKey);
    if (op.intent === "set") {
      const named = op.deletedId === undefined ? undefined : this.#nodes.get(op.deletedId);
      if (named?.parent === list) this.#take(list, named);
      const occupant = list.itemAt(position);
      if (occupant) this.#take(list, occupant);
    } else if (op.intent === "push" && !isFinal) {
      const last = list.items.at(-1);
      if (last && position <= last.key) position = positionAfter(last.key);
    } else {
      position = vacantPosition(list.items, list.search(position), position);
    }
    this.#insert(list, node, position);
  }

  #newNode(op: Creation, parent: StorageNode, own: StorageNode | undefined, isFinal: boolean): StorageNode {
    const node =
      own ?? this.adoptable.get(op.id) ?? (isFinal ? this.#revived(op, parent) : undefined) ?? this.#blankNode(op);
    node.id = op.id;
    if (node.type === NodeType.object && op.type === OpType.createObject) {
      this.#empty(node);
      for (const key of Object.keys(op.data)) {
        const value = op.data[key];
        if (value === undefined) continue;
        this.changes.member(node, key, undefined);
        node.members.set(key, value);
      }
    }
    return node;
  }

  /** A node that was removed, without its contents, if it is what an op creates again. */
  #revived(op: Creation, parent: StorageNode): StorageNode | undefined {
    const node = this.#left.get(op.id) ?? (op.type === OpType.createText ? this.#textOnItsWay(op.id) : undefined);
    // An item that goes and comes back has not changed its list.
    if (node !== undefined && parent.type === NodeType.list) this.changes.wholeList(parent);
    if (node === undefined || node.type !== createdType[op.type]) return undefined;
    switch (node.type) {
      case NodeType.list:
      case NodeType.map:
      case NodeType.object:
        this.#empty(node);
        return node;
      case NodeType.register:
        return op.type === OpType.createRegister && equalJson(op.data, node.value) ? node : undefined;
      case NodeType.text:
        // Edits that are on their way apply to the new text.
        if (op.type === OpType.createText) this.#loadState(node, op.data, op.version);
        return node;
      case NodeType.file:
        return undefined;
    }
  }

  /** Takes the contents out of a branch that is not in the tree. */
  #empty(branch: Branch): void {
    branch.json = undefined;
    for (const child of childrenOf(branch)) if (child.parent === branch) child.parent = undefined;
    if (branch.type === NodeType.list) {
      this.changes.wholeList(branch);
      branch.items.length = 0;
    } else {
      for (const [key, member] of branch.members) this.changes.member(branch, key, member);
      branch.members.clear();
    }
  }

  #blankNode(op: Creation): StorageNode {
    switch (op.type) {
      case OpType.createObject:
        return new ObjectNode();
      case OpType.createMap:
        return new MapNode();
      case OpType.createList:
        return new ListNode();
      case OpType.createRegister:
        return new RegisterNode(op.data);
      case OpType.createText:
        return new TextNode(new TextState(op.data, op.version));
      case OpType.createFile:
        return new FileNode(op.data);
    }
  }

  #move(id: string, parentKey: string, isFinal: boolean): void {
    const node = this.#nodes.get(id);
    const list = node?.parent;
    if (node === undefined || list?.type !== NodeType.list) return;
    const position = normalisePosition(parentKey);
    if (position === node.key) return;
    // A position that the server corrects may be that of an item which one of the acks to come removes.
    if (isFinal && list.itemAt(position) !== undefined) return;
    this.#reposition(list, node, vacantPosition(list.items, list.search(position), position));
  }

  #remove(node: StorageNode | undefined): void {
    const parent = node?.parent;
    if (node === undefined || parent === undefined) return;
    if (parent.type === NodeType.list) this.#take(parent, node);
    else this.#put(parent, node.key, undefined);
  }

  #put(parent: ObjectNode | MapNode, key: string, value: MemberValue | undefined): void {
    const members = parent.members as Map<string, MemberValue>;
    const before = members.get(key);
    if (before === value) return;
    this.changes.member(parent, key, before);
    this.#steps?.push({ kind: "member", node: parent, key, before });
    if (isNode(before)) this.#leave(before);
    if (value === undefined) members.delete(key);
    else members.set(key, value);
    if (isNode(value)) this.#enter(value, parent, key);
    touch(parent);
  }

  #insert(list: ListNode, item: StorageNode, position: string): void {
    const index = list.search(position);
    this.changes.list(list, { type: "insert", index, item });
    this.#steps?.push({ kind: "inserted", list, item });
    list.items.splice(index, 0, item);
    this.#enter(item, list, position);
    touch(list);
  }

  #take(list: ListNode, item: StorageNode): void {
    const index = list.search(item.key);
    this.changes.list(list, { type: "delete", index, item });
    this.#steps?.push({ kind: "removed", list, item });
    list.items.splice(index, 1);
    this.#leave(item);
    touch(list);
  }

  #reposition(list: ListNode, item: StorageNode, position: string): void {
    const previousIndex = list.search(item.key);
    const found = list.search(position);
    const index = found > previousIndex ? found - 1 : found;
    this.changes.list(list, { type: "move", index, previousIndex, item });
    this.#steps?.push({ kind: "moved", list, item, before: item.key });
    list.items.splice(previousIndex, 1);
    list.items.splice(index, 0, item);
    item.key = position;
    touch(list);
  }

  #enter(node: StorageNode, parent: Branch, key: string): void {
    node.parent = parent;
    node.key = key;
    this.#index(node);
  }

  #index(node: StorageNode): void {
    this.#nodes.set(node.id, node);
    if (!mayChange(node)) return;
    this.changes.added(node);
    for (const child of childrenOf(node)) this.#index(child);
  }

  #leave(node: StorageNode): void {
    node.parent = undefined;
    this.#unindex(node);
  }

  #unindex(node: StorageNode): void {
    if (this.#nodes.get(node.id) === node) this.#nodes.delete(node.id);
    if (this.#keepsLeft) this.#left.set(node.id, node);
    if (!mayChange(node)) return;
    this.changes.removed(node);
    for (const child of childrenOf(node)) this.#unindex(child);
  }
}

/** A node that is not the root, as it is described. */
type Child = Exclude<CompactNode, readonly ["root", JsonObject]>;
type Below = ReadonlyMap<string, readonly Child[]>;
const none: readonly Child[] = [];

/** Whether a node is the one that is described. */
function isSameNode(node: StorageNode, child: Child | undefined): boolean {
  return child !== undefined && node.id === child[0] && node.type === child[1];
}

function dataOf(description: CompactNode): JsonObject {
  if (description.length === 2) return description[1];
  return description[1] === NodeType.object ? description[4] : {};
}

function isSorted(children: readonly Child[]): boolean {
  for (let index = 1; index < children.length; index++) if (children[index - 1]![3] > children[index]![3]) return false;
  return true;
}

function newNodeOf(child: Child): StorageNode {
  switch (child[1]) {
    case NodeType.object:
      return new ObjectNode();
    case NodeType.map:
      return new MapNode();
    case NodeType.list:
      return new ListNode();
    case NodeType.register:
      return new RegisterNode(child[4]);
    case NodeType.text:
      return new TextNode(new TextState(child[4], child[5]));
    case NodeType.file:
      return new FileNode(child[4]);
  }
}

/** What is known of a node's JSON, and of everything above it, has passed. */
export function touch(node: Branch): void {
  for (let at: Branch | undefined = node; at?.json !== undefined; at = at.parent) at.json = undefined;
}
