/**
 * Restores an earlier state of a tree. Only differences are written: fields of objects, children of maps and lists. A
 * child that still exists keeps its id.
 */
import { NodeType, OpType, rootId, WeftError } from "@weft/protocol/codes";
import type { CompactNode, Json, JsonObject, RemoteOp, VerboseNode } from "@weft/protocol/types";
import { applyOp, type FindUpload } from "./apply.ts";
import { equalJson } from "./equal.ts";
import { rewriting } from "./node-ops.ts";
import { sketchOf } from "./node-values.ts";
import { placing, removal, withoutOpId } from "./ops.ts";
import { placementInSteps } from "./plain.ts";
import { makePosition } from "./position.ts";
import { finish, type Stepwise } from "./stepwise.ts";
import { createTree, editable, type StorageTree, type Tree } from "./tree.ts";
import type { TreeNode } from "./tree-node.ts";

/**
 * Restores an earlier state, all or nothing. Returns the ops for all connected clients.
 *
 * @throws WeftError `INVALID_STORAGE_MUTATION_REQUEST` when that is impossible: a file in it is gone, a bound was lowered.
 * @example
 * restoreNodes(tree, [["root", { type: 0, data: { title: "As it was" } }]], newId);
 */
export function restoreNodes(
  tree: Tree,
  nodes: readonly VerboseNode[],
  newId: () => string,
  upload?: FindUpload,
): { forwards: RemoteOp[] } {
  return finish(restoreInSteps(tree, nodes, newId, upload));
}

/** Like `restoreNodes`, with a pause between any two nodes. The tree must not be used until the end. */
export function* restoreInSteps(
  tree: Tree,
  nodes: readonly VerboseNode[],
  newId: () => string,
  upload?: FindUpload,
): Stepwise<{ forwards: RemoteOp[] }> {
  const earlier = createTree(tree.bounds);
  for (const node of nodes) {
    earlier.load([compact(node)]);
    yield;
  }
  earlier.finishLoad();
  const restoring = new Restoring(editable(tree), newId, upload);
  yield* tree.transactionInSteps(restoring.branch(editable(tree).root, editable(earlier).root));
  return { forwards: restoring.forwards };
}

class Restoring {
  readonly forwards: RemoteOp[] = [];
  readonly #tree: StorageTree;
  readonly #newId: () => string;
  readonly #upload: FindUpload | undefined;

  constructor(tree: StorageTree, newId: () => string, upload: FindUpload | undefined) {
    this.#tree = tree;
    this.#newId = newId;
    this.#upload = upload;
  }

  /**
   * Both are of one kind. Newer children are removed before older ones are added, so that no bound is exceeded halfway.
   */
  *branch(now: TreeNode, then: TreeNode): Stepwise<void> {
    yield;
    if (now.type === NodeType.list) return yield* this.#list(now, then);
    if (now.type === NodeType.text) return this.#text(now, then);
    const keys = [...Object.keys(now.data), ...(now.children?.keys() ?? [])];
    for (const key of keys) {
      yield;
      if (then.field(key) !== undefined || then.child(key) !== undefined) continue;
      const child = now.child(key);
      if (child) yield* this.#tree.emptyInSteps(child);
      if (now.type === NodeType.object) this.#apply({ type: OpType.deleteObjectKey, id: now.id, key });
      else if (child) this.#apply(removal(child.id));
    }
    yield* this.#fields(now, then);
    for (const [key, child] of then.children ?? []) {
      const same = now.child(key);
      if (same?.type !== child.type || !mayStay(same, child)) {
        if (same) yield* this.#tree.emptyInSteps(same);
        yield* this.#place(child, now.id, key);
      } else if (isLeaf(same)) yield;
      else yield* this.branch(same, child);
    }
  }

  *#fields(now: TreeNode, then: TreeNode): Stepwise<void> {
    const data: Record<string, Json> = Object.create(null);
    for (const key of Object.keys(then.data)) {
      const value = then.field(key);
      if (value === undefined || equalJson(now.field(key), value)) continue;
      data[key] = value;
      const replaced = now.child(key);
      if (replaced) yield* this.#tree.emptyInSteps(replaced);
    }
    if (Object.keys(data).length > 0) this.#apply({ type: OpType.updateObject, id: now.id, data });
  }

  /** Items that are still there keep their ids; of those, as many as can keep their positions. */
  *#list(now: TreeNode, then: TreeNode): Stepwise<void> {
    const before = now.items ?? [];
    const after = then.items ?? [];
    const kept = yield* keptItems(before, after);
    const staying = new Set<TreeNode>();
    for (const same of kept.values()) {
      staying.add(same);
      yield;
    }
    // From the end, because removing an item moves those behind it in memory.
    for (const item of before.toReversed()) {
      yield;
      if (staying.has(item)) continue;
      yield* this.#tree.emptyInSteps(item);
      this.#apply(removal(item.id));
    }
    const still = yield* ascending(after, kept);

    let run: TreeNode[] = [];
    for (const item of after) {
      yield;
      const same = kept.get(item);
      if (same && still.has(same)) {
        yield* this.#placeRun(now, run, kept, same);
        run = [];
      } else run.push(item);
    }
    yield* this.#placeRun(now, run, kept, undefined);
    for (const [item, same] of kept)
      if (isLeaf(same)) yield;
      else yield* this.branch(same, item);
  }

  /** Puts a run of items directly in front of `before`: no item that is yet to be placed ends up between them. */
  *#placeRun(
    list: TreeNode,
    run: readonly TreeNode[],
    kept: ReadonlyMap<TreeNode, TreeNode>,
    before: TreeNode | undefined,
  ): Stepwise<void> {
    const items = list.items ?? [];
    const index = before ? list.indexOf(before.key) : items.length;
    const positions = yield* spread(items[index - 1]?.key, before?.key, run.length);
    for (const [at, item] of run.entries()) {
      const same = kept.get(item);
      if (same) this.#apply(placing(same.id, positions[at]!));
      else yield* this.#place(item, list.id, positions[at]!);
      yield;
    }
  }

  /** The text stays the same node, so its editors continue with the restored content. */
  #text(now: TreeNode, then: TreeNode): void {
    if (equalJson(now.value, then.value)) return;
    const op = rewriting(now, then.segments);
    if (op) this.#apply(op);
  }

  *#place(node: TreeNode, parentId: string, parentKey: string): Stepwise<void> {
    const sketch = yield* sketchOf(node);
    for (const op of yield* placementInSteps(sketch, parentId, parentKey, this.#newId)) {
      this.#apply(op);
      yield;
    }
  }

  #apply(op: RemoteOp): void {
    const outcome = applyOp(this.#tree, op, this.#upload);
    if (outcome.kind === "refused")
      throw new WeftError("INVALID_STORAGE_MUTATION_REQUEST", { message: outcome.reason });
    // Every op names nodes that were just looked up; an id that exists already can only come from the caller's newId.
    if (outcome.kind !== "accepted") throw new Error(`Op ${JSON.stringify(op)} met a tree that it was not made for.`);
    this.forwards.push(withoutOpId(outcome.echo));
  }
}

/** Whether a node may become another of its kind; plain values and files are replaced. */
function mayStay(now: TreeNode, then: TreeNode): boolean {
  return !isLeaf(now) || equalJson(now.value, then.value);
}

/** A node without changeable contents, which is replaced. */
function isLeaf({ type }: TreeNode): boolean {
  return type === NodeType.register || type === NodeType.file;
}

/** For each item of the earlier list: the present item with the same id, or else with the same contents. */
function* keptItems(now: readonly TreeNode[], then: readonly TreeNode[]): Stepwise<Map<TreeNode, TreeNode>> {
  const byId = new Map<string, TreeNode>();
  for (const item of now) {
    byId.set(item.id, item);
    yield;
  }
  const kept = new Map<TreeNode, TreeNode>();
  for (const item of then) {
    yield;
    const same = byId.get(item.id);
    if (same?.type !== item.type || !mayStay(same, item)) continue;
    kept.set(item, same);
    byId.delete(item.id);
  }
  if (kept.size === then.length) return kept;
  const byContent = new Map<string, TreeNode[]>();
  for (const item of [...byId.values()].toReversed()) {
    const content = yield* contentOf(item);
    const same = byContent.get(content);
    if (same) same.push(item);
    else byContent.set(content, [item]);
  }
  for (const item of then) {
    yield;
    if (kept.has(item)) continue;
    const same = byContent.get(yield* contentOf(item))?.pop();
    if (same) kept.set(item, same);
  }
  return kept;
}

/** The contents of a node as text, independent of the order of its keys. */
function* contentOf(node: TreeNode): Stepwise<string> {
  yield;
  if (node.type === NodeType.list) {
    const items: string[] = [];
    for (const item of node.items ?? []) items.push(yield* contentOf(item));
    return `[${items.join()}]`;
  }
  if (node.type !== NodeType.object && node.type !== NodeType.map) return `${node.type}${sortedText(node.value)}`;
  const members = Object.keys(node.data).map((key) => `${JSON.stringify(key)}=${sortedText(node.data[key])}`);
  for (const [key, child] of node.children ?? []) members.push(`${JSON.stringify(key)}:${yield* contentOf(child)}`);
  return `${node.type}{${members.toSorted().join()}}`;
}

function sortedText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => sortedText(item)).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${sortedText(member)}`);
  return `{${members.toSorted().join()}}`;
}

/** The longest subsequence of kept items that is already in the order of the earlier list. */
function* ascending(then: readonly TreeNode[], kept: ReadonlyMap<TreeNode, TreeNode>): Stepwise<ReadonlySet<TreeNode>> {
  /** The item that ends the best subsequence of each length, and the predecessor of each item in its subsequence. */
  const ends: TreeNode[] = [];
  const before = new Map<TreeNode, TreeNode | undefined>();
  for (const earlier of then) {
    yield;
    const item = kept.get(earlier);
    if (!item) continue;
    let [lo, hi] = [0, ends.length];
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (ends[mid]!.key < item.key) lo = mid + 1;
      else hi = mid;
    }
    before.set(item, ends[lo - 1]);
    ends[lo] = item;
  }
  const row = new Set<TreeNode>();
  for (let item = ends.at(-1); item; item = before.get(item)) {
    row.add(item);
    yield;
  }
  return row;
}

/** Ascending positions between two, as short as possible. */
function* spread(after: string | undefined, before: string | undefined, count: number): Stepwise<string[]> {
  const positions: string[] = [];
  if (before === undefined) {
    for (let last = after; positions.length < count;) {
      positions.push((last = makePosition(last)));
      yield;
    }
    return positions;
  }
  function* fill(low: string | undefined, high: string, left: number): Stepwise<void> {
    if (left === 0) return;
    const middle = makePosition(low, high);
    const half = left >> 1;
    yield* fill(low, middle, half);
    positions.push(middle);
    yield;
    yield* fill(middle, high, left - half - 1);
  }
  yield* fill(after, before, count);
  return positions;
}

function compact([id, { type, parentId = "", parentKey = "", data, version }]: VerboseNode): CompactNode {
  if (id === rootId) return [id, data as JsonObject];
  if (type === NodeType.list || type === NodeType.map) return [id, type, parentId, parentKey];
  // The contents of leaves and objects were checked when they first came into a tree.
  const tuple = [id, type, parentId, parentKey, data, version] as const;
  return (type === NodeType.text ? tuple : tuple.slice(0, 5)) as unknown as CompactNode;
}
