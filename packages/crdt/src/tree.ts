/**
 * The Storage tree: LiveObjects, LiveMaps, LiveLists, and the plain values, LiveTexts and LiveFiles in them.
 *
 * ```
 *   root (object, data {title})
 *   ├─ "layers"  list ── "!"  register "sky"
 *   │                 └─ "!!" object, data {x, y}
 *   └─ "byId"    map  ── "a"  register 1
 * ```
 *
 * It owns three things and keeps them in step on every change: the nodes themselves, the running counters that limits
 * are checked against, and the set of nodes changed since the last flush. Plain values of an object live in its `data`,
 * plain values of a list or map are register nodes. Invariants (SPEC.md ST1–ST9): one root, every parent exists, no
 * cycles, positions of siblings unique, a key of an object is a field or a child but never both.
 */
import {
  type CompactNode,
  type FileData,
  type Json,
  type JsonObject,
  type Limits,
  limits,
  NodeType,
  type TextData,
  type VerboseNode,
} from "@weft/protocol";
import { RecentChanges } from "./recent-changes.ts";
import { isPosition } from "./position.ts";
import { jsonBytes, memberBytes, memberCount, objectBytes, stringBytes } from "./size.ts";
import { atOnce, finish, type Stepwise } from "./stepwise.ts";
import { type TextEdit, TextHistories } from "./text/history.ts";

/** Bounds of a room's Storage. Sizes are bytes of UTF-8 JSON. */
export interface TreeBounds {
  /** The plain fields of one object together. */
  readonly objectBytes: number;
  /** One plain value of a map or list. */
  readonly valueBytes: number;
  /** Levels of nodes; the root is the first. */
  readonly depth: number;
  readonly nodes: number;
  /** Children of one node; an object's plain fields count too. */
  readonly children: number;
  /** A key, and likewise a node's id. */
  readonly keyBytes: number;
  readonly positionLength: number;
  /** All nodes in their compact form. */
  readonly bytes: number;
  /** The segments of one text. */
  readonly textBytes: number;
  /** Operations of one update of a text. */
  readonly textOperations: number;
  /** Updates that are kept of one text, and the bytes of all that are kept. */
  readonly textHistory: number;
  readonly textHistoryBytes: number;
  readonly textSteps: number;
  /** Lengths of the lists that one patch changes, added up over every change. */
  readonly patchItems: number;
}

/** Nodes changed since the last call of `takeChanges`, each at most once. */
export interface TreeChanges {
  /** Everything stored before is deleted first (`clear`). */
  readonly clear: boolean;
  /** Ids and compact JSON texts in turn: `[id, text, id, text, …]`. */
  readonly puts: string[];
  readonly drops: string[];
}

/** The stored nodes do not form a tree, so the room cannot be loaded. The message names the node at fault. */
export class BrokenTree extends Error {
  override name = "BrokenTree";
}

/** A room's Storage in memory. Change it with `applyOp`, `applyMessage` and `applyPatch`. */
export interface Tree {
  /** Count of nodes, the root included. */
  readonly nodes: number;
  /** Bytes of all nodes in their compact form; kept up to date by every change, never counted by walking. */
  readonly bytes: number;
  /** Count of the root's fields and children. */
  readonly rootKeys: number;
  readonly empty: boolean;
  readonly bounds: TreeBounds;
  /**
   * Takes stored nodes, in any order and in as many calls as the caller likes. The tuples' data is kept, not copied.
   */
  load(nodes: readonly CompactNode[]): void;
  /** Ends loading: makes the root if it was never stored, and throws `BrokenTree` unless the nodes form one tree. */
  finishLoad(): void;
  /** What to write to the store: every node changed since the last call, encoded once however often it changed. */
  takeChanges(): TreeChanges;
  /** Encodes ahead, in steps, what `takeChanges` returns. The tree must not be used until the end. */
  encodeChangesInSteps(): Stepwise<void>;
  /**
   * Every node as its compact JSON tuple: root first, parents before children. Lazy, so that the caller can slice; the
   * tree must not change until the iteration ends, and throws if it did.
   */
  encode(): Iterable<string>;
  /** Every node in the verbose form, in the order of `encode` and under the same rule. */
  verbose(): Iterable<VerboseNode>;
  /** All or nothing: when `work` throws, the tree, its counters and its changes are exactly what they were before. */
  transaction<T>(work: () => T): T;
  /** Like `transaction`, for work in steps: nothing else may use the tree until its end. */
  transactionInSteps<T>(work: Stepwise<T>): Stepwise<T>;
  /** Back to an empty root. */
  clear(): void;
}

/** An empty tree, ready for `load` or for ops. Bounds that are not given come from the platform's limits. */
export function createTree(bounds: Partial<TreeBounds> = {}): Tree {
  return new StorageTree({ ...treeBounds(limits), ...bounds });
}

/** The bounds of a tree by the platform's limits. */
export function treeBounds(from: Limits): TreeBounds {
  return {
    objectBytes: from.liveObject,
    valueBytes: from.liveValue,
    depth: from.storageDepth,
    nodes: from.storageNodes,
    children: from.storageChildren,
    keyBytes: from.storageKeyLength,
    positionLength: from.storagePosition,
    bytes: from.storageBytes,
    textBytes: from.liveText,
    textOperations: from.textOperations,
    textHistory: from.textHistory,
    textHistoryBytes: from.textHistoryBytes,
    textSteps: from.textSteps,
    patchItems: from.storagePatchItems,
  };
}

/** The tree with the mutations that ops consist of. Internal to this package. */
export function editable(tree: Tree): StorageTree {
  if (tree instanceof StorageTree) return tree;
  throw new TypeError("This tree was not made by createTree.");
}

export const rootId = "root";
/** The fields of what is not an object. */
export const noData: JsonObject = Object.freeze({});

const noFields: readonly string[] = [];

/**
 * Whether a node of one type may stand below another: an object keeps plain values in its fields, a leaf holds nothing.
 */
export function mayHold(parent: NodeType, child: NodeType): boolean {
  return parent === NodeType.object ? child !== NodeType.register : parent === NodeType.list || parent === NodeType.map;
}

/** One node. Only `StorageTree` writes to it. */
export class TreeNode {
  readonly id: string;
  readonly type: NodeType;
  readonly parentId: string;
  parent: TreeNode | undefined = undefined;
  /** Key under an object or map, position in a list. */
  key: string;
  /** An object's plain fields. May be shared with a frame until the first write. */
  data: Record<string, Json | undefined>;
  /** The contents of a leaf: a plain value, a text's segments, a file's description. */
  value: Json;
  /** A text's version: the count of its updates. */
  version: number;
  /** Children of an object or map; made with the first child. */
  children: Map<string, TreeNode> | undefined = undefined;
  /** Children of a list, by ascending position; made with the first child. */
  items: TreeNode[] | undefined = undefined;
  /** Levels above and including this one; 0 while the node is not attached. */
  depth = 0;
  /** Bytes of the compact tuple. */
  bytes: number;
  /** Bytes of `data` in it. */
  dataBytes: number;
  /** Count of an object's plain fields. */
  fields: number;
  /** The number of the transaction in which `data` became this node's own copy; 0 while it may be shared. */
  owned = 0;
  /** Whether the store has, or is about to be given, a row of this id. */
  stored = false;

  constructor(id: string, type: NodeType, parentId: string, key: string, data: JsonObject, value: Json, version = 0) {
    this.id = id;
    this.type = type;
    this.parentId = parentId;
    this.key = key;
    this.data = data;
    this.value = value;
    this.version = version;
    this.fields = type === NodeType.object ? memberCount(data) : 0;
    this.dataBytes = type === NodeType.object ? objectBytes(data) : isLeaf(type) ? jsonBytes(value) : 0;
    // ["root",{}] and ["id",1,"parent","key"] with or without ,data and ,version
    this.bytes =
      id === rootId
        ? 9 + this.dataBytes
        : 6 +
          stringBytes(id) +
          stringBytes(parentId) +
          stringBytes(key) +
          (this.dataBytes === 0 ? 0 : 1 + this.dataBytes) +
          (type === NodeType.text ? 1 + jsonBytes(version) : 0);
  }

  /** The segments of a text. */
  get segments(): TextData {
    return this.value as unknown as TextData;
  }

  /** A file's description. */
  get file(): FileData {
    return this.value as unknown as FileData;
  }

  /** Count of children and fields. */
  get width(): number {
    return this.type === NodeType.list ? (this.items?.length ?? 0) : (this.children?.size ?? 0) + this.fields;
  }

  /** The child at a key of an object or map. */
  child(key: string): TreeNode | undefined {
    return this.children?.get(key);
  }

  /** An object's plain field. */
  field(key: string): Json | undefined {
    return this.fields > 0 && Object.hasOwn(this.data, key) ? this.data[key] : undefined;
  }

  /** Index of the first item at or after a position. */
  indexOf(position: string): number {
    const items = this.items;
    if (!items) return 0;
    let lo = 0;
    let hi = items.length;
    // Most lists grow at their end.
    if (hi > 0 && items[hi - 1]!.key < position) return hi;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (items[mid]!.key < position) lo = mid + 1;
      else hi = mid;
    }
    return lo;
  }

  /** The item exactly at a position. */
  itemAt(position: string): TreeNode | undefined {
    const item = this.items?.[this.indexOf(position)];
    return item?.key === position ? item : undefined;
  }

  /** The whole tuple as text: what clients load and the store keeps. */
  encode(): string {
    if (this.id === rootId) return `["root",${JSON.stringify(this.data)}]`;
    const head = `[${JSON.stringify(this.id)},${this.type},${JSON.stringify(this.parentId)},${JSON.stringify(this.key)}`;
    if (this.type === NodeType.list || this.type === NodeType.map) return `${head}]`;
    if (this.type === NodeType.text) return `${head},${JSON.stringify(this.value)},${this.version}]`;
    return `${head},${JSON.stringify(this.type === NodeType.object ? this.data : this.value)}]`;
  }

  /** The fields, to be kept by the caller: the next write goes to a copy. */
  share(): JsonObject {
    this.owned = 0;
    return this.data;
  }

  verbose(): VerboseNode {
    const { type, parentId, key: parentKey } = this;
    if (this.id === rootId) return [this.id, { type, data: this.share() }];
    if (type === NodeType.list || type === NodeType.map) return [this.id, { type, parentId, parentKey }];
    if (type === NodeType.text)
      return [this.id, { type, parentId, parentKey, data: this.value, version: this.version }];
    return [this.id, { type, parentId, parentKey, data: type === NodeType.object ? this.share() : this.value }];
  }
}

function isLeaf(type: NodeType): boolean {
  return type === NodeType.register || type === NodeType.text || type === NodeType.file;
}

/** Undoes one low-level mutation. */
type Undo = () => void;

export class StorageTree implements Tree {
  readonly bounds: TreeBounds;
  /** Recent removals, moves and writes. May contain entries of transactions that were undone. */
  readonly recentChanges = new RecentChanges();
  /** The latest updates of each text. Transactions that were undone may have evicted older ones. */
  texts: TextHistories<TreeNode>;
  #root = newRoot();
  #byId = new Map<string, TreeNode>();
  #bytes = 0;
  /** Loaded nodes whose parent has not been seen yet. */
  #waiting: TreeNode[] = [];
  /** Loaded lists whose items did not arrive in order. */
  #unsorted = new Set<TreeNode>();
  #rootLoaded = false;
  #dirty = new Set<TreeNode>();
  #drops = new Set<string>();
  /** Nodes that were changed and have been encoded since. */
  readonly #encoded = new Map<TreeNode, string>();
  #cleared = false;
  #journal: Undo[] | undefined = undefined;
  /** Number of the current or last transaction; from 1 on, because 0 marks shared data. */
  #transaction = 1;
  /** Changes with every mutation, so that an iteration can detect them. */
  #version = 0;

  constructor(bounds: TreeBounds) {
    this.bounds = bounds;
    this.texts = newHistories(bounds);
    this.#reset();
  }

  get nodes(): number {
    return this.#byId.size;
  }
  get bytes(): number {
    return this.#bytes;
  }
  get rootKeys(): number {
    return this.#root.width;
  }
  get empty(): boolean {
    return this.#root.width === 0;
  }
  get root(): TreeNode {
    return this.#root;
  }

  get(id: string): TreeNode | undefined {
    return this.#byId.get(id);
  }

  // ---- loading

  load(nodes: readonly CompactNode[]): void {
    this.#version++;
    const byId = this.#byId;
    let parent: TreeNode | undefined;
    for (const tuple of nodes) {
      if (tuple.length === 2) {
        this.#loadRoot(tuple[0], tuple[1]);
        parent = undefined;
        continue;
      }
      // By index: this loop runs for every node of a room that is loaded, and destructuring would iterate.
      const id = tuple[0];
      const type = tuple[1];
      const parentId = tuple[2];
      const node = new TreeNode(
        id,
        type,
        parentId,
        tuple[3],
        type === NodeType.object ? tuple[4] : noData,
        type === NodeType.register || type === NodeType.text || type === NodeType.file ? tuple[4] : null,
        type === NodeType.text ? tuple[5] : 0,
      );
      node.stored = true;
      const count = byId.size;
      byId.set(id, node);
      if (byId.size === count) throw new BrokenTree(`Node "${id}" is stored twice.`);
      this.#bytes += node.bytes;
      // Siblings mostly come together.
      if (parent?.id !== parentId) parent = byId.get(parentId);
      // The root's own tuple may come last, and only its fields can tell whether a key is free.
      if (parent === undefined || (parent === this.#root && !this.#rootLoaded)) this.#waiting.push(node);
      else this.#adopt(parent, node);
    }
  }

  finishLoad(): void {
    this.#version++;
    for (const node of this.#waiting) {
      const parent = this.#byId.get(node.parentId);
      if (!parent) throw new BrokenTree(`Node "${node.id}" has a parent "${node.parentId}" that does not exist.`);
      this.#adopt(parent, node);
    }
    for (const list of this.#unsorted) this.#sort(list);
    this.#waiting = [];
    this.#unsorted.clear();
    this.#measureDepths();
  }

  #loadRoot(id: string, data: JsonObject): void {
    if (id !== rootId) throw new BrokenTree(`Node "${id}" has no parent, but only the root may have none.`);
    if (this.#rootLoaded) throw new BrokenTree("The root is stored twice.");
    const root = newRoot(data);
    root.stored = true;
    root.depth = 1;
    this.#bytes += root.bytes - this.#root.bytes;
    this.#root = root;
    this.#byId.set(rootId, root);
    this.#rootLoaded = true;
  }

  #adopt(parent: TreeNode, node: TreeNode): void {
    const { key } = node;
    if (parent.type === NodeType.list) {
      if (!isPosition(key)) throw new BrokenTree(`Node "${node.id}" has a position that is not one.`);
      const items = (parent.items ??= []);
      const last = items.length > 0 ? items[items.length - 1]!.key : "";
      if (last === key) throw new BrokenTree(`Node "${node.id}" shares its position in list "${parent.id}".`);
      if (last > key) this.#unsorted.add(parent);
      items.push(node);
    } else if (isLeaf(parent.type)) {
      const leaf = parent.type === NodeType.register ? "plain value" : parent.type === NodeType.text ? "text" : "file";
      throw new BrokenTree(`Node "${node.id}" has a ${leaf} as its parent.`);
    } else {
      if (parent.type === NodeType.object) {
        if (node.type === NodeType.register) {
          throw new BrokenTree(`Node "${node.id}" is a plain value under object "${parent.id}".`);
        }
        if (parent.field(key) !== undefined) {
          throw new BrokenTree(`Node "${node.id}" shares its key with a field of object "${parent.id}".`);
        }
      }
      const children = (parent.children ??= new Map());
      const count = children.size;
      children.set(key, node);
      if (children.size === count) throw new BrokenTree(`Node "${node.id}" shares its key under "${parent.id}".`);
    }
    node.parent = parent;
    if (parent.depth > 0) node.depth = parent.depth + 1;
  }

  #sort(list: TreeNode): void {
    const items = list.items!;
    items.sort((a, b) => (a.key < b.key ? -1 : 1));
    for (let i = 1; i < items.length; i++) {
      if (items[i]!.key === items[i - 1]!.key) {
        throw new BrokenTree(`Node "${items[i]!.id}" shares its position in list "${list.id}".`);
      }
    }
  }

  /** A node that is not reached from the root is part of a cycle. */
  #measureDepths(): void {
    const path: TreeNode[] = [];
    for (const node of this.#byId.values()) {
      let at: TreeNode = node;
      while (at.depth === 0) {
        if (path.length > this.#byId.size || !at.parent) {
          throw new BrokenTree(`Node "${node.id}" is part of a cycle, or below one.`);
        }
        path.push(at);
        at = at.parent;
      }
      for (let depth = at.depth; path.length > 0;) path.pop()!.depth = ++depth;
    }
  }

  // ---- mutations, each with its inverse

  /** Puts a new node under its parent. Its key or position must be free. */
  attach(parent: TreeNode, node: TreeNode): void {
    this.#version++;
    node.parent = parent;
    node.depth = parent.depth + 1;
    this.#link(parent, node);
    this.#byId.set(node.id, node);
    this.#bytes += node.bytes;
    this.recentChanges.returned(node.id);
    if (this.#drops.delete(node.id)) {
      // The row is still there: it is overwritten, not dropped.
      node.stored = true;
      this.#journal?.push(() => this.#drops.add(node.id));
    }
    this.#journal?.push(() => {
      this.#unlink(parent, node);
      this.#byId.delete(node.id);
      this.#bytes -= node.bytes;
    });
    this.#touch(node);
  }

  /** Removes a node and everything below it. */
  detach(node: TreeNode): void {
    this.#version++;
    const parent = node.parent!;
    this.#unlink(parent, node);
    this.#journal?.push(() => this.#link(parent, node));
    for (const gone of subtree(node)) this.#forget(gone);
  }

  /** Removes everything below a node that is about to be removed. The tree must not be used until the end. */
  *emptyInSteps(node: TreeNode): Stepwise<void> {
    const { children, items } = node;
    if (!children && !items) return;
    this.#version++;
    for (const gone of subtree(node)) {
      if (gone !== node) this.#forget(gone);
      yield;
    }
    node.children = undefined;
    node.items = undefined;
    this.#journal?.push(() => {
      node.children = children;
      node.items = items;
    });
  }

  #forget(gone: TreeNode): void {
    this.#byId.delete(gone.id);
    this.#bytes -= gone.bytes;
    const wasDirty = this.#dirty.delete(gone);
    const remember = gone.type === NodeType.text ? this.texts.forget(gone) : undefined;
    if (gone.stored) this.#drops.add(gone.id);
    this.recentChanges.removed(
      gone.id,
      gone.parentId,
      gone.type === NodeType.object ? Object.keys(gone.data) : noFields,
    );
    this.#journal?.push(() => {
      this.#byId.set(gone.id, gone);
      this.#bytes += gone.bytes;
      if (gone.stored) this.#drops.delete(gone.id);
      if (wasDirty) this.#dirty.add(gone);
      remember?.();
    });
  }

  /** Moves an item to a free position of its list. */
  reposition(node: TreeNode, position: string): void {
    this.#version++;
    const list = node.parent!;
    const from = node.key;
    this.recentChanges.moved(list.id, from, node.id);
    this.#unlink(list, node);
    this.#rename(node, position);
    this.#link(list, node);
    this.#journal?.push(() => {
      this.#unlink(list, node);
      this.#rename(node, from);
      this.#link(list, node);
    });
    this.#touch(node);
  }

  /**
   * Sets plain fields of an object. The keys must not be children's. The caller has measured the fields: `change` in
   * bytes of the object's data, `added` new ones.
   */
  writeFields(node: TreeNode, fields: JsonObject, change: number, added: number): void {
    this.#version++;
    const data = this.#ownData(node);
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      if (value === undefined) continue;
      data[key] = value;
      this.recentChanges.wrote(node.id, key);
    }
    node.fields += added;
    this.#grow(node, change);
    this.#touch(node);
  }

  /** Removes a plain field of an object, if it is there. */
  removeField(node: TreeNode, key: string): boolean {
    const value = node.field(key);
    if (value === undefined) return false;
    this.#version++;
    delete this.#ownData(node)[key];
    node.fields--;
    this.#grow(node, -memberBytes(key, value) - (node.fields > 0 ? 1 : 0));
    this.#touch(node);
    return true;
  }

  /** Gives a text new segments of that many bytes, and its next version. */
  writeText(node: TreeNode, segments: TextData, dataBytes: number, edit: TextEdit): void {
    this.#version++;
    const { value, version, dataBytes: before } = node;
    const change = jsonBytes(edit.version) - jsonBytes(version);
    node.value = segments;
    node.version = edit.version;
    this.#grow(node, dataBytes - before);
    this.#lengthen(node, change);
    this.texts.record(node, edit);
    this.#journal?.push(() => {
      node.value = value;
      node.version = version;
      this.#grow(node, before - dataBytes);
      this.#lengthen(node, -change);
      this.texts.withdraw(node, edit);
    });
    this.#touch(node);
  }

  // ---- reading

  takeChanges(): TreeChanges {
    if (this.#journal) throw new Error("Changes cannot be taken inside a transaction: it may yet be undone.");
    const puts: string[] = [];
    // Stored nodes always include the root.
    if (this.#dirty.size > 0 && !this.#root.stored) this.#dirty.add(this.#root);
    for (const node of this.#dirty) {
      node.stored = true;
      puts.push(node.id, this.#encoded.get(node) ?? node.encode());
    }
    this.#encoded.clear();
    const changes = { clear: this.#cleared, puts, drops: [...this.#drops] };
    this.#dirty.clear();
    this.#drops.clear();
    this.#cleared = false;
    return changes;
  }

  *encodeChangesInSteps(): Stepwise<void> {
    for (const node of this.#dirty) {
      this.#encoded.set(node, node.encode());
      yield;
    }
  }

  *encode(): Generator<string, void, undefined> {
    for (const node of this.#unchanging()) yield node.encode();
  }

  *verbose(): Generator<VerboseNode, void, undefined> {
    for (const node of this.#unchanging()) yield node.verbose();
  }

  *#unchanging(): Generator<TreeNode, void, undefined> {
    const version = this.#version;
    for (const node of subtree(this.#root)) {
      if (this.#version !== version) throw new Error("The tree changed while it was being read.");
      yield node;
    }
  }

  transaction<T>(work: () => T): T {
    return finish(this.transactionInSteps(atOnce(work)));
  }

  *transactionInSteps<T>(work: Stepwise<T>): Stepwise<T> {
    const outer = this.#journal;
    const journal = (this.#journal = outer ?? []);
    const mark = journal.length;
    // Data copied before this point may be what a roll-back has to bring back: it is copied again before it is written.
    this.#transaction++;
    try {
      return yield* work;
    } catch (error) {
      this.#version++;
      while (journal.length > mark) {
        journal.pop()!();
        yield;
      }
      throw error;
    } finally {
      this.#journal = outer;
      this.#transaction++;
    }
  }

  clear(): void {
    this.#version++;
    const before = {
      root: this.#root,
      texts: this.texts,
      byId: this.#byId,
      bytes: this.#bytes,
      dirty: this.#dirty,
      drops: this.#drops,
      cleared: this.#cleared,
    };
    this.#journal?.push(() => {
      this.#root = before.root;
      this.texts = before.texts;
      this.#byId = before.byId;
      this.#bytes = before.bytes;
      this.#dirty = before.dirty;
      this.#drops = before.drops;
      this.#cleared = before.cleared;
    });
    this.#reset();
    this.#cleared = true;
    this.#dirty.add(this.#root);
  }

  #reset(): void {
    this.recentChanges.clear();
    this.texts = newHistories(this.bounds);
    this.#root = newRoot();
    this.#byId = new Map([[rootId, this.#root]]);
    this.#bytes = this.#root.bytes;
    this.#dirty = new Set();
    this.#drops = new Set();
  }

  #touch(node: TreeNode): void {
    if (this.#encoded.size > 0) this.#encoded.delete(node);
    if (this.#dirty.has(node)) return;
    this.#dirty.add(node);
    this.#journal?.push(() => this.#dirty.delete(node));
  }

  #link(parent: TreeNode, node: TreeNode): void {
    if (parent.type === NodeType.list) {
      const items = (parent.items ??= []);
      const index = parent.indexOf(node.key);
      if (index === items.length) items.push(node);
      else items.splice(index, 0, node);
    } else {
      (parent.children ??= new Map()).set(node.key, node);
    }
  }

  #unlink(parent: TreeNode, node: TreeNode): void {
    if (parent.type === NodeType.list) parent.items!.splice(parent.indexOf(node.key), 1);
    else parent.children!.delete(node.key);
  }

  #rename(node: TreeNode, key: string): void {
    const change = stringBytes(key) - stringBytes(node.key);
    node.key = key;
    this.#lengthen(node, change);
  }

  #grow(node: TreeNode, change: number): void {
    node.dataBytes += change;
    this.#lengthen(node, change);
  }

  #lengthen(node: TreeNode, change: number): void {
    node.bytes += change;
    this.#bytes += change;
  }

  /** The fields of an object, safe to write to: copied once, and once more in every transaction. */
  #ownData(node: TreeNode): Record<string, Json | undefined> {
    const { data } = node;
    const since = this.#journal ? this.#transaction : 1;
    if (node.owned >= since) return data;
    const { owned, dataBytes, fields } = node;
    this.#journal?.push(() => {
      this.#grow(node, dataBytes - node.dataBytes);
      node.data = data;
      node.owned = owned;
      node.fields = fields;
    });
    const copy: Record<string, Json | undefined> = Object.assign(Object.create(null), data);
    node.data = copy;
    node.owned = this.#transaction;
    return copy;
  }
}

function newHistories({ textHistory, textHistoryBytes }: TreeBounds): TextHistories<TreeNode> {
  return new TextHistories(textHistory, textHistoryBytes);
}

function newRoot(data: JsonObject = noData): TreeNode {
  const root = new TreeNode(rootId, NodeType.object, "", "", data, null);
  root.depth = 1;
  return root;
}

/** A node and everything below it, parents before children, siblings in order. */
export function* subtree(top: TreeNode): Generator<TreeNode, void, undefined> {
  const stack = [top];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (node.items) for (let i = node.items.length - 1; i >= 0; i--) stack.push(node.items[i]!);
    if (node.children) {
      const from = stack.length;
      for (const child of node.children.values()) stack.push(child);
      for (let lo = from, hi = stack.length - 1; lo < hi; lo++, hi--) {
        const child = stack[lo]!;
        stack[lo] = stack[hi]!;
        stack[hi] = child;
      }
    }
  }
}
