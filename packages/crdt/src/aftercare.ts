/**
 * What a sender has to be told beside its acks. An official client applies its own ops at once, and goes by its own
 * guess where it has a write under way; three of its guesses never come right by acks alone:
 *
 * - A node that it deleted and created again (undo, redo) meets what others did to the former node: their ops arrive
 *   after its own re-creation, although the room decided them before. And the echo of its deletion removes the new node.
 * - A structure under an object's key that it created just now is lost to it when a plain write to the same key arrives
 *   before the ack: it shows the structure for good, and hears nothing that happens in it.
 * - An item that somebody else put where it has a `set` under way is not shown, as the set will replace it; when a third
 *   person moves that item away first, it stays in the room.
 *
 * Each is told in ops without `opId`, which change nothing on a client that has it right.
 */
import { type CreateOp, NodeType, OpType, type RemoteOp } from "@weft/protocol";
import type { Removal } from "./lately.ts";
import { creationOf, placing, removal, renewal } from "./ops.ts";
import { normalisePosition } from "./position.ts";
import type { StorageTree, TreeNode } from "./tree.ts";

/** Collects, op by op, what one message makes necessary. */
export class Aftercare {
  readonly #tree: StorageTree;
  #revived: Map<string, Removal> | undefined;
  #sets: CreateOp[] | undefined;

  constructor(tree: StorageTree) {
    this.#tree = tree;
  }

  /**
   * A create was accepted; `before` is what its id stood for until lately. Answers what has to follow its ack at once, so
   * that the acks of its children find it.
   */
  created(op: CreateOp, before: Removal | undefined): readonly RemoteOp[] {
    if (op.intent === "set") (this.#sets ??= []).push(op);
    if (!before && !this.#tree.lately.hasWritten(op.parentId, op.parentKey)) return none;
    if (before) (this.#revived ??= new Map()).set(op.id, before);
    const node = this.#tree.get(op.id)!;
    if (node.parent!.type !== NodeType.list) return [creationOf(node)];
    return node.type === NodeType.register ? none : [removal(node.id), creationOf(node)];
  }

  /** What has to follow all acks. */
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
    for (const orphan of this.#tree.lately.orphans(id)) if (!this.#tree.get(orphan)) answers.push(removal(orphan));
  }

  #returnMoved(op: CreateOp, answers: RemoteOp[]): void {
    for (const id of this.#tree.lately.movedFrom(op.parentId, normalisePosition(op.parentKey))) {
      const item = this.#tree.get(id);
      if (item && item.id !== op.id && item.parent?.id === op.parentId) answers.push(...renewal(item));
    }
  }
}

const none: readonly RemoteOp[] = [];
