/**
 * Collects what a transaction changes, and describes the difference between before and after: what was undone and done again
 * within it is not a change.
 */
import { equalJson } from "@weft/crdt/shared";
import { NodeType } from "@weft/protocol/codes";
import type { TextData, TextOperation } from "@weft/protocol/types";
import type { ListNode, MapNode, MemberValue, ObjectNode, StorageNode, TextNode } from "./nodes.ts";
import { isNode, isWithin, shownMember } from "./nodes.ts";
import { diffTexts } from "./text-diff.ts";

/** What changed in one node. */
export type NodeChange =
  | { readonly node: ObjectNode | MapNode; readonly before: ReadonlyMap<string, MemberValue | undefined> }
  | { readonly node: ListNode; readonly steps: readonly ListStep[] }
  | { readonly node: TextNode; readonly before: TextData; readonly operations: readonly TextOperation[] };

/** Steps of a list, each at indices that follow those before it. */
export type ListStep =
  | { readonly type: "insert"; readonly index: number; readonly item: StorageNode }
  | { readonly type: "delete"; readonly index: number; readonly item: StorageNode }
  | { readonly type: "move"; readonly index: number; readonly previousIndex: number; readonly item: StorageNode }
  | { readonly type: "set"; readonly index: number; readonly item: StorageNode };

interface ListRecord {
  /** As long as all of them are known. */
  readonly steps: ListStep[];
  /** The items before the transaction, once steps are not enough. */
  before: readonly StorageNode[] | undefined;
}

interface TextRecord {
  readonly before: TextData;
  operations: TextOperation[] | undefined;
}

export class Changes {
  readonly #members = new Map<ObjectNode | MapNode, Map<string, MemberValue | undefined>>();
  readonly #lists = new Map<ListNode, ListRecord>();
  readonly #texts = new Map<TextNode, TextRecord>();
  /** Nodes that were not in the tree before, and nodes that were and are not now. */
  readonly #added = new Set<StorageNode>();
  readonly #removed = new Set<StorageNode>();
  /** While changes are undone that are done again afterwards. */
  isRebasing = false;
  /** What is there at first is not a change. */
  isMuted = false;

  get isEmpty(): boolean {
    return this.#members.size === 0 && this.#lists.size === 0 && this.#texts.size === 0;
  }

  /** A node with contents was added to the tree. */
  added(node: StorageNode): void {
    if (this.isMuted) return;
    if (!this.#removed.delete(node)) this.#added.add(node);
  }

  removed(node: StorageNode): void {
    if (this.isMuted) return;
    if (!this.#added.delete(node)) this.#removed.add(node);
  }

  /** A member is about to change. */
  member(node: ObjectNode | MapNode, key: string, before: MemberValue | undefined): void {
    // A node that came as a whole has no changes of its own.
    if (this.isMuted || this.#added.has(node)) return;
    // Hidden by what only this client has.
    if (node.type === NodeType.object && node.locals?.has(key) === true) return;
    this.#note(node, key, before);
  }

  /** A member that only this client has is about to be set, or taken away. */
  local(node: ObjectNode, key: string): void {
    this.#note(node, key, shownMember(node, key));
  }

  #note(node: ObjectNode | MapNode, key: string, before: MemberValue | undefined): void {
    let members = this.#members.get(node);
    if (members === undefined) this.#members.set(node, (members = new Map()));
    if (!members.has(key)) members.set(key, before);
  }

  /** A list is about to change by a step. */
  list(node: ListNode, step: ListStep): void {
    if (this.isMuted || this.#added.has(node)) return;
    if (this.isRebasing) return this.wholeList(node);
    let record = this.#lists.get(node);
    if (record === undefined) this.#lists.set(node, (record = { steps: [], before: undefined }));
    if (record.before === undefined) record.steps.push(step);
  }

  /** The items of a list are about to change in any way. */
  wholeList(node: ListNode): void {
    if (this.isMuted || this.#added.has(node)) return;
    const record = this.#lists.get(node);
    if (record === undefined) this.#lists.set(node, { steps: [], before: [...node.items] });
    else record.before ??= undone([...node.items], record.steps);
  }

  /** A text has changed. */
  text(node: TextNode, before: TextData, operations: readonly TextOperation[]): void {
    if (this.isMuted || this.#added.has(node)) return;
    const record = this.#texts.get(node);
    if (record === undefined) this.#texts.set(node, { before, operations: [...operations] });
    else record.operations?.push(...operations);
  }

  /** The differences, in the order in which nodes were first touched. Nodes that came or went as a whole have none of their own. */
  take(root: ObjectNode): readonly NodeChange[] {
    const changes: NodeChange[] = [];
    for (const [node, members] of this.#members) {
      if (this.#added.has(node) || !isWithin(node, root)) continue;
      const before = new Map(Array.from(members).filter(([key, was]) => !isSame(was, shownMember(node, key))));
      if (before.size > 0) changes.push({ node, before });
    }
    for (const [node, { steps, before }] of this.#lists) {
      if (this.#added.has(node) || !isWithin(node, root)) continue;
      const taken = before === undefined ? steps : stepsBetween(before, node.items);
      if (taken.length > 0) changes.push({ node, steps: taken });
    }
    for (const [node, { before, operations }] of this.#texts) {
      if (this.#added.has(node) || !isWithin(node, root)) continue;
      const taken = operations ?? diffTexts(before, node.state.data);
      if (taken.length > 0) changes.push({ node, before, operations: taken });
    }
    return changes;
  }
}

function isSame(a: MemberValue | undefined, b: MemberValue | undefined): boolean {
  if (a === b) return true;
  if (isNode(a) || isNode(b)) return false;
  return a !== undefined && b !== undefined && equalJson(a, b);
}

/** The items before these steps. */
function undone(items: StorageNode[], steps: readonly ListStep[]): readonly StorageNode[] {
  for (const step of steps.toReversed()) {
    if (step.type === "insert") items.splice(step.index, 1);
    else if (step.type === "delete") items.splice(step.index, 0, step.item);
    else if (step.type === "move") {
      items.splice(step.index, 1);
      items.splice(step.previousIndex, 0, step.item);
    }
  }
  return items;
}

/** Steps that lead from one order of items to another. */
function stepsBetween(before: readonly StorageNode[], after: readonly StorageNode[]): readonly ListStep[] {
  const steps: ListStep[] = [];
  const remaining = new Set(after);
  const items: StorageNode[] = [];
  for (const item of before) {
    if (remaining.has(item)) items.push(item);
    else steps.push({ type: "delete", index: items.length, item });
  }
  const known = new Set(items);
  for (let index = 0; index < after.length; index++) {
    const item = after[index]!;
    if (items[index] === item) continue;
    if (known.has(item)) {
      const previousIndex = items.indexOf(item, index);
      items.splice(previousIndex, 1);
      steps.push({ type: "move", index, previousIndex, item });
    } else steps.push({ type: "insert", index, item });
    items.splice(index, 0, item);
  }
  return steps;
}

/** Whether a node has contents of its own that can change. */
export function mayChange(node: StorageNode): boolean {
  return node.type !== NodeType.register && node.type !== NodeType.file;
}
