/**
 * Ops that a sender needs in addition to its acks. An official client applies its own ops optimistically; in three cases
 * acks alone never bring it back to the room's state:
 *
 * - It deleted a node and created it again (undo, redo). Ops of other clients on the former node arrive after the
 *   re-creation, although the room decided them before it, and the echo of the deletion removes the new node.
 * - It created a structure under an object's key, and a plain write to the same key arrives before the ack. The client
 *   keeps showing its structure and receives no changes inside it.
 * - It has a `set` in flight for a position at which another client put an item. It does not show that item, because the
 *   set will replace it; if a third client moves the item away first, the item stays in the room.
 *
 * Corrections have no `opId` and change nothing on a client whose state is right.
 */
import { NodeType, OpType } from "@weft/protocol/codes";
import type { CreateOp, RemoteOp } from "@weft/protocol/types";
import type { Removal } from "./recent-changes.ts";
import { creationOf, renewal } from "./node-ops.ts";
import { placing, removal } from "./ops.ts";
import { normalisePosition } from "./position.ts";
import type { StorageTree } from "./tree.ts";
import type { TreeNode } from "./tree-node.ts";

/** Collects the corrections that one message makes necessary. */
export class Corrections {
  readonly #tree: StorageTree;
  #revived: Map<string, Removal> | undefined;
  #sets: CreateOp[] | undefined;

  constructor(tree: StorageTree) {
    this.#tree = tree;
  }

  /**
   * A create was accepted; `before` is the node of the same id that was removed recently. Returns the ops that must follow
   * its ack immediately, so that the acks of its children find it.
   */
  created(op: CreateOp, before: Removal | undefined): readonly RemoteOp[] {
    if (op.intent === "set") (this.#sets ??= []).push(op);
    if (!before && !this.#tree.recentChanges.hasWritten(op.parentId, op.parentKey)) return none;
    if (before) (this.#revived ??= new Map()).set(op.id, before);
    const node = this.#tree.get(op.id)!;
    if (node.parent!.type !== NodeType.list) return [creationOf(node)];
    return node.type === NodeType.register ? none : [removal(node.id), creationOf(node)];
  }

  /** The ops that must follow all acks. */
  answers(): RemoteOp[] {
    const answers: RemoteOp[] = [];
    if (this.#revived) {
      for (const [id, before] of this.#revived) {
        const node = this.#tree.get(id);
        if (node) this.#correct(node, before, answers);
      }
    }
    if (this.#sets) for (const op of this.#sets) this.#returnMoved(op, answers);
    return answers;
  }

  #correct(node: TreeNode, before: Removal, answers: RemoteOp[]): void {
    const { id } = node;
    if (node.parent!.type === NodeType.list) answers.push(placing(id, node.key));
    if (node.type === NodeType.object) {
      if (node.fields > 0) answers.push({ type: OpType.updateObject, id, data: node.share() });
      for (const key of before.fields)
        if (node.field(key) === undefined && !node.child(key)) answers.push({ type: OpType.deleteObjectKey, id, key });
    }
    for (const orphan of this.#tree.recentChanges.orphans(id))
      if (!this.#tree.get(orphan)) answers.push(removal(orphan));
  }

  #returnMoved(op: CreateOp, answers: RemoteOp[]): void {
    for (const id of this.#tree.recentChanges.movedFrom(op.parentId, normalisePosition(op.parentKey))) {
      const item = this.#tree.get(id);
      if (item && item.id !== op.id && item.parent?.id === op.parentId) answers.push(...renewal(item));
    }
  }
}

const none: readonly RemoteOp[] = [];
