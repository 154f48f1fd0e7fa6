/**
 * Converts documents to Storage: plain LSON, which names the type of every node, and plain JSON, which does not. Both
 * are first converted to a *sketch*: a value with its node types, not yet placed in the tree. `storage-text.ts`
 * converts back.
 */
import {
  type CreateOp,
  decodeTextData,
  FileData,
  isJsonObject,
  type Json,
  type JsonObject,
  limits,
  NodeType,
  type NodeTypeKey,
  type Op,
  OpType,
  type RemoteOp,
  type TextData,
  WeftError,
} from "@weft/protocol";
import { single } from "./ops.ts";
import { makePosition, positionAfter } from "./position.ts";
import { finish, type Stepwise } from "./stepwise.ts";
import { canonicalText } from "./text/segments.ts";
import { rootId, type TreeNode } from "./tree.ts";

/** A value with its node types, in Storage or for it. */
export type Sketch =
  | { readonly kind: "plain"; readonly value: Json }
  | { readonly kind: "object" | "map"; readonly entries: ReadonlyMap<string, Sketch> }
  | { readonly kind: "list"; readonly items: readonly Sketch[] }
  | { readonly kind: "text"; readonly segments: TextData }
  | { readonly kind: "file"; readonly file: FileData };

/** Keys and indices that lead to a value of a document. */
type Path = readonly (string | number)[];
type Branch = Exclude<Sketch, { kind: "plain" }>;

const typeNames = {
  object: "LiveObject",
  map: "LiveMap",
  list: "LiveList",
  text: "LiveText",
  file: "LiveFile",
} as const;

/**
 * The ops that fill an empty Storage with a plain-LSON document: one update of the root's fields, then creates, parents
 * first. Apply them in a transaction, because the document may exceed a bound halfway.
 *
 * @throws WeftError `UNPROCESSABLE_ENTITY`, naming the key path of the first fault.
 */
export function opsFromPlainLson(document: unknown, newId: () => string): Op[] {
  // No client sent these ops, but every op needs an id.
  return finish(fillingOps(document, newId)).map((op) => ({ ...op, opId: newId() }));
}

/** Like `opsFromPlainLson`, without ids for acks. */
export function* fillingOps(document: unknown, newId: () => string): Stepwise<RemoteOp[]> {
  const sketch = yield* sketchInSteps(document, { path: [], plainBelow: true, required: true });
  if (sketch.kind !== "object") throw invalid([], "must be a LiveObject");
  return yield* fillingRootInSteps(sketch.entries, newId);
}

// ---- tree to document

/** A node as JSON, without the types of nodes. */
export function jsonOf(node: TreeNode): Json {
  if (node.type === NodeType.register || node.type === NodeType.text || node.type === NodeType.file) return node.value;
  return node.type === NodeType.list ? (node.items ?? []).map(jsonOf) : membersOf(node, jsonOf);
}

function membersOf(node: TreeNode, valueOf: (child: TreeNode) => Json): JsonObject {
  const members: Record<string, Json | undefined> = Object.assign(Object.create(null), node.data);
  if (node.children) for (const [key, child] of node.children) members[key] = valueOf(child);
  return members;
}

/** A part of the tree, to be copied elsewhere. */
export function* sketchOf(node: TreeNode): Stepwise<Sketch> {
  yield;
  if (node.type === NodeType.register) return { kind: "plain", value: node.value };
  if (node.type === NodeType.list) {
    const items: Sketch[] = [];
    for (const item of node.items ?? []) items.push(yield* sketchOf(item));
    return { kind: "list", items };
  }
  if (node.type === NodeType.text) return { kind: "text", segments: node.segments };
  if (node.type === NodeType.file) return { kind: "file", file: node.file };
  const entries = new Map<string, Sketch>();
  for (const key of Object.keys(node.data)) {
    const value = node.field(key);
    if (value !== undefined) entries.set(key, { kind: "plain", value });
  }
  for (const [key, child] of node.children ?? []) entries.set(key, yield* sketchOf(child));
  return { kind: node.type === NodeType.map ? "map" : "object", entries };
}

// ---- document to sketch

/** Options and current position of the reader of a document. */
export interface Reading {
  readonly path: Path;
  /** Objects and arrays without a type are plain JSON; otherwise they become LiveObjects and LiveLists. */
  readonly plainBelow: boolean;
  /** The value has to be a node. */
  readonly required?: boolean;
}

/** Reads a value of a document. A typed node can only occur where a value is expected; inside plain JSON it is data. */
export function* sketchInSteps(value: unknown, reading: Reading): Stepwise<Sketch> {
  const { path, plainBelow } = reading;
  if (path.length > 2 * limits.storageDepth) throw invalid(path, "is nested too deeply");
  if (isJsonObject(value)) {
    const named = typeOf(value);
    // In a patch, a type without data does not make a node: the object is plain data.
    if (named !== undefined && (plainBelow || value["data"] !== undefined))
      return yield* sketchOfTyped(value, named, reading);
    if (reading.required) throw missing(path, "liveblocksType");
    if (!plainBelow) return { kind: "object", entries: yield* sketchEntries(value, path, plainBelow) };
  } else {
    if (reading.required) throw invalid(path, "must be an object");
    if (Array.isArray(value) && !plainBelow)
      return { kind: "list", items: yield* sketchItems(value, path, plainBelow) };
  }
  return { kind: "plain", value: plainValue(value, path) };
}

function* sketchOfTyped(value: JsonObject, named: TypeName, { path, plainBelow }: Reading): Stepwise<Branch> {
  const data = Object.hasOwn(value, "data") ? value["data"] : undefined;
  if (data === undefined) throw missing(path, "data");
  const below = [...path, "data"];
  switch (named.name) {
    case typeNames.object:
    case typeNames.map:
      if (!isJsonObject(data)) throw invalid(below, "must be an object");
      return {
        kind: named.name === typeNames.map ? "map" : "object",
        entries: yield* sketchEntries(data, below, plainBelow),
      };
    case typeNames.list:
      if (!Array.isArray(data)) throw invalid(below, "must be an array");
      return { kind: "list", items: yield* sketchItems(data, below, plainBelow) };
    case typeNames.text:
      return { kind: "text", segments: segmentsOf(data, below) };
    case typeNames.file: {
      const file = FileData.safeParse(data);
      if (!file.success) throw invalid(below, "must hold the 'id', 'name', 'size' and 'mimeType' of a file");
      return { kind: "file", file: file.data };
    }
    default: {
      const names = Object.values(typeNames).map((name) => `'${name}'`);
      throw invalid([...path, named.spelling], `must be one of ${names.join(", ")}`);
    }
  }
}

/** Reads what a text holds. */
function segmentsOf(data: Json, path: Path): TextData {
  const segments = decodeTextData(plainValue(data, path));
  if (!segments) throw invalid(path, "must be an array of segments, [text] or [text, attributes]");
  return canonicalText(segments);
}

interface TypeName {
  readonly spelling: NodeTypeKey;
  readonly name: Json;
}

function typeOf(value: JsonObject): TypeName | undefined {
  for (const spelling of ["liveblocksType", "weftType"] as const) {
    const name = Object.hasOwn(value, spelling) ? value[spelling] : undefined;
    if (name !== undefined) return { spelling, name };
  }
  return undefined;
}

function* sketchEntries(data: JsonObject, path: Path, plainBelow: boolean): Stepwise<Map<string, Sketch>> {
  const entries = new Map<string, Sketch>();
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value !== undefined) entries.set(key, yield* sketchInSteps(value, { path: [...path, key], plainBelow }));
    yield;
  }
  return entries;
}

function* sketchItems(data: readonly unknown[], path: Path, plainBelow: boolean): Stepwise<Sketch[]> {
  const items: Sketch[] = [];
  for (const item of data) {
    items.push(yield* sketchInSteps(item, { path: [...path, items.length], plainBelow }));
    yield;
  }
  return items;
}

/** Checks that no later walk over a value from `JSON.parse` can exhaust the stack. */
function plainValue(value: unknown, path: Path): Json {
  if (isJson(value, limits.frameDepth)) return value;
  throw invalid(path, value === undefined ? "must be a JSON value" : "is nested too deeply");
}

function isJson(value: unknown, levels: number): value is Json {
  if (typeof value !== "object" || value === null) return value !== undefined;
  return levels > 0 && Object.values(value).every((member) => isJson(member, levels - 1));
}

// ---- sketch to ops

/**
 * The ops that put a sketch at a key or position, parents first. An object's plain field takes `fieldUpdate` instead.
 */
export function* placementInSteps(
  sketch: Sketch,
  parentId: string,
  parentKey: string,
  newId: () => string,
): Stepwise<Placement[]> {
  const ops: Placement[] = [];
  yield* place(sketch, parentId, parentKey, newId, ops);
  return ops;
}

/** The ops that give the root these entries: its plain fields in one update, then the nodes. */
export function* fillingRootInSteps(entries: ReadonlyMap<string, Sketch>, newId: () => string): Stepwise<RemoteOp[]> {
  const nodes: Placement[] = [];
  yield* placeNodes(entries, rootId, newId, nodes);
  const data = plainEntries(entries);
  return Object.keys(data).length === 0 ? nodes : [{ type: OpType.updateObject, id: rootId, data }, ...nodes];
}

type Placement = Extract<RemoteOp, { type: CreateOp["type"] }>;

function* place(
  sketch: Sketch,
  parentId: string,
  parentKey: string,
  newId: () => string,
  ops: Placement[],
): Stepwise<void> {
  yield;
  const id = newId();
  switch (sketch.kind) {
    case "plain":
      ops.push({ type: OpType.createRegister, id, parentId, parentKey, data: sketch.value });
      break;
    case "list": {
      ops.push({ type: OpType.createList, id, parentId, parentKey });
      let position = makePosition();
      for (const item of sketch.items) {
        yield* place(item, id, position, newId, ops);
        position = positionAfter(position);
      }
      break;
    }
    case "text":
      ops.push({ type: OpType.createText, id, parentId, parentKey, data: sketch.segments, version: 0 });
      break;
    case "file":
      ops.push({ type: OpType.createFile, id, parentId, parentKey, data: sketch.file });
      break;
    case "map":
      ops.push({ type: OpType.createMap, id, parentId, parentKey });
      for (const [key, entry] of sketch.entries) yield* place(entry, id, key, newId, ops);
      break;
    case "object":
      ops.push({ type: OpType.createObject, id, parentId, parentKey, data: plainEntries(sketch.entries) });
      yield* placeNodes(sketch.entries, id, newId, ops);
      break;
  }
}

/** Places everything that is not a plain field of an object. */
function* placeNodes(
  entries: ReadonlyMap<string, Sketch>,
  id: string,
  newId: () => string,
  ops: Placement[],
): Stepwise<void> {
  for (const [key, entry] of entries) if (entry.kind !== "plain") yield* place(entry, id, key, newId, ops);
}

/** The op that gives one field of an object a plain value. */
export function fieldUpdate(id: string, key: string, value: Json): RemoteOp {
  return { type: OpType.updateObject, id, data: single(key, value) };
}

function plainEntries(entries: ReadonlyMap<string, Sketch>): JsonObject {
  const data: Record<string, Json> = Object.create(null);
  for (const [key, entry] of entries) if (entry.kind === "plain") data[key] = entry.value;
  return data;
}

// ---- faults

function missing(path: Path, key: string): WeftError {
  const where = path.length === 0 ? "" : ` at keypath '${path.join(".")}'`;
  return new WeftError("UNPROCESSABLE_ENTITY", { message: `Missing key${where}: '${key}'.` });
}

function invalid(path: Path, rule: string): WeftError {
  const where =
    path.length === 0 ? "The document " : `Value at ${path.length === 1 ? "key" : "keypath"} '${path.join(".")}': `;
  return new WeftError("UNPROCESSABLE_ENTITY", { message: `${where}${rule}.` });
}
