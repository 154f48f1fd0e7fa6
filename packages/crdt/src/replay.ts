/**
 * Answers to replayed ops. A client that lost an ack loads the room again, applies its unacknowledged ops to the loaded
 * state, and sends them again under their old `opId`s. Applying them a second time would revert later changes of others
 * (G3), so the tree does not change. The sender gets its ack, followed by ops without `opId` that undo, on the sender
 * alone, what applying the op again has changed there.
 *
 * Each cell of the tables below is one situation, and may be adjusted on its own.
 */
import { NodeType, OpType } from "@weft/protocol/codes";
import type { CreateOp, Json, Op, RemoteOp, ServerOp } from "@weft/protocol/types";
import { equalJson } from "./equal.ts";
import { renewal } from "./node-ops.ts";
import { createdType, ignoredAck, lengthOf, mayHold, type OpOf, overwriting, placing, removal, single } from "./ops.ts";
import { normalisePosition } from "./position.ts";
import { textAck } from "./text/update.ts";
import { editable, type StorageTree, type Tree } from "./tree.ts";
import { noData, type TreeNode } from "./tree-node.ts";

/**
 * The ack of a replayed op, followed by the ops that restore the room's state on its sender.
 *
 * @param comesLater whether a later op of the same message creates a node again: the sender has it, and must neither lose
 * it nor get it twice.
 * @param lost nodes that earlier replays of the message have removed on the sender, before this op created them again.
 * @param owed collects the nodes that were restored without the children that a later op of the message creates: the
 * sender lost those with the node, and the ack of the later op does not restore them.
 */
export function replay(
  tree: Tree,
  op: Op,
  comesLater: (id: string) => boolean = () => false,
  lost: Losses = new Losses(),
  owed: Set<string> = new Set(),
): ServerOp[] {
  const target = editable(tree);
  const answers = answer(target, op, comesLater(op.id));
  const node = lost.any ? target.get(op.id) : undefined;
  if (node && "parentId" in op && node.parent?.id === op.parentId) {
    // The echo of an earlier set has removed an item that is at the same place now.
    answers.push(...(node.parent.type === NodeType.list ? renewal(node) : refill(node, op, lost)));
  }
  const given = new Set<string>();
  return answers.filter((told) => {
    if ("opId" in told || !("parentId" in told || told.type === OpType.deleteNode)) return true;
    const isInGiven = "parentId" in told && given.has(told.parentId);
    if (comesLater(told.id)) {
      if (isInGiven) owed.add(told.parentId);
      return false;
    }
    if (told.type === OpType.deleteNode || isInGiven) given.add(told.id);
    return true;
  });
}

/** Nodes that a sender loses by applying a message again to the loaded state, by id and by place. */
export class Losses {
  readonly #names = new Set<string>();

  /** Whether nodes may have been lost. */
  get any(): boolean {
    return this.#names.size > 0;
  }

  /** Whether the node that an op creates was lost before. */
  has(op: CreateOp): boolean {
    return [op.id, op.parentId, placeOf(op.parentId, op.parentKey)].some((name) => this.#names.has(name));
  }

  note(op: Op): void {
    if ("parentId" in op) {
      if (this.has(op)) this.#names.add(op.id);
      this.#names.add(placeOf(op.parentId, op.parentKey));
    } else if (op.type === OpType.deleteNode) this.#names.add(op.id);
    else if (op.type === OpType.deleteObjectKey) this.#names.add(placeOf(op.id, op.key));
  }
}

const placeOf = (parentId: string, key: string): string => `${parentId}\n${key}`;

/** Restores the later contents of a structure that its sender has created again in its first state. */
function refill(node: TreeNode, op: CreateOp, lost: Losses): RemoteOp[] {
  const refilled: RemoteOp[] = [];
  if (node.type === NodeType.object) {
    if (node.fields > 0) refilled.push({ type: OpType.updateObject, id: node.id, data: node.share() });
    const former = op.type === OpType.createObject ? op.data : noData;
    for (const key of Object.keys(former))
      if (node.field(key) === undefined && !node.child(key))
        refilled.push({ type: OpType.deleteObjectKey, id: node.id, key });
  }
  for (const child of node.items ?? node.children?.values() ?? []) refilled.push(...renewal(child));
  // A text that was not lost also has the edits that are being typed into it. The id may be that of another structure.
  if (op.type === OpType.createText && node.type === NodeType.text && lost.has(op))
    refilled.push(...retelling(node, op));
  return refilled;
}

/** Restores the present contents of a text that its sender has created again. */
function retelling({ id, version, segments }: TreeNode, op: OpOf<typeof OpType.createText>): RemoteOp[] {
  const baseVersion = op.version ?? 0;
  if (version === baseVersion) return [];
  return [{ type: OpType.updateText, id, baseVersion, version, ops: overwriting(lengthOf(op.data), segments) }];
}

function answer(target: StorageTree, op: Op, revived: boolean): ServerOp[] {
  switch (op.type) {
    case OpType.updateObject:
      return [op, ...restoreFields(target, op)];
    case OpType.deleteObjectKey: {
      const node = target.get(op.id);
      return node ? [op, ...restoreKey(node, op.key, [])] : [op];
    }
    case OpType.deleteNode: {
      if (revived) return [ignoredAck(op.opId)];
      const node = op.id === target.root.id ? undefined : target.get(op.id);
      return node ? [op, ...renewal(node)] : [op];
    }
    case OpType.setParentKey:
      return replayMove(target, op);
    case OpType.updateText:
      return [textAck(target, op)];
    default:
      return replayCreation(target, op, revived);
  }
}

function replayMove(tree: StorageTree, op: Extract<Op, { type: typeof OpType.setParentKey }>): ServerOp[] {
  const node = tree.get(op.id);
  if (node?.parent?.type !== NodeType.list) return [ignoredAck(op.opId)];
  const { key } = node;
  return key === op.parentKey ? [op] : [{ ...op, parentKey: key }, placing(node.id, key)];
}

/** How the op placed its node. */
type Place = "keyed" | "insert" | "push" | "set";
/** The node's present state: still under the parent that the op gave it, or not. */
type Fate = "kept" | "gone";

interface Case {
  readonly tree: StorageTree;
  readonly op: CreateOp;
  readonly parent: TreeNode;
  /** The node, as long as it exists. */
  readonly node: TreeNode | undefined;
  /** The ops that remove a node on the sender that the room no longer has. */
  readonly removals: readonly RemoteOp[];
}

const creations: { readonly [P in Place]: { readonly [F in Fate]: (at: Case) => ServerOp[] } } = {
  keyed: {
    // The sender ignores changes of others to the key until it sees the opId together with the key: echo it in full.
    kept: ({ op }) => [op],
    gone: ({ op, parent, removals }) => [op, ...restoreKey(parent, op.parentKey, removals)],
  },
  insert: {
    kept: ({ op, node }) =>
      node!.key === op.parentKey ? [ignoredAck(op.opId)] : [ignoredAck(op.opId), placing(op.id, node!.key)],
    gone: ({ op, removals }) => [ignoredAck(op.opId), ...removals],
  },
  push: {
    kept: ({ op, node }) => [{ ...op, parentKey: node!.key }, placing(op.id, node!.key)],
    gone: ({ op, removals }) => [ignoredAck(op.opId), ...removals],
  },
  set: {
    // Like with a key, the sender ignores changes to a position that it set until it sees the echo.
    kept: (at) => [at.op, ...restorePlace(at)],
    gone: (at) => [at.op, ...at.removals, ...restorePlace(at)],
  },
};

function replayCreation(tree: StorageTree, op: CreateOp, revived: boolean): ServerOp[] {
  const parent = tree.get(op.parentId);
  if (!parent || !mayHold(parent.type, createdType[op.type])) return [ignoredAck(op.opId)];
  const node = tree.get(op.id);
  // Another client created the id again elsewhere; the sender has loaded it there.
  if (node && node.parent !== parent) return [ignoredAck(op.opId)];
  const place: Place = parent.type === NodeType.list ? (op.intent ?? "insert") : "keyed";
  return creations[place][node ? "kept" : "gone"]({
    tree,
    op,
    parent,
    node,
    removals: revived ? [] : [removal(op.id)],
  });
}

/** Restores the room's value of a key of an object or map; removals restore the absence of a value. */
function restoreKey(parent: TreeNode, key: string, removals: readonly RemoteOp[]): readonly RemoteOp[] {
  if (parent.type !== NodeType.object && parent.type !== NodeType.map) return [];
  const child = parent.child(key);
  if (child) return renewal(child);
  const field = parent.type === NodeType.object ? parent.field(key) : undefined;
  if (field !== undefined) return [{ type: OpType.updateObject, id: parent.id, data: single(key, field) }];
  return removals;
}

/** Restores the room's values of the fields of an object that the replayed update has set. */
function restoreFields(tree: StorageTree, op: Extract<Op, { type: typeof OpType.updateObject }>): RemoteOp[] {
  const node = tree.get(op.id);
  if (node?.type !== NodeType.object) return [];
  const restored: RemoteOp[] = [];
  const data: Record<string, Json> = Object.create(null);
  let newer = false;
  for (const key of Object.keys(op.data)) {
    const field = node.field(key);
    const child = node.child(key);
    if (child) restored.push(...renewal(child));
    else if (field === undefined) restored.push({ type: OpType.deleteObjectKey, id: op.id, key });
    else if (!equalJson(field, op.data[key])) {
      data[key] = field;
      newer = true;
    }
  }
  return newer ? [{ type: OpType.updateObject, id: op.id, data }, ...restored] : restored;
}

/**
 * Restores the room's items at a list position at which its sender has put the op's node again: the node at its present
 * place, and every item that the set has removed on the sender.
 */
function restorePlace({ tree, op, parent: list, node }: Case): RemoteOp[] {
  const swept = new Set<TreeNode>();
  const occupant = list.itemAt(normalisePosition(op.parentKey));
  if (occupant && occupant !== node) swept.add(occupant);
  const named = op.deletedId === undefined ? undefined : tree.get(op.deletedId);
  if (named?.parent === list && named !== node) swept.add(named);
  const restored: RemoteOp[] = [];
  if (node && node.key !== op.parentKey) restored.push(placing(node.id, node.key));
  for (const item of swept) restored.push(...renewal(item));
  return restored;
}
