/** Changes of Storage, as applications see them. */
import { applyOperations } from "@weft/crdt/shared";
import { NodeType } from "@weft/protocol/codes";
import type { JsonObject, TextData, TextOperation } from "@weft/protocol/types";
import type { ListStep, NodeChange } from "./changes.ts";
import type { LiveBase } from "./live/live-base.ts";
import { nodeKey } from "./live/live-base.ts";
import type { Lson } from "./live/lson.ts";
import { faceOf, lsonOf } from "./live/structures.ts";
import type { LiveList, LiveMap, LiveObject, LiveText } from "./live/structures.ts";
import { isWithin, shownMember } from "./nodes.ts";
import type { ChangeSource } from "./room-storage.ts";
import { runsOf } from "./text-diff.ts";

export type MemberUpdate = { readonly type: "update" } | { readonly type: "delete"; readonly deletedItem: Lson };

/** What has changed in a LiveObject. */
export interface LiveObjectUpdate {
  readonly type: "LiveObject";
  readonly node: LiveObject;
  readonly updates: { readonly [key: string]: MemberUpdate | undefined };
  readonly source: ChangeSource;
}

/** What has changed in a LiveMap. */
export interface LiveMapUpdate {
  readonly type: "LiveMap";
  readonly node: LiveMap;
  readonly updates: { readonly [key: string]: MemberUpdate };
  readonly source: ChangeSource;
}

/** Steps of a list, each at indices that follow those before it. */
export type LiveListStep =
  | { readonly type: "insert" | "set"; readonly index: number; readonly item: Lson }
  | { readonly type: "delete"; readonly index: number; readonly deletedItem: Lson }
  | { readonly type: "move"; readonly index: number; readonly previousIndex: number; readonly item: Lson };

/** What has changed in a LiveList. */
export interface LiveListUpdate {
  readonly type: "LiveList";
  readonly node: LiveList;
  readonly updates: readonly LiveListStep[];
  readonly source: ChangeSource;
}

/** Edits of a text, each at indices that follow those before it. */
export type LiveTextChange =
  | { readonly type: "insert"; readonly index: number; readonly text: string; readonly attributes?: JsonObject }
  | { readonly type: "delete"; readonly index: number; readonly length: number; readonly deletedText: string }
  | { readonly type: "format"; readonly index: number; readonly length: number; readonly attributes: JsonObject };

/** What has changed in a LiveText. */
export interface LiveTextUpdate {
  readonly type: "LiveText";
  readonly node: LiveText;
  readonly version: number;
  readonly updates: readonly LiveTextChange[];
  readonly source: ChangeSource;
}

/** What has changed in one structure. */
export type StorageUpdate = LiveObjectUpdate | LiveMapUpdate | LiveListUpdate | LiveTextUpdate;

export function updateOf(change: NodeChange, source: ChangeSource): StorageUpdate {
  const node = faceOf(change.node) as LiveBase;
  if ("steps" in change) {
    const updates = change.steps.map(listStepOf);
    return { type: "LiveList", node: node as LiveList, updates, source };
  }
  if ("operations" in change) {
    const updates = textChangesOf(change.before, change.operations);
    const text = node as LiveText;
    return { type: "LiveText", node: text, version: text.version, updates, source };
  }
  const updates = Object.fromEntries(
    Array.from(change.before, ([key, before]): [string, MemberUpdate] => [
      key,
      before === undefined || shownMember(change.node, key) !== undefined
        ? { type: "update" }
        : { type: "delete", deletedItem: lsonOf(before) },
    ]),
  );
  return change.node.type === NodeType.object
    ? { type: "LiveObject", node: node as LiveObject, updates, source }
    : { type: "LiveMap", node: node as LiveMap, updates, source };
}

function listStepOf(step: ListStep): LiveListStep {
  const item = faceOf(step.item);
  if (step.type === "delete") return { type: "delete", index: step.index, deletedItem: item };
  if (step.type === "move") return { type: "move", index: step.index, previousIndex: step.previousIndex, item };
  return { type: step.type, index: step.index, item };
}

function textChangesOf(before: TextData, operations: readonly TextOperation[]): readonly LiveTextChange[] {
  let data = before;
  return operations.map((operation) => {
    const was = data;
    data = applyOperations(data, [operation]).data;
    if (operation.type !== "delete") return operation;
    const { index, length } = operation;
    const deletedText = runsOf(was, index, index + length)
      .map(([text]) => text)
      .join("");
    return { type: "delete", index, length, deletedText };
  });
}

/** The updates of a structure and of everything in it. */
export function updatesWithin(structure: LiveBase, updates: readonly StorageUpdate[]): StorageUpdate[] {
  return updates.filter(({ node }) => isWithin(node[nodeKey], structure[nodeKey]));
}
