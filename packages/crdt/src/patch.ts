/**
 * JSON Patch over Storage (RFC 6902). Paths walk LiveObjects, LiveMaps and LiveLists; plain JSON inside them, LiveTexts
 * and LiveFiles are leaves. Each operation becomes ordinary ops, so bounds, positions and forwarding are the same as
 * for every other change.
 */
import { decodeTextData, isJsonObject, NodeType, OpType, WeftError } from "@weft/protocol/codes";
import type { ErrorCode, Json, RemoteOp, TextData } from "@weft/protocol/types";
import { applyOp, type FindUpload } from "./apply.ts";
import { equalJson } from "./equal.ts";
import { rewriting } from "./node-ops.ts";
import { jsonOf, sketchOf } from "./node-values.ts";
import { mayHold, removal, withoutOpId } from "./ops.ts";
import { below, fieldUpdate, fillingRootInSteps, placementInSteps, type Sketch, sketchInSteps } from "./plain.ts";
import { makePosition } from "./position.ts";
import { finish, type Stepwise } from "./stepwise.ts";
import { canonicalText } from "./text/segments.ts";
import { editable, type StorageTree, type Tree } from "./tree.ts";
import type { TreeNode } from "./tree-node.ts";

/**
 * Applies a patch, all or nothing. Returns the ops for all connected clients.
 *
 * @throws WeftError `UNPROCESSABLE_ENTITY` when the patch is malformed, `INVALID_STORAGE_MUTATION_REQUEST` when an
 * operation cannot be applied; the message begins with the operation's number.
 * @example
 * applyPatch(tree, [{ op: "add", path: "/log/-", value: { by: "job" } }], newId);
 */
export function applyPatch(
  tree: Tree,
  patch: unknown,
  newId: () => string,
  upload?: FindUpload,
): { forwards: RemoteOp[] } {
  return finish(applyPatchInSteps(tree, patch, newId, upload));
}

/**
 * Like `applyPatch`, with a pause between any two values read and ops applied. The tree must not be used until the end.
 */
export function* applyPatchInSteps(
  tree: Tree,
  patch: unknown,
  newId: () => string,
  upload?: FindUpload,
): Stepwise<{ forwards: RemoteOp[] }> {
  const operations: Operation[] = [];
  for (const [index, item] of itemsOf(patch).entries()) {
    operations.push(yield* readOperation(item, index));
    yield;
  }
  return yield* tree.transactionInSteps(applyOperations(editable(tree), operations, newId, upload));
}

function* applyOperations(
  tree: StorageTree,
  operations: readonly Operation[],
  newId: () => string,
  upload: FindUpload | undefined,
): Stepwise<{ forwards: RemoteOp[] }> {
  const progress: Progress = { forwards: [], itemsPassed: 0 };
  for (const operation of operations) {
    yield* new Step(tree, operation, newId, upload, progress).run();
    yield;
  }
  return { forwards: progress.forwards };
}

/** The outcome of the operations so far. */
interface Progress {
  readonly forwards: RemoteOp[];
  /** Lengths of the changed lists, added up over every change: each change may move all items in memory. */
  itemsPassed: number;
}

// ---- reading

type Pointer = readonly string[];

type Operation = { readonly index: number; readonly path: Pointer; readonly at: string } & (
  | { readonly op: "add" | "replace"; readonly value: Sketch; readonly given: Json }
  | { readonly op: "test"; readonly value: Json }
  | { readonly op: "remove" }
  | { readonly op: "move" | "copy"; readonly from: Pointer; readonly fromAt: string }
);
type OperationOf<O extends Operation["op"]> = Extract<Operation, { op: O }>;

function itemsOf(patch: unknown): readonly unknown[] {
  if (!Array.isArray(patch)) {
    throw new WeftError("UNPROCESSABLE_ENTITY", { message: "The patch must be an array of operations." });
  }
  return patch as readonly unknown[];
}

function* readOperation(item: unknown, index: number): Stepwise<Operation> {
  if (!isJsonObject(item)) throw fault("UNPROCESSABLE_ENTITY", index, undefined, "must be an object");
  const op = Object.hasOwn(item, "op") ? item["op"] : undefined;
  const malformed = (reason: string) =>
    fault("UNPROCESSABLE_ENTITY", index, typeof op === "string" ? op : undefined, reason);
  const pointer = (name: "path" | "from") => {
    const text = Object.hasOwn(item, name) ? item[name] : undefined;
    if (typeof text !== "string") throw malformed(`'${name}' must be a string`);
    const segments = readPointer(text);
    if (!segments) throw malformed(`'${name}' must be empty or a JSON Pointer that starts with "/"`);
    return { text, segments };
  };
  const given = (): Json => {
    const value = Object.hasOwn(item, "value") ? item["value"] : undefined;
    if (value === undefined) throw malformed("'value' is missing");
    return value;
  };

  switch (op) {
    case "add":
    case "replace": {
      const { text, segments } = pointer("path");
      const value = given();
      try {
        const sketch = yield* sketchInSteps(value, below(undefined, "value"));
        return { op, index, path: segments, at: text, value: sketch, given: value };
      } catch (error) {
        throw error instanceof WeftError ? malformed(withoutStop(error.message)) : error;
      }
    }
    case "test": {
      const { text, segments } = pointer("path");
      return { op, index, path: segments, at: text, value: given() };
    }
    case "remove": {
      const { text, segments } = pointer("path");
      return { op, index, path: segments, at: text };
    }
    case "move":
    case "copy": {
      const { text, segments } = pointer("path");
      const from = pointer("from");
      return { op, index, path: segments, at: text, from: from.segments, fromAt: from.text };
    }
    default:
      throw malformed("'op' must be one of 'add', 'remove', 'replace', 'move', 'copy', 'test'");
  }
}

/** The segments of a JSON Pointer (RFC 6901), or undefined when it is not one. */
function readPointer(text: string): Pointer | undefined {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

// ---- applying

/** The target of a pointer: an entry of a node, which may not exist. */
type Place =
  | { readonly kind: "entry"; readonly parent: TreeNode; readonly key: string }
  | { readonly kind: "item"; readonly parent: TreeNode; readonly index: number };

/** An existing value: a node, or a plain field of an object. */
type Found = { readonly node: TreeNode } | { readonly plain: Json };

/** Runs one operation. */
class Step {
  readonly #tree: StorageTree;
  readonly #operation: Operation;
  readonly #newId: () => string;
  readonly #upload: FindUpload | undefined;
  readonly #progress: Progress;

  constructor(
    tree: StorageTree,
    operation: Operation,
    newId: () => string,
    upload: FindUpload | undefined,
    progress: Progress,
  ) {
    this.#tree = tree;
    this.#operation = operation;
    this.#newId = newId;
    this.#upload = upload;
    this.#progress = progress;
  }

  *run(): Stepwise<void> {
    const operation = this.#operation;
    switch (operation.op) {
      case "test":
        if (!equalJson(this.#json(this.#find(operation.path, operation.at)), operation.value)) {
          throw this.#impossible(`the value at "${operation.at}" differs`);
        }
        return;
      case "add":
        if (operation.path.length === 0) yield* this.#replaceRoot(operation);
        else yield* this.#add(operation.path, operation.at, operation.value);
        return;
      case "replace":
        if (operation.path.length === 0) yield* this.#replaceRoot(operation);
        else yield* this.#replace(operation);
        return;
      case "remove":
        yield* this.#remove(operation.path, operation.at);
        return;
      case "copy": {
        const copied = yield* this.#sketch(this.#find(operation.from, operation.fromAt));
        if (operation.path.length === 0) throw this.#impossible("the root cannot be a target");
        yield* this.#add(operation.path, operation.at, copied);
        return;
      }
      case "move":
        yield* this.#move(operation);
        return;
    }
  }

  *#replaceRoot(operation: OperationOf<"add" | "replace">): Stepwise<void> {
    const { value, given } = operation;
    if (!isJsonObject(given) || value.kind !== "object") throw this.#impossible("the root must stay an object");
    const { root } = this.#tree;
    const keys = [...Object.keys(root.data), ...(root.children?.keys() ?? [])];
    for (const key of keys) {
      const child = root.child(key);
      if (child) yield* this.#tree.emptyInSteps(child);
      if (!value.entries.has(key)) this.#apply({ type: OpType.deleteObjectKey, id: root.id, key });
      yield;
    }
    yield* this.#applyAll(yield* fillingRootInSteps(value.entries, this.#newId));
  }

  *#add(path: Pointer, at: string, value: Sketch): Stepwise<void> {
    const place = this.#place(path, at);
    if (place.kind === "entry") return yield* this.#setEntry(place.parent, place.key, value);
    const { parent, index } = place;
    const items = parent.items ?? [];
    if (index > items.length) throw this.#impossible(`there is no index ${index} to insert at in "${at}"`);
    const position = makePosition(items[index - 1]?.key, items[index]?.key);
    yield* this.#applyAll(yield* placementInSteps(value, parent.id, position, this.#newId));
  }

  *#replace({ path, at, value, given }: OperationOf<"add" | "replace">): Stepwise<void> {
    const place = this.#place(path, at);
    const found = this.#find(path, at);
    if ("node" in found && found.node.type === NodeType.text) return this.#replaceText(found.node, value, given);
    if (place.kind === "entry") return yield* this.#setEntry(place.parent, place.key, value);
    const replaced = place.parent.items![place.index]!;
    yield* this.#tree.emptyInSteps(replaced);
    const [first, ...others] = yield* placementInSteps(value, place.parent.id, replaced.key, this.#newId);
    this.#apply({ ...first!, intent: "set", deletedId: replaced.id });
    yield* this.#applyAll(others);
  }

  /** The text stays the same node, so its editors continue with the new content. */
  #replaceText(node: TreeNode, value: Sketch, given: Json): void {
    const op = rewriting(node, value.kind === "text" ? value.segments : this.#segments(given));
    if (op) this.#apply(op);
  }

  #segments(given: Json): TextData {
    if (typeof given === "string") return given === "" ? [] : [[given]];
    const segments = decodeTextData(given);
    if (!segments) throw this.#impossible("a LiveText is replaced by a string or an array of segments");
    return canonicalText(segments);
  }

  *#setEntry(parent: TreeNode, key: string, value: Sketch): Stepwise<void> {
    const replaced = parent.child(key);
    if (replaced) yield* this.#tree.emptyInSteps(replaced);
    if (value.kind === "plain" && parent.type === NodeType.object) {
      this.#apply(fieldUpdate(parent.id, key, value.value));
    } else {
      yield* this.#applyAll(yield* placementInSteps(value, parent.id, key, this.#newId));
    }
  }

  *#remove(path: Pointer, at: string): Stepwise<void> {
    if (path.length === 0) throw this.#impossible("the root cannot be removed");
    const found = this.#find(path, at);
    const place = this.#place(path, at);
    if ("node" in found) yield* this.#tree.emptyInSteps(found.node);
    if (place.kind === "entry" && place.parent.type === NodeType.object) {
      this.#apply({ type: OpType.deleteObjectKey, id: place.parent.id, key: place.key });
    } else if ("node" in found) {
      this.#apply(removal(found.node.id));
    }
  }

  *#move({ from, fromAt, path, at }: OperationOf<"move" | "copy">): Stepwise<void> {
    if (from.length === 0 || path.length === 0) throw this.#impossible("the root cannot be moved or be a target");
    const found = this.#find(from, fromAt);
    const within = from.every((segment, i) => segment === path[i]);
    if (within && from.length === path.length) return;
    if (within) throw this.#impossible(`"${fromAt}" cannot be moved into itself`);
    const source = this.#place(from, fromAt);
    const sameParent = from.length === path.length && from.slice(0, -1).every((segment, i) => segment === path[i]);
    if (source.kind === "item" && sameParent && "node" in found) {
      this.#moveItem(source.parent, source.index, path, at);
    } else {
      const moved = yield* this.#sketch(found);
      yield* this.#remove(from, fromAt);
      yield* this.#add(path, at, moved);
    }
  }

  /** Moves an item within its list, where it can keep its id. The target index counts without it. */
  #moveItem(list: TreeNode, from: number, path: Pointer, at: string): void {
    const items = list.items!;
    const node = items[from]!;
    const last = path.at(-1)!;
    const to = last === "-" ? items.length - 1 : readIndex(last);
    if (to === undefined || to >= items.length) throw this.#impossible(`there is no index to move to at "${at}"`);
    if (to === from) return;
    const before = items[to > from ? to : to - 1];
    const after = items[to > from ? to + 1 : to];
    this.#apply({ type: OpType.setParentKey, id: node.id, parentKey: makePosition(before?.key, after?.key) });
  }

  /** Resolves all but the last segment; the entry itself need not exist. */
  #place(path: Pointer, at: string): Place {
    let parent = this.#tree.root;
    for (let i = 0; i < path.length - 1; i++) {
      const next = this.#enter(parent, path[i]!);
      if (!next || !mayHold(next.type, NodeType.object)) {
        throw this.#impossible(`"${pointerText(path.slice(0, i + 1))}" is not a LiveObject, LiveMap or LiveList`);
      }
      parent = next;
    }
    const key = path.at(-1)!;
    if (parent.type !== NodeType.list) return { kind: "entry", parent, key };
    const append = key === "-" && this.#operation.op !== "replace";
    const index = append ? (parent.items?.length ?? 0) : readIndex(key);
    if (index === undefined) throw this.#impossible(`"${at}" does not end with an index of the list`);
    return { kind: "item", parent, index };
  }

  #enter(parent: TreeNode, segment: string): TreeNode | undefined {
    if (parent.type !== NodeType.list) return parent.child(segment);
    const index = readIndex(segment);
    return index === undefined ? undefined : parent.items?.[index];
  }

  /** The value at a path, which must exist. */
  #find(path: Pointer, at: string): Found {
    if (path.length === 0) return { node: this.#tree.root };
    const place = this.#place(path, at);
    const node = place.kind === "item" ? place.parent.items?.[place.index] : place.parent.child(place.key);
    if (node) return { node };
    const plain = place.parent.type === NodeType.object ? place.parent.field(path.at(-1)!) : undefined;
    if (plain === undefined) throw this.#impossible(`there is nothing at "${at}"`);
    return { plain };
  }

  #json(found: Found): Json {
    return "node" in found ? jsonOf(found.node) : found.plain;
  }

  *#sketch(found: Found): Stepwise<Sketch> {
    return "node" in found ? yield* sketchOf(found.node) : { kind: "plain", value: found.plain };
  }

  *#applyAll(ops: readonly RemoteOp[]): Stepwise<void> {
    for (const op of ops) {
      this.#apply(op);
      yield;
    }
  }

  #apply(op: RemoteOp): void {
    const parent = "parentId" in op ? this.#tree.get(op.parentId) : this.#tree.get(op.id)?.parent;
    this.#progress.itemsPassed += parent?.items?.length ?? 0;
    if (this.#progress.itemsPassed > this.#tree.bounds.patchItems)
      throw this.#impossible("the patch changes too long lists too often, so send it in parts");
    const outcome = applyOp(this.#tree, op, this.#upload);
    if (outcome.kind === "refused") throw this.#impossible(withoutStop(outcome.reason));
    // Every op names nodes that were just looked up; an id that exists already can only come from the caller's newId.
    if (outcome.kind !== "accepted") throw new Error(`Op ${JSON.stringify(op)} met a tree that it was not made for.`);
    this.#progress.forwards.push(withoutOpId(outcome.echo));
  }

  #impossible(reason: string): WeftError {
    return fault("INVALID_STORAGE_MUTATION_REQUEST", this.#operation.index, this.#operation.op, reason);
  }
}

/** A list index as RFC 6901 writes it: decimal, without leading zeroes. */
function readIndex(segment: string): number | undefined {
  return /^(?:0|[1-9][0-9]{0,9})$/.test(segment) ? Number(segment) : undefined;
}

function pointerText(path: Pointer): string {
  return path.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function withoutStop(sentence: string): string {
  return sentence.endsWith(".") ? sentence.slice(0, -1) : sentence;
}

function fault(code: ErrorCode, index: number, op: string | undefined, reason: string): WeftError {
  return new WeftError(code, { message: `Operation ${index}${op === undefined ? "" : ` (${op})`}: ${reason}.` });
}
