/**
 * Applies ops to the tree, and builds the messages for their sender and for the others. The order in which ops arrive
 * is final. Clients apply their own ops optimistically, and are corrected by the ops that are returned here.
 */
import { ackNodeId, isStorable, NodeType, OpType, storableRule } from "@weft/protocol/codes";
import type { JsonObject, Op, RemoteOp, ServerOp, StorageFileId } from "@weft/protocol/types";
import { Corrections } from "./corrections.ts";
import type { Applied } from "./applied.ts";
import { remaking } from "./node-ops.ts";
import { createdType, type Creation, ignoredAck, mayHold, type OpOf, placing, removal, withoutOpId } from "./ops.ts";
import { normalisePosition, positionAfter, vacantPosition } from "./position.ts";
import { Losses, replay } from "./replay.ts";
import { finish, type Stepwise } from "./stepwise.ts";
import { jsonBytes, memberBytes, stringBytes, utf8Bytes } from "./size.ts";
import { canonicalText } from "./text/segments.ts";
import { Steps } from "./text/steps.ts";
import { resumeText, textAck, updateText } from "./text/update.ts";
import { editable, type StorageTree, type Tree } from "./tree.ts";
import { noData, subtree, TreeNode } from "./tree-node.ts";

/** Finds a file whose upload is complete; undefined when no such file was uploaded to the room. */
export type FindUpload = (fileId: StorageFileId) => { readonly size: number } | undefined;

/** Optional rights of a message's ops. By default they have none. */
export interface Allowances {
  readonly upload?: FindUpload;
  /** A replayed text update may contain edits that were made after it was first sent; they are applied. */
  readonly resume?: boolean;
  /** Remaining budget of work on texts; unlimited by default. */
  readonly steps?: Steps;
}

/** The outcome of one message of ops. */
export interface Reply {
  /** Ignored-acks, fixes and answers to repeated pushes: one frame to the sender, before the acks. */
  readonly early: ServerOp[];
  /**
   * Full echoes to the sender, in op order, followed by corrections (`corrections.ts`). The answer to a
   * replayed op is contiguous: its ack, then ops without `opId` that restore the room's state on the sender.
   */
  readonly acks: ServerOp[];
  /** For all other connections. */
  readonly forwards: RemoteOp[];
  /** The forwards with their opIds, for other connections of the client that sent these ops. */
  readonly echoes: ServerOp[];
  readonly refused: { readonly opIds: string[]; readonly reason: string }[];
  /** The opIds decided by this message: accepted or ignored. Remember them with the commit that makes them durable. */
  readonly applied: string[];
  /** Whether the tree differs from before. */
  readonly changed: boolean;
}

/**
 * Applies the ops of one message in order, and builds the answers. An op that `isKnown`, or that occurs twice in the
 * message, was applied before: it changes nothing, and its sender gets the room's present state.
 *
 * @example
 * const reply = applyMessage(tree, [{ type: 3, id: "root", opId: "1:0", data: { n: 1 } }], () => false);
 * reply.forwards; // [{ type: 3, id: "root", data: { n: 1 } }]
 */
export function applyMessage(
  tree: Tree,
  ops: readonly Op[],
  isKnown: (opId: string) => boolean,
  allowances?: Allowances,
): Reply {
  return finish(applyInSteps(tree, ops, isKnown, allowances));
}

/** Like `applyMessage`, with a pause between any two ops. The tree must not be used until the end. */
export function* applyInSteps(
  tree: Tree,
  ops: readonly Op[],
  isKnown: (opId: string) => boolean,
  { upload = noUpload, resume = false, steps = new Steps(Infinity) }: Allowances = {},
): Stepwise<Reply> {
  const early: ServerOp[] = [];
  const acks: ServerOp[] = [];
  const forwards: RemoteOp[] = [];
  const echoes: ServerOp[] = [];
  const refused: { opIds: string[]; reason: string }[] = [];
  const applied: string[] = [];
  const target = editable(tree);
  const corrections = new Corrections(target);
  const decided = ops.length > 1 ? new Set<string>() : undefined;
  let lastCreation: Map<string, number> | undefined;
  let changed = false;
  // A fix must not overtake the restoring ops of a replay: from the first replay on, everything is sent in op order.
  let ahead = early;
  const lost = new Losses();
  const owed = new Set<string>();
  /** Ids that this message creates again. */
  const revived = new Set<string>();

  /** Whether a later op of the message creates the node again, so that the sender already has it. */
  const comesLater = (index: number) => (id: string) => {
    if (!decided) return false;
    lastCreation ??= creations(ops);
    return (lastCreation.get(id) ?? -1) > index;
  };

  for (let i = 0; i < ops.length; i++) {
    if (i > 0) yield;
    const op = ops[i]!;
    const known = isKnown(op.opId) || decided?.has(op.opId) === true;
    if (known && op.type === OpType.updateText) {
      ahead = acks;
      const ack = textAck(target, op);
      const resumed = resume ? resumeText(target, op, steps) : undefined;
      if (resumed?.kind === "refused") {
        refused.push({ opIds: [op.opId], reason: resumed.reason });
        continue;
      }
      acks.push(ack);
      if (resumed?.kind !== "accepted") continue;
      const told = withoutOpId(resumed.echo);
      acks.push(told);
      forwards.push(told);
      echoes.push(told);
      applied.push(op.opId);
      changed = true;
      continue;
    }
    if (known) {
      ahead = acks;
      for (const answer of replay(tree, op, comesLater(i), lost, owed)) acks.push(answer);
      lost.note(op);
      continue;
    }
    if (op.type === OpType.updateText && op.ops.length === 0) {
      // A client sends no further update of a text before this one is acknowledged. It is not recorded as decided: if
      // the ack is lost, later edits come under the same opId.
      acks.push(textAck(target, op));
      continue;
    }
    const before = target.recentChanges.removal(op.id);
    const outcome = applyOp(tree, op, upload, steps);
    if (outcome.kind === "refused") {
      refused.push({ opIds: [op.opId], reason: outcome.reason });
      // After the refusal of a text update, its sender loads the text.
      if (op.type === OpType.updateText) continue;
      // After a refusal alone, the sender would ignore changes of others at this place.
      ahead = acks;
      for (const answer of replay(tree, op, comesLater(i))) acks.push(answer);
      continue;
    }
    applied.push(op.opId);
    decided?.add(op.opId);
    if (outcome.kind === "ignored") {
      ahead.push(ignoredAck(op.opId));
    } else if (outcome.kind === "present") {
      for (const answer of replay(tree, op, comesLater(i), lost, owed)) ahead.push(answer);
    } else {
      for (const fix of outcome.fixes) ahead.push(fix);
      // An echo of the deletion would remove the node that the client has created again.
      if (op.type === OpType.deleteNode && comesLater(i)(op.id)) ahead.push(ignoredAck(op.opId));
      else acks.push(outcome.echo);
      if ("parentId" in op) for (const answer of corrections.created(op, before)) acks.push(answer);
      // Another client may be creating the same node again, and would show it twice. Or it still has the node without
      // showing it, like the contents of an item that a set has removed.
      if (before && "parentId" in op) {
        if (target.get(op.parentId)?.type === NodeType.list || revived.has(op.parentId)) {
          forwards.push(removal(op.id));
          echoes.push(removal(op.id));
        }
        revived.add(op.id);
      }
      forwards.push(...outcome.notices);
      echoes.push(...outcome.notices);
      // On another client, this op would hit a node that an op in flight creates again.
      if (outcome.changed || op.type === OpType.setParentKey) {
        forwards.push(withoutOpId(outcome.echo));
        echoes.push(outcome.echo);
      }
      changed ||= outcome.changed;
    }
  }
  for (const answer of corrections.answers()) acks.push(answer);
  for (const id of owed) {
    const node = target.get(id);
    if (node) acks.push(...remaking(node));
  }
  return { early, acks, forwards, echoes, refused, applied, changed };
}

/** The last index at which each id is created. */
function creations(ops: readonly Op[]): Map<string, number> {
  const last = new Map<string, number>();
  for (let i = 0; i < ops.length; i++) if ("parentId" in ops[i]!) last.set(ops[i]!.id, i);
  return last;
}

/** Applies one op. Nothing has changed unless it is accepted. */
export function applyOp(tree: Tree, op: ServerOp, upload: FindUpload = noUpload, steps = new Steps(Infinity)): Applied {
  const target = editable(tree);
  switch (op.type) {
    case OpType.updateObject:
      return update(target, op);
    case OpType.setParentKey:
      return move(target, op);
    case OpType.deleteNode:
      return accepted(op, removeNode(target, op.id));
    case OpType.deleteObjectKey:
      return accepted(op, removeKey(target, op.id, op.key));
    case OpType.updateText:
      return updateText(target, op, steps);
    default:
      return create(target, op, upload);
  }
}

const noUpload: FindUpload = () => undefined;
const none: readonly RemoteOp[] = [];
const accepted = (echo: ServerOp, changed: boolean, fixes = none, notices = none): Applied => ({
  kind: "accepted",
  echo,
  fixes,
  notices,
  changed,
});
const refusal = (reason: string): Applied => ({ kind: "refused", reason });
const ignored: Applied = { kind: "ignored" };

function create(tree: StorageTree, op: Creation, upload: FindUpload): Applied {
  const { id, parentId } = op;
  const existing = tree.get(id);
  if (existing) {
    return existing.parent?.id === parentId ? { kind: "present" } : ignored;
  }
  const type = createdType[op.type];
  const parent = tree.get(parentId);
  if (!parent || !mayHold(parent.type, type)) return ignored;
  if (id === ackNodeId) return refusal(`No node may be called "${ackNodeId}".`);
  if (!isStorable(id)) return refusal(`A node's id ${storableRule}`);
  if (longerThan(id, tree.bounds.keyBytes))
    return refusal(`A node's id may hold ${tree.bounds.keyBytes} bytes at most.`);
  const uploaded = op.type === OpType.createFile ? upload(op.data.id) : undefined;
  if (op.type === OpType.createFile && !uploaded) return refusal("The file was not uploaded to this room.");
  if (parent.type === NodeType.list) return createItem(tree, parent, op, uploaded?.size);

  const key = op.parentKey;
  if (longerThan(key, tree.bounds.keyBytes)) return refusal(`A key may hold ${tree.bounds.keyBytes} bytes at most.`);
  const node = nodeOf(op, key, uploaded?.size);
  const replaced = parent.child(key);
  const field = parent.type === NodeType.object ? parent.field(key) : undefined;
  const reason = objection(tree, parent, node, replaced, undefined, field === undefined ? 0 : memberBytes(key, field));
  if (reason) return refusal(reason);
  if (replaced) tree.detach(replaced);
  else if (field !== undefined) tree.removeField(parent, key);
  tree.attach(parent, node);
  return accepted(op, true);
}

function createItem(tree: StorageTree, list: TreeNode, op: Creation, size: number | undefined): Applied {
  let position = normalisePosition(op.parentKey);
  let named: TreeNode | undefined;
  let unnamed: TreeNode | undefined;
  if (op.intent === "set") {
    // The node that the sender replaces is deleted wherever it is now, and so is any other node at the place.
    const target = op.deletedId === undefined ? undefined : tree.get(op.deletedId);
    named = target?.parent === list ? target : undefined;
    const occupant = list.itemAt(position);
    unnamed = occupant === named ? undefined : occupant;
  } else if (op.intent === "push") {
    const last = list.items?.at(-1);
    if (last && position <= last.key) position = positionAfter(last.key);
  } else {
    position = vacantPosition(list.items, list.indexOf(position), position);
  }
  if (position.length > tree.bounds.positionLength) return refusal(crowded(tree));
  const node = nodeOf(op, position, size);
  const reason = objection(tree, list, node, named, unnamed, 0);
  if (reason) return refusal(reason);
  if (named) tree.detach(named);
  if (unnamed) tree.detach(unnamed);
  tree.attach(list, node);
  const fixes: RemoteOp[] = [];
  if (unnamed) fixes.push(removal(unnamed.id));
  if (position !== op.parentKey) fixes.push(placing(op.id, position));
  // A client that is moving that item has it elsewhere, and would not remove it by its place.
  return accepted(relocated(op, position), true, fixes, unnamed ? [removal(unnamed.id)] : none);
}

function move(tree: StorageTree, op: OpOf<typeof OpType.setParentKey>): Applied {
  const node = tree.get(op.id);
  const list = node?.parent;
  if (!node || list?.type !== NodeType.list) return ignored;
  let position = normalisePosition(op.parentKey);
  if (position !== node.key) position = vacantPosition(list.items, list.indexOf(position), position);
  const changed = position !== node.key;
  if (changed) {
    if (position.length > tree.bounds.positionLength) return refusal(crowded(tree));
    const growth = stringBytes(position) - stringBytes(node.key);
    if (growth > 0 && tree.bytes + growth > tree.bounds.bytes) return refusal(full(tree));
    tree.reposition(node, position);
  }
  if (position === op.parentKey) return accepted(op, changed);
  return accepted({ ...op, parentKey: position }, changed, [placing(op.id, position)]);
}

function update(tree: StorageTree, op: OpOf<typeof OpType.updateObject>): Applied {
  const node = tree.get(op.id);
  if (node?.type !== NodeType.object) return accepted(op, false);
  const { bounds } = tree;
  const data = op.data;
  let change = 0;
  let added = 0;
  let written = 0;
  let replaced: TreeNode[] | undefined;
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value === undefined) continue;
    written++;
    const before = node.field(key);
    if (before !== undefined) {
      change += jsonBytes(value) - jsonBytes(before);
      continue;
    }
    if (longerThan(key, bounds.keyBytes)) return refusal(`A key may hold ${bounds.keyBytes} bytes at most.`);
    // Every field but the first brings a comma.
    change += memberBytes(key, value) + (node.fields + added > 0 ? 1 : 0);
    added++;
    const child = node.child(key);
    if (child) (replaced ??= []).push(child);
  }
  if (written === 0) return accepted(op, false);
  if (change > 0) {
    if (node.dataBytes + change > bounds.objectBytes) {
      return refusal(`The plain fields of a LiveObject may hold ${bounds.objectBytes} bytes at most.`);
    }
    if (tree.bytes + change > bounds.bytes && tree.bytes + change - bytesBelow(replaced) > bounds.bytes) {
      return refusal(full(tree));
    }
  }
  const widened = added - (replaced?.length ?? 0);
  if (widened > 0 && node.width + widened > bounds.children) return refusal(wide(tree));
  if (replaced) for (const child of replaced) tree.detach(child);
  tree.writeFields(node, data, change, added);
  return accepted(op, true);
}

function removeNode(tree: StorageTree, id: string): boolean {
  const node = tree.get(id);
  if (!node || node === tree.root) return false;
  tree.detach(node);
  return true;
}

function removeKey(tree: StorageTree, id: string, key: string): boolean {
  const node = tree.get(id);
  if (!node || (node.type !== NodeType.object && node.type !== NodeType.map)) return false;
  const child = node.child(key);
  if (child) {
    tree.detach(child);
    return true;
  }
  return node.type === NodeType.object && tree.removeField(node, key);
}

/** The reason why a node may not be put under a parent, given what is removed for it; undefined when it may. */
function objection(
  tree: StorageTree,
  parent: TreeNode,
  node: TreeNode,
  replaced: TreeNode | undefined,
  alsoReplaced: TreeNode | undefined,
  fieldBytes: number,
): string | undefined {
  const { bounds } = tree;
  if (node.type === NodeType.object && node.dataBytes > bounds.objectBytes) {
    return `The plain fields of a LiveObject may hold ${bounds.objectBytes} bytes at most.`;
  }
  if (node.type === NodeType.text && node.dataBytes > bounds.textBytes) {
    return `A LiveText may hold ${bounds.textBytes} bytes at most.`;
  }
  if (node.type === NodeType.file && node.dataBytes > bounds.valueBytes) {
    return `What a LiveFile says of its file may hold ${bounds.valueBytes} bytes at most.`;
  }
  if (node.type === NodeType.register && node.dataBytes > bounds.valueBytes) {
    return `One value of a LiveMap or LiveList may hold ${bounds.valueBytes} bytes at most.`;
  }
  if (node.type === NodeType.object && longKey(node.data, bounds.keyBytes)) {
    return `A key may hold ${bounds.keyBytes} bytes at most.`;
  }
  if (parent.depth >= bounds.depth) return `Storage may be nested ${bounds.depth} levels deep at most.`;
  if (node.fields > bounds.children) return wide(tree);
  const makesRoom = replaced !== undefined || alsoReplaced !== undefined;
  if (parent.width >= bounds.children && !makesRoom && fieldBytes === 0) return wide(tree);
  // Counting the replaced nodes takes a walk, so it is done only when the result depends on it.
  const tooMany = tree.nodes + 1 > bounds.nodes;
  const tooLarge = tree.bytes + node.bytes > bounds.bytes;
  if (!tooMany && !tooLarge) return undefined;
  let nodes = 0;
  let bytes = fieldBytes;
  for (const gone of [replaced, alsoReplaced]) {
    if (!gone) continue;
    for (const { bytes: freed } of subtree(gone)) {
      nodes++;
      bytes += freed;
    }
  }
  if (tooMany && nodes < 1) return `A room's Storage may hold ${bounds.nodes} nodes at most.`;
  return tooLarge && node.bytes > bytes && tree.bytes + node.bytes - bytes > bounds.bytes ? full(tree) : undefined;
}

const full = (tree: StorageTree) => `A room's Storage may hold ${tree.bounds.bytes} bytes at most.`;
const wide = (tree: StorageTree) =>
  `One LiveObject, LiveMap or LiveList may hold ${tree.bounds.children} entries at most.`;
const crowded = (tree: StorageTree) => `A list position may hold ${tree.bounds.positionLength} characters at most.`;

function bytesBelow(nodes: readonly TreeNode[] | undefined): number {
  let bytes = 0;
  if (nodes) for (const top of nodes) for (const node of subtree(top)) bytes += node.bytes;
  return bytes;
}

/** A text has at most three bytes per code unit, so most keys need no counting. */
function longerThan(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && utf8Bytes(text) > bytes;
}

function longKey(data: JsonObject, bytes: number): boolean {
  for (const key of Object.keys(data)) if (longerThan(key, bytes)) return true;
  return false;
}

/** The node that an op creates. A file has the size of its upload, whatever the op says. */
function nodeOf(op: Creation, key: string, size: number | undefined): TreeNode {
  const type = createdType[op.type];
  switch (op.type) {
    case OpType.createText:
      return new TreeNode(op.id, type, op.parentId, key, noData, canonicalText(op.data), op.version);
    case OpType.createFile:
      return new TreeNode(op.id, type, op.parentId, key, noData, { ...op.data, size: size ?? op.data.size });
    case OpType.createRegister:
      return new TreeNode(op.id, type, op.parentId, key, noData, op.data);
    default:
      return new TreeNode(op.id, type, op.parentId, key, op.type === OpType.createObject ? op.data : noData, null);
  }
}

function relocated<T extends Creation>(op: T, position: string): T {
  return op.parentKey === position ? op : { ...op, parentKey: position };
}
