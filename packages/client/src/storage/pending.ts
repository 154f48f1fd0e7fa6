/**
 * Ops of this client that the server has not acknowledged, in the order in which they were made. The tree shows them:
 *
 *   shown = confirmed ∘ pending
 *
 * Each notes the steps that it took, so that pending ops can be taken back, others' ops applied below them, and they can be
 * applied again. That is only done where others' ops touch the same nodes; everywhere else the order makes no difference.
 */
import type { Creation } from "@weft/crdt/shared";
import { NodeType, OpType } from "@weft/protocol/codes";
import type { Op, ServerOp } from "@weft/protocol/types";
import type { Changes } from "./changes.ts";
import type { StorageNode } from "./nodes.ts";
import { childrenOf, isNode } from "./nodes.ts";
import type { Step, ClientTree } from "./tree.ts";

interface PendingOp {
  readonly op: Op;
  steps: readonly Step[];
  /** Ids of the nodes whose contents it changed, or that it would change if they were there. */
  touched: readonly string[];
  /** Where its node was after it, for ops that the server may place elsewhere. */
  placed: string | undefined;
  /** The node that it creates, which stays the same object however often the op is taken back. */
  node: StorageNode | undefined;
}

export class PendingOps {
  readonly #ops = new Map<string, PendingOp>();
  readonly #touched = new Map<string, number>();

  get size(): number {
    return this.#ops.size;
  }

  has(opId: string): boolean {
    return this.#ops.has(opId);
  }

  /** In the order in which they were made. */
  *ops(): Generator<Op, void, undefined> {
    for (const { op } of this.#ops.values()) yield op;
  }

  /** Applies an op of this client. */
  add(tree: ClientTree, op: Op): void {
    const pending: PendingOp = { op, steps: [], touched: [], placed: undefined, node: undefined };
    this.#ops.set(op.opId, pending);
    this.#apply(tree, pending);
  }

  /**
   * The first of them was acknowledged with the outcome that the tree shows, so that there is nothing to change. False if
   * that is not so.
   */
  confirm(op: ServerOp & { readonly opId: string }): boolean {
    const first = this.#ops.values().next().value;
    if (first?.op.opId !== op.opId) return false;
    if (first.steps.length === 0 && this.#ops.size > 1) return false;
    if ("parentKey" in op && op.parentKey !== first.placed) return false;
    if (first.steps.length === 0 && op.type !== OpType.updateObject) return false;
    this.#forget(first);
    return true;
  }

  /** One of them is decided. The caller has taken all of them back, unless it `hadNoEffect`. */
  settle(opId: string): void {
    const pending = this.#ops.get(opId);
    if (pending) this.#forget(pending);
  }

  /** The node that an op creates. */
  nodeOf(opId: string): StorageNode | undefined {
    return this.#ops.get(opId)?.node;
  }

  /** The node that was created first under each id. */
  *created(): Generator<readonly [id: string, node: StorageNode], void, undefined> {
    const ids = new Set<string>();
    for (const { op, node } of this.#ops.values()) {
      if (node === undefined || ids.has(op.id)) continue;
      ids.add(op.id);
      yield [op.id, node];
    }
  }

  /** The tree is the same without it. */
  hadNoEffect(opId: string): boolean {
    return this.#ops.get(opId)?.steps.length === 0;
  }

  /** Whether someone else's op may touch what these have changed. */
  meets(tree: ClientTree, op: ServerOp): boolean {
    if (this.#ops.size === 0) return false;
    if ("parentId" in op) return this.#meetsCreation(tree, op);
    const node = tree.get(op.id);
    // What is not there may have been deleted by a pending op.
    if (node === undefined || this.#touched.has(op.id)) return true;
    switch (op.type) {
      case OpType.setParentKey:
        return node.parent !== undefined && this.#touched.has(node.parent.id);
      case OpType.deleteNode:
        return (node.parent !== undefined && this.#touched.has(node.parent.id)) || this.#isTouchedBelow(node);
      case OpType.updateObject:
        return Object.keys(op.data).some((key) => this.#isTouchedAt(node, key));
      case OpType.deleteObjectKey:
        return this.#isTouchedAt(node, op.key);
      case OpType.updateText:
        return false;
    }
  }

  /** Takes all of them back. Nodes that they created stay the same objects. */
  takeBack(tree: ClientTree, changes: Changes): void {
    changes.isRebasing = true;
    const ops = [...this.#ops.values()];
    for (const { steps } of ops.toReversed()) tree.revert(steps);
  }

  applyAgain(tree: ClientTree, changes: Changes): void {
    this.#touched.clear();
    for (const pending of this.#ops.values()) this.#apply(tree, pending);
    changes.isRebasing = false;
  }

  #apply(tree: ClientTree, pending: PendingOp): void {
    const { op } = pending;
    const steps: Step[] = [];
    const touched = new Set([op.id]);
    if ("parentId" in op) touched.add(op.parentId);
    tree.apply(op, { steps, node: pending.node });
    for (const step of steps) touched.add(step.kind === "member" ? step.node.id : step.list.id);
    pending.steps = steps;
    pending.touched = [...touched];
    if ("parentId" in op) pending.node = tree.get(op.id);
    pending.placed = "parentKey" in op ? tree.get(op.id)?.key : undefined;
    for (const id of touched) this.#touched.set(id, (this.#touched.get(id) ?? 0) + 1);
  }

  #forget({ op, touched }: PendingOp): void {
    this.#ops.delete(op.opId);
    for (const id of touched) {
      const count = this.#touched.get(id)! - 1;
      if (count === 0) this.#touched.delete(id);
      else this.#touched.set(id, count);
    }
  }

  #meetsCreation(tree: ClientTree, op: Creation): boolean {
    const parent = tree.get(op.parentId);
    if (parent === undefined || this.#touched.has(op.parentId) || this.#touched.has(op.id)) return true;
    const existing = tree.get(op.id);
    if (existing !== undefined && this.#isTouchedBelow(existing)) return true;
    if (parent.type === NodeType.object || parent.type === NodeType.map) return this.#isTouchedAt(parent, op.parentKey);
    if (parent.type !== NodeType.list || op.intent !== "set") return false;
    const named = op.deletedId === undefined ? undefined : tree.get(op.deletedId);
    const occupant = parent.itemAt(op.parentKey);
    return [named, occupant].some((node) => node !== undefined && this.#isTouchedBelow(node));
  }

  #isTouchedAt(node: StorageNode | undefined, key: string): boolean {
    if (node?.type !== NodeType.object && node?.type !== NodeType.map) return false;
    const member = node.members.get(key);
    return isNode(member) && this.#isTouchedBelow(member);
  }

  #isTouchedBelow(node: StorageNode): boolean {
    if (this.#touched.has(node.id)) return true;
    for (const child of childrenOf(node)) if (this.#isTouchedBelow(child)) return true;
    return false;
  }
}
