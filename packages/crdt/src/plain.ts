/**
 * Converts documents to Storage: plain LSON, which names the type of every node, and plain JSON, which does not. A value
 * of a patch, or a part of the tree, is first converted to a *sketch*: a value with its node types, not yet placed in the
 * tree. A whole document becomes ops as it is read, because it may hold 200,000 nodes. `storage-text.ts` converts back.
 */
import {
  clientLimits,
  decodeFileData,
  decodeTextData,
  isJsonObject,
  OpType,
  rootId,
  WeftError,
} from "@weft/protocol/codes";
import type { CreateOp, FileData, Json, JsonObject, NodeTypeKey, Op, RemoteOp, TextData } from "@weft/protocol/types";
import { single } from "./ops.ts";
import { makePosition, positionAfter } from "./position.ts";
import type { Stepwise } from "./stepwise.ts";
import { canonicalText } from "./text/segments.ts";

/** A value with its node types, in Storage or for it. */
export type Sketch =
  | { readonly kind: "plain"; readonly value: Json }
  | { readonly kind: "object" | "map"; readonly entries: ReadonlyMap<string, Sketch> }
  | { readonly kind: "list"; readonly items: readonly Sketch[] }
  | { readonly kind: "text"; readonly segments: TextData }
  | { readonly kind: "file"; readonly file: FileData };

/** The key or index of a value in a document, and where the value around it is; undefined for the document itself. */
export type Path = { readonly key: string | number; readonly within: Path; readonly length: number } | undefined;

/** A value that names its type. The contents of a node have not been read. */
type Typed =
  | { readonly kind: "object" | "map"; readonly data: JsonObject; readonly path: Path }
  | { readonly kind: "list"; readonly data: readonly Json[]; readonly path: Path }
  | Extract<Sketch, { kind: "text" | "file" }>;

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
  const ops: Op[] = [];
  // No client sent these ops, but every op needs an id.
  for (const op of fillingOps(document, newId)) if (op !== undefined) ops.push({ ...op, opId: newId() });
  return ops;
}

/** Like `opsFromPlainLson`, without ids for acks, one op at a time; undefined is a pause. */
export function* fillingOps(document: unknown, newId: () => string): Generator<RemoteOp | undefined, void, undefined> {
  if (!isJsonObject(document)) throw invalid(undefined, "must be an object");
  const named = typeOf(document);
  if (named === undefined) throw missing(undefined, "liveblocksType");
  const root = readTyped(document, named, undefined);
  if (root.kind !== "object") throw invalid(undefined, "must be a LiveObject");
  const { fields, nodes } = yield* readMembers(root.data, root.path);
  if (Object.keys(fields).length > 0) yield { type: OpType.updateObject, id: rootId, data: fields };
  yield* creations(nodes, rootId, newId);
}

/** Members that are read between two pauses. */
const membersPerStep = 1_000;

/** A value below a node, and the key or position that it gets. */
interface Below {
  readonly key: string;
  readonly value: Json;
  readonly path: Path;
}

/** The ops that create these values and everything below them, each node before those in it. */
function* creations(
  values: Iterable<Below>,
  parentId: string,
  newId: () => string,
): Generator<Placement | undefined, void, undefined> {
  for (const { key: parentKey, value, path } of values) {
    const id = newId();
    const named = isJsonObject(value) ? typeOf(value) : undefined;
    if (named === undefined) {
      yield { type: OpType.createRegister, id, parentId, parentKey, data: plainValue(value, path) };
      continue;
    }
    const typed = readTyped(value as JsonObject, named, path);
    switch (typed.kind) {
      case "text":
        yield { type: OpType.createText, id, parentId, parentKey, data: typed.segments, version: 0 };
        break;
      case "file":
        yield { type: OpType.createFile, id, parentId, parentKey, data: typed.file };
        break;
      case "list":
        yield { type: OpType.createList, id, parentId, parentKey };
        if (typed.data.length > 0) yield* creations(itemsOf(typed.data, typed.path), id, newId);
        break;
      case "map":
        yield { type: OpType.createMap, id, parentId, parentKey };
        yield* creations(entriesOf(typed.data, typed.path), id, newId);
        break;
      case "object": {
        const { fields, nodes } = yield* readMembers(typed.data, typed.path);
        yield { type: OpType.createObject, id, parentId, parentKey, data: fields };
        if (nodes.length > 0) yield* creations(nodes, id, newId);
      }
    }
  }
}

function* itemsOf(items: readonly Json[], within: Path): Generator<Below, void, undefined> {
  let position = makePosition();
  for (let index = 0; index < items.length; index++) {
    yield { key: position, value: items[index]!, path: below(within, index) };
    position = positionAfter(position);
  }
}

function* entriesOf(data: JsonObject, within: Path): Generator<Below, void, undefined> {
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value !== undefined) yield { key, value, path: below(within, key) };
  }
}

/** Separates the plain fields of an object from its nodes. */
function* readMembers(
  data: JsonObject,
  within: Path,
): Generator<undefined, { readonly fields: JsonObject; readonly nodes: readonly Below[] }, undefined> {
  const keys = Object.keys(data);
  const nodes: Below[] = [];
  let count = 0;
  for (const key of keys) {
    const value = data[key];
    if (isJsonObject(value) && typeOf(value) !== undefined) nodes.push({ key, value, path: below(within, key) });
    else if (value !== undefined && !isJson(value, clientLimits.frameDepth)) throw tooDeep(below(within, key));
    if (++count % membersPerStep === 0) yield;
  }
  // Without nodes in it, an object keeps the fields that were parsed.
  if (nodes.length === 0) return { fields: data, nodes };
  const fields: Record<string, Json | undefined> = Object.create(null);
  for (const key of keys) {
    const value = data[key];
    if (!isJsonObject(value) || typeOf(value) === undefined) fields[key] = value;
    if (++count % membersPerStep === 0) yield;
  }
  return { fields, nodes };
}

// ---- document to sketch

/**
 * Reads a value of a patch: objects and arrays without a type become LiveObjects and LiveLists. A typed node can only occur
 * where a value is expected; inside a plain value it is data.
 */
export function* sketchInSteps(value: unknown, path: Path): Stepwise<Sketch> {
  checkDepth(path);
  if (isJsonObject(value)) {
    const named = typeOf(value);
    // A type without data does not make a node: the object is plain data.
    if (named === undefined || value["data"] === undefined)
      return { kind: "object", entries: yield* sketchEntries(value, path) };
    const typed = readTyped(value, named, path);
    if (typed.kind === "list") return { kind: "list", items: yield* sketchItems(typed.data, typed.path) };
    if (typed.kind === "text" || typed.kind === "file") return typed;
    return { kind: typed.kind, entries: yield* sketchEntries(typed.data, typed.path) };
  }
  if (Array.isArray(value)) return { kind: "list", items: yield* sketchItems(value, path) };
  return { kind: "plain", value: plainValue(value, path) };
}

/** Reads a value that names its type, without what is below it. */
function readTyped(value: JsonObject, named: TypeName, path: Path): Typed {
  checkDepth(path);
  const data = Object.hasOwn(value, "data") ? value["data"] : undefined;
  if (data === undefined) throw missing(path, "data");
  const inside = below(path, "data");
  switch (named.name) {
    case typeNames.object:
    case typeNames.map:
      if (!isJsonObject(data)) throw invalid(inside, "must be an object");
      return { kind: named.name === typeNames.map ? "map" : "object", data, path: inside };
    case typeNames.list:
      if (!isJsonArray(data)) throw invalid(inside, "must be an array");
      return { kind: "list", data, path: inside };
    case typeNames.text:
      return { kind: "text", segments: segmentsOf(data, inside) };
    case typeNames.file: {
      const file = decodeFileData(data);
      if (file === undefined) throw invalid(inside, "must hold the 'id', 'name', 'size' and 'mimeType' of a file");
      return { kind: "file", file };
    }
    default: {
      const names = Object.values(typeNames).map((name) => `'${name}'`);
      throw invalid(below(path, named.spelling), `must be one of ${names.join(", ")}`);
    }
  }
}

function checkDepth(path: Path): void {
  if (path !== undefined && path.length > 2 * clientLimits.storageDepth) throw tooDeep(path);
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

function* sketchEntries(data: JsonObject, path: Path): Stepwise<Map<string, Sketch>> {
  const entries = new Map<string, Sketch>();
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value !== undefined) entries.set(key, yield* sketchInSteps(value, below(path, key)));
    yield;
  }
  return entries;
}

function* sketchItems(data: readonly unknown[], path: Path): Stepwise<Sketch[]> {
  const items: Sketch[] = [];
  for (const item of data) {
    items.push(yield* sketchInSteps(item, below(path, items.length)));
    yield;
  }
  return items;
}

/** Checks that no later walk over a value from `JSON.parse` can exhaust the stack. */
function plainValue(value: unknown, path: Path): Json {
  if (isJson(value, clientLimits.frameDepth)) return value;
  throw value === undefined ? invalid(path, "must be a JSON value") : tooDeep(path);
}

function isJson(value: unknown, levels: number): value is Json {
  if (typeof value !== "object" || value === null) return value !== undefined;
  return levels > 0 && Object.values(value).every((member) => isJson(member, levels - 1));
}

function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
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

export function below(within: Path, key: string | number): Path {
  return { key, within, length: (within?.length ?? 0) + 1 };
}

/** Keys and indices from the document to the value. */
function keysOf(path: Path): string {
  const keys: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.within) keys.push(at.key);
  return keys.toReversed().join(".");
}

function missing(path: Path, key: string): WeftError {
  const where = path === undefined ? "" : ` at keypath '${keysOf(path)}'`;
  return new WeftError("UNPROCESSABLE_ENTITY", { message: `Missing key${where}: '${key}'.` });
}

function tooDeep(path: Path): WeftError {
  return invalid(path, "is nested too deeply");
}

function invalid(path: Path, rule: string): WeftError {
  const where =
    path === undefined ? "The document " : `Value at ${path.length === 1 ? "key" : "keypath"} '${keysOf(path)}': `;
  return new WeftError("UNPROCESSABLE_ENTITY", { message: `${where}${rule}.` });
}
