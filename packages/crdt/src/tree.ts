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
import { NodeType, rootId } from "@weft/protocol/codes";
import { type Limits, limits } from "@weft/protocol/limits";
import type { CompactNode, Json, JsonObject, TextData, VerboseNode } from "@weft/protocol/types";
import { RecentChanges } from "./recent-changes.ts";
import { jsonBytes, memberBytes, stringBytes } from "./size.ts";
import { atOnce, finish, type Stepwise } from "./stepwise.ts";
import { type TextEdit, TextHistories } from "./text/history.ts";
import { TreeLoader } from "./tree-loader.ts";
import { newRoot, subtree, type TreeNode } from "./tree-node.ts";

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

const noFields: readonly string[] = [];

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
  /** Set while stored nodes are loaded. */
  #loader: TreeLoader | undefined;
  #dirty = new Set<TreeNode>();
  #drops = new Set<string>();
  /** Changes that were encoded before they are taken, and the ids of nodes that were changed or removed after that. */
  #ahead: { readonly puts: string[]; readonly stale: Set<string> } | undefined = undefined;
  #cleared = false;
  #journal: Undo[] | undefined = undefined;
  #filling = false;
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
    const loader = (this.#loader ??= new TreeLoader(this.#byId, this.#root, this.#bytes));
    loader.load(nodes);
    this.#root = loader.root;
    this.#bytes = loader.bytes;
  }

  finishLoad(): void {
    this.#version++;
    this.#loader ??= new TreeLoader(this.#byId, this.#root, this.#bytes);
    this.#loader.finish();
    this.#loader = undefined;
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
    this.#ahead?.stale.add(gone.id);
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
    if (this.#journal || this.#filling)
      throw new Error("Changes cannot be taken inside a transaction: it may yet be undone.");
    this.#includeRoot();
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const puts = ahead === undefined ? [] : unless(ahead.stale, ahead.puts);
    for (const node of this.#dirty) {
      node.stored = true;
      if (ahead === undefined || (ahead.stale.size > 0 && ahead.stale.has(node.id))) puts.push(node.id, node.encode());
    }
    const changes = { clear: this.#cleared, puts, drops: [...this.#drops] };
    this.#dirty.clear();
    this.#drops.clear();
    this.#cleared = false;
    return changes;
  }

  *encodeChangesInSteps(): Stepwise<void> {
    this.#includeRoot();
    const puts: string[] = [];
    for (const node of this.#dirty) {
      puts.push(node.id, node.encode());
      yield;
    }
    this.#ahead = { puts, stale: new Set() };
  }

  /** Stored nodes always include the root. */
  #includeRoot(): void {
    if (this.#dirty.size > 0 && !this.#root.stored && !this.#dirty.has(this.#root)) this.#touch(this.#root);
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

  /**
   * Like `transactionInSteps`, for work that adds to an empty tree. What was before is so little that it is kept, instead of
   * what undoes each change.
   */
  *fillingInSteps<T>(work: Stepwise<T>): Stepwise<T> {
    const before = this.#root;
    const restore = this.#keep();
    const outer = this.#journal;
    this.#journal = undefined;
    this.#filling = true;
    this.#begin();
    this.#root.stored = before.stored;
    this.#dirty = new Set(this.#dirty.has(before) ? [this.#root] : []);
    this.#drops = new Set(this.#drops);
    try {
      const result = yield* work;
      outer?.push(restore);
      return result;
    } catch (error) {
      this.#version++;
      restore();
      throw error;
    } finally {
      this.#journal = outer;
      this.#filling = false;
      this.#transaction++;
    }
  }

  clear(): void {
    this.#version++;
    const restore = this.#keep();
    this.#journal?.push(restore);
    this.#reset();
    this.#cleared = true;
    this.#dirty.add(this.#root);
  }

  /** Returns what brings the present nodes and changes back, once others have taken their place. */
  #keep(): Undo {
    const before = {
      root: this.#root,
      texts: this.texts,
      byId: this.#byId,
      bytes: this.#bytes,
      dirty: this.#dirty,
      drops: this.#drops,
      cleared: this.#cleared,
    };
    return () => {
      this.#ahead = undefined;
      this.#root = before.root;
      this.texts = before.texts;
      this.#byId = before.byId;
      this.#bytes = before.bytes;
      this.#dirty = before.dirty;
      this.#drops = before.drops;
      this.#cleared = before.cleared;
    };
  }

  #reset(): void {
    this.recentChanges.clear();
    this.#begin();
    this.#dirty = new Set();
    this.#drops = new Set();
  }

  /** An empty root. */
  #begin(): void {
    this.#ahead = undefined;
    this.texts = newHistories(this.bounds);
    this.#root = newRoot();
    this.#byId = new Map([[rootId, this.#root]]);
    this.#bytes = this.#root.bytes;
  }

  #touch(node: TreeNode): void {
    this.#ahead?.stale.add(node.id);
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

/** Ids and texts in turn, without those of some ids. */
function unless(ids: ReadonlySet<string>, puts: string[]): string[] {
  if (ids.size === 0) return puts;
  const left: string[] = [];
  for (let at = 0; at < puts.length; at += 2) if (!ids.has(puts[at]!)) left.push(puts[at]!, puts[at + 1]!);
  return left;
}

function newHistories({ textHistory, textHistoryBytes }: TreeBounds): TextHistories<TreeNode> {
  return new TextHistories(textHistory, textHistoryBytes);
}
