/**
 * An earlier state of a tree, written into it again. What is as it was stays untouched: of each object the fields that
 * differ are told, of each map and list the children, and a child that is still there keeps its id.
 */
import {
  type CompactNode,
  type Json,
  type JsonObject,
  NodeType,
  OpType,
  type RemoteOp,
  type VerboseNode,
  WeftError,
} from "@weft/protocol";
import { applyOp, type FindUpload } from "./apply.ts";
import { equalJson } from "./equal.ts";
import { placing, removal, rewriting, withoutOpId } from "./ops.ts";
import { placementOf, sketchOf } from "./plain.ts";
import { makePosition } from "./position.ts";
import { createTree, editable, rootId, type StorageTree, type Tree, type TreeNode } from "./tree.ts";

/**
 * Writes an earlier state again, whole or not at all, and answers with what every connected client is to be told.
 *
 * @throws WeftError `INVALID_STORAGE_MUTATION_REQUEST` when it cannot be: a file in it is gone, a bound was lowered.
 * @example
 * restoreNodes(tree, [["root", { type: 0, data: { title: "As it was" } }]], newId);
 */
export function restoreNodes(
  tree: Tree,
  nodes: readonly VerboseNode[],
  newId: () => string,
  upload?: FindUpload,
): { forwards: RemoteOp[] } {
  const earlier = createTree(tree.bounds);
  earlier.load(nodes.map(compact));
  earlier.finishLoad();
  return tree.transaction(() => {
    const restoring = new Restoring(editable(tree), newId, upload);
    restoring.branch(editable(tree).root, editable(earlier).root);
    return { forwards: restoring.forwards };
  });
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

  /** Both are of one kind. What went since comes after what came since has gone: a bound is not met halfway. */
  branch(now: TreeNode, then: TreeNode): void {
    if (now.type === NodeType.list) return this.#list(now, then);
    if (now.type === NodeType.text) return this.#text(now, then);
    const keys = [...Object.keys(now.data), ...(now.children?.keys() ?? [])];
    for (const key of keys) {
      if (then.field(key) !== undefined || then.child(key) !== undefined) continue;
      const child = now.child(key);
      if (now.type === NodeType.object) this.#apply({ type: OpType.deleteObjectKey, id: now.id, key });
      else if (child) this.#apply(removal(child.id));
    }
    this.#fields(now, then);
    for (const [key, child] of then.children ?? []) {
      const same = now.child(key);
      if (same?.type === child.type && mayStay(same, child)) this.branch(same, child);
      else this.#place(child, now.id, key);
    }
  }

  #fields(now: TreeNode, then: TreeNode): void {
    const data: Record<string, Json> = Object.create(null);
    for (const key of Object.keys(then.data)) {
      const value = then.field(key);
      if (value !== undefined && !equalJson(now.field(key), value)) data[key] = value;
    }
    if (Object.keys(data).length > 0) this.#apply({ type: OpType.updateObject, id: now.id, data });
  }

  /** Items that are still there keep their ids; of those, as many as can keep their positions. */
  #list(now: TreeNode, then: TreeNode): void {
    const kept = keptItems(now.items ?? [], then.items ?? []);
    const staying = new Set(kept.values());
    const gone = (now.items ?? []).filter((item) => !staying.has(item));
    for (const { id } of gone) this.#apply(removal(id));
    const still = ascending((then.items ?? []).flatMap((item) => kept.get(item) ?? []));

    let run: TreeNode[] = [];
    const placeRun = (before: TreeNode | undefined) => {
      const items = now.items ?? [];
      const index = before ? now.indexOf(before.key) : items.length;
      // Next to each other, so that no item stands in between whose turn is still to come.
      const positions = spread(items[index - 1]?.key, before?.key, run.length);
      for (const [at, item] of run.entries()) {
        const same = kept.get(item);
        if (same) this.#apply(placing(same.id, positions[at]!));
        else this.#place(item, now.id, positions[at]!);
      }
      run = [];
    };
    for (const item of then.items ?? []) {
      const same = kept.get(item);
      if (same && still.has(same)) placeRun(same);
      else run.push(item);
    }
    placeRun(undefined);
    for (const [item, same] of kept)
      if (same.type !== NodeType.register && same.type !== NodeType.file) this.branch(same, item);
  }

  /** The text stays the same node: its editors go on with what it was. */
  #text(now: TreeNode, then: TreeNode): void {
    if (equalJson(now.value, then.value)) return;
    const op = rewriting(now, then.segments);
    if (op) this.#apply(op);
  }

  #place(node: TreeNode, parentId: string, parentKey: string): void {
    for (const op of placementOf(sketchOf(node), parentId, parentKey, this.#newId)) this.#apply(op);
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
  return (now.type !== NodeType.register && now.type !== NodeType.file) || equalJson(now.value, then.value);
}

/** By item of the earlier list: the present item that it is, by its id, or else by all that it holds. */
function keptItems(now: readonly TreeNode[], then: readonly TreeNode[]): Map<TreeNode, TreeNode> {
  const byId = new Map(now.map((item) => [item.id, item]));
  const kept = new Map<TreeNode, TreeNode>();
  for (const item of then) {
    const same = byId.get(item.id);
    if (same?.type !== item.type || !mayStay(same, item)) continue;
    kept.set(item, same);
    byId.delete(item.id);
  }
  if (kept.size === then.length) return kept;
  const byContent = Map.groupBy(byId.values(), contentOf);
  const missing = then.filter((item) => !kept.has(item));
  for (const item of missing) {
    const same = byContent.get(contentOf(item))?.shift();
    if (same) kept.set(item, same);
  }
  return kept;
}

/** All that a node holds as text, whatever the order of its keys. */
function contentOf(node: TreeNode): string {
  if (node.type === NodeType.list) return `[${(node.items ?? []).map(contentOf).join()}]`;
  if (node.type !== NodeType.object && node.type !== NodeType.map) return `${node.type}${sortedText(node.value)}`;
  const members = [...(node.children ?? [])].map(([key, child]) => `${JSON.stringify(key)}:${contentOf(child)}`);
  const fields = Object.keys(node.data).map((key) => `${JSON.stringify(key)}=${sortedText(node.data[key])}`);
  return `${node.type}{${[...members, ...fields].toSorted().join()}}`;
}

function sortedText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => sortedText(item)).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${sortedText(member)}`);
  return `{${members.toSorted().join()}}`;
}

/** The most items of one list that already stand in the order given. */
function ascending(items: readonly TreeNode[]): ReadonlySet<TreeNode> {
  /** The item that ends the best row of each length, and what stands before each item in its row. */
  const ends: TreeNode[] = [];
  const before = new Map<TreeNode, TreeNode | undefined>();
  for (const item of items) {
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
  for (let item = ends.at(-1); item; item = before.get(item)) row.add(item);
  return row;
}

/** So many ascending positions between two, as short as can be. */
function spread(after: string | undefined, before: string | undefined, count: number): string[] {
  const positions: string[] = [];
  if (before === undefined) {
    for (let last = after; positions.length < count;) positions.push((last = makePosition(last)));
    return positions;
  }
  const fill = (low: string | undefined, high: string, left: number) => {
    if (left === 0) return;
    const middle = makePosition(low, high);
    const half = left >> 1;
    fill(low, middle, half);
    positions.push(middle);
    fill(middle, high, left - half - 1);
  };
  fill(after, before, count);
  return positions;
}

function compact([id, { type, parentId = "", parentKey = "", data, version }]: VerboseNode): CompactNode {
  if (id === rootId) return [id, data as JsonObject];
  if (type === NodeType.list || type === NodeType.map) return [id, type, parentId, parentKey];
  // What a leaf and an object hold was checked when it came into the tree of which these are the nodes.
  const tuple = [id, type, parentId, parentKey, data, version] as const;
  return (type === NodeType.text ? tuple : tuple.slice(0, 5)) as unknown as CompactNode;
}
