/** Applies text updates to the tree, and handles those that are sent again. */
import { NodeType, OpType } from "@weft/protocol/codes";
import type { RemoteOp, ServerOp, TextOperation } from "@weft/protocol/types";
import type { Applied } from "../applied.ts";
import { ignoredAck, type OpOf } from "../ops.ts";
import type { StorageTree } from "../tree.ts";
import type { TreeNode } from "../tree-node.ts";
import { applyOperations } from "./draft.ts";
import type { TextSubmission } from "./history.ts";
import { resume } from "./resume.ts";
import { textBytes } from "./segments.ts";
import { Steps } from "./steps.ts";
import { transformOperations } from "./transform.ts";

export type TextUpdate = OpOf<typeof OpType.updateText>;

/**
 * Applies an update to the present text, transformed from the version that it was made for. Takes its work from
 * `allowed`.
 */
export function updateText(tree: StorageTree, op: TextUpdate, allowed: Steps): Applied {
  const node = tree.get(op.id);
  if (node?.type !== NodeType.text || op.ops.length === 0) return { kind: "ignored" };
  const { bounds } = tree;
  if (op.ops.length > bounds.textOperations)
    return refusal(`One update of a LiveText may hold ${bounds.textOperations} operations at most.`);
  if (op.baseVersion > node.version) return refusal("The LiveText has not reached the version of this update yet.");
  const missed = tree.texts.since(node, op.baseVersion, node.version);
  if (!missed) return refusal("The LiveText has moved on too far since the version of this update.");
  return within(allowed, bounds.textSteps, (steps) => {
    let operations = op.ops;
    for (const edit of missed) {
      if (steps.exhausted) break;
      operations = transformOperations(operations, edit.operations, "after", steps).operations;
    }
    return write(tree, node, operations, op, [{ operations: op.ops, version: node.version + 1 }], steps);
  });
}

/** The ack of an update that has been accepted before: its sender goes back to what it loaded. */
export function textAck(tree: StorageTree, op: TextUpdate & { readonly opId: string }): ServerOp {
  const node = tree.get(op.id);
  if (node?.type !== NodeType.text) return ignoredAck(op.opId);
  const { id, version } = node;
  return { type: OpType.updateText, id, opId: op.opId, baseVersion: version, version, ops: [] };
}

/**
 * A client that lost an ack sends under the same `opId` what it sent before, followed by all that its user has typed
 * since. Applies the latter, as an update of its own; undefined when there is none, or it cannot be told from the
 * former.
 */
export function resumeText(
  tree: StorageTree,
  op: TextUpdate & { readonly opId: string },
  allowed: Steps,
): Applied | undefined {
  const node = tree.get(op.id);
  if (node?.type !== NodeType.text || op.ops.length > tree.bounds.textOperations) return undefined;
  const missed = tree.texts.since(node, op.baseVersion, node.version);
  const edit = tree.texts.find(node, op.opId);
  if (!edit || !missed) return undefined;
  const edits = tree.texts.since(node, edit.submission.baseVersion, node.version);
  return within(allowed, tree.bounds.textSteps, (steps) => {
    const length = node.segments.reduce((sum, [text]) => sum + text.length, 0);
    const resumed = resume(op, edit.submission, edits, missed, length, steps);
    if (!resumed) return undefined;
    const { parts, rest, restated } = resumed;
    if (rest.length > 0)
      return write(tree, node, restated, op, [...parts, { operations: rest, version: node.version + 1 }], steps);
    tree.texts.restate(node, edit, { baseVersion: op.baseVersion, parts });
    return undefined;
  });
}

function within<T>(allowed: Steps, most: number, work: (steps: Steps) => T): T {
  const given = Math.min(allowed.left, most);
  const steps = new Steps(given);
  const result = work(steps);
  allowed.take(given - steps.left + 1);
  return result;
}

function write(
  tree: StorageTree,
  node: TreeNode,
  operations: readonly TextOperation[],
  op: TextUpdate,
  parts: TextSubmission["parts"],
  steps: Steps,
): Applied {
  const { bounds } = tree;
  if (steps.exhausted) return refusal(tooMuch);
  const applied = applyOperations(node.segments, operations, steps);
  if (steps.exhausted) return refusal(tooMuch);
  const enough = Math.max(bounds.textBytes, node.dataBytes);
  const dataBytes = textBytes(applied.data, enough);
  const growth = dataBytes - node.dataBytes;
  if (growth > 0) {
    if (dataBytes > enough || dataBytes > bounds.textBytes)
      return refusal(`A LiveText may hold ${bounds.textBytes} bytes at most.`);
    if (tree.bytes + growth > bounds.bytes) return refusal(`A room's Storage may hold ${bounds.bytes} bytes at most.`);
  }
  const baseVersion = node.version;
  const version = baseVersion + 1;
  tree.writeText(node, applied.data, dataBytes, {
    version,
    opId: op.opId,
    operations: applied.operations,
    submission: { baseVersion: op.baseVersion, parts },
  });
  const update = { type: OpType.updateText, id: op.id, baseVersion, ops: applied.operations, version } as const;
  const echo: ServerOp = op.opId === undefined ? update : { ...update, opId: op.opId };
  return { kind: "accepted", echo, fixes: none, notices: none, changed: true };
}

const none: readonly RemoteOp[] = [];
const tooMuch = "The update of the LiveText takes too much work.";
const refusal = (reason: string): Applied => ({ kind: "refused", reason });
