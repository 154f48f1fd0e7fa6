/** What an update of a text does to the tree, and what becomes of one that comes again (realtime-protocol 7.11.3, 7.11.5). */
import { NodeType, OpType, type RemoteOp, type ServerOp, type TextOperation } from "@weft/protocol";
import type { Applied } from "../apply.ts";
import { equalJson } from "../equal.ts";
import { ignoredAck, type OpOf } from "../ops.ts";
import type { StorageTree, TreeNode } from "../tree.ts";
import { applyOperations } from "./draft.ts";
import { textBytes } from "./segments.ts";
import { Steps } from "./steps.ts";
import { transformOperations } from "./transform.ts";

export type TextUpdate = OpOf<typeof OpType.updateText>;

/** Applies an update to what the text has become since the version that it was made for. */
export function updateText(tree: StorageTree, op: TextUpdate): Applied {
  const node = tree.get(op.id);
  if (node?.type !== NodeType.text || op.ops.length === 0) return { kind: "ignored" };
  const { bounds } = tree;
  if (op.ops.length > bounds.textOperations)
    return refusal(`One update of a LiveText may hold ${bounds.textOperations} operations at most.`);
  if (op.baseVersion > node.version) return refusal("The LiveText has not reached the version of this update yet.");
  const missed = tree.texts.since(node, op.baseVersion, node.version);
  if (!missed) return refusal("The LiveText has moved on too far since the version of this update.");
  const steps = new Steps(bounds.textSteps);
  let operations = op.ops;
  for (const edit of missed) operations = transformOperations(operations, edit.operations, "after", steps).operations;
  return write(tree, node, operations, op, steps);
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
 * since. Applies the latter, as an update of its own; undefined when there is none, or it cannot be told from the former.
 */
export function resumeText(tree: StorageTree, op: TextUpdate & { readonly opId: string }): RemoteOp | undefined {
  const node = tree.get(op.id);
  if (node?.type !== NodeType.text || op.ops.length > tree.bounds.textOperations) return undefined;
  const steps = new Steps(tree.bounds.textSteps);
  const rest = unseen(tree, node, op, steps);
  if (rest === undefined || rest.length === 0) return undefined;
  const outcome = write(tree, node, rest, op, steps);
  if (outcome.kind !== "accepted" || outcome.echo.type !== OpType.updateText) return undefined;
  const { opId: _, ...told } = outcome.echo;
  return told;
}

/** What an update holds behind the one that was accepted, restated for the text as it is. */
function unseen(
  tree: StorageTree,
  node: TreeNode,
  op: TextUpdate & { readonly opId: string },
  steps: Steps,
): readonly TextOperation[] | undefined {
  const accepted = tree.texts.find(node, op.opId);
  const edits = accepted && tree.texts.since(node, accepted.baseVersion, node.version);
  if (!accepted || !edits) return undefined;
  const before = edits.filter(({ version }) => version < accepted.version);
  const after = edits.filter(({ version }) => version > accepted.version);
  // Its sender may have learned of some of the others' updates, and restated its own over them.
  let own = accepted.sent;
  for (let learned = 0; ; learned++) {
    if (startsWith(op.ops, own)) {
      let rest: readonly TextOperation[] = op.ops.slice(own.length);
      if (rest.length === 0) return rest;
      for (const edit of before.slice(learned)) {
        const met = transformOperations(own, edit.operations, "after", steps);
        rest = transformOperations(rest, met.over, "after", steps).operations;
        own = met.operations;
      }
      for (const edit of after) rest = transformOperations(rest, edit.operations, "after", steps).operations;
      return rest;
    }
    const next = before[learned];
    if (!next || steps.exhausted) return undefined;
    own = transformOperations(own, next.operations, "after", steps).operations;
  }
}

function startsWith(operations: readonly TextOperation[], first: readonly TextOperation[]): boolean {
  return first.length <= operations.length && first.every((operation, i) => equalJson(operation, operations[i]));
}

function write(
  tree: StorageTree,
  node: TreeNode,
  operations: readonly TextOperation[],
  op: TextUpdate,
  steps: Steps,
): Applied {
  const { bounds } = tree;
  const applied = applyOperations(node.segments, operations, steps);
  if (steps.exhausted) return refusal("The update of the LiveText takes too much work.");
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
    sent: op.ops,
    baseVersion: op.baseVersion,
    operations: applied.operations,
  });
  const update = { type: OpType.updateText, id: op.id, baseVersion, ops: applied.operations, version } as const;
  const echo: ServerOp = op.opId === undefined ? update : { ...update, opId: op.opId };
  return { kind: "accepted", echo, fixes: none, notices: none, changed: true };
}

const none: readonly RemoteOp[] = [];
const refusal = (reason: string): Applied => ({ kind: "refused", reason });
