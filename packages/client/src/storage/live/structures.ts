/**
 * The structures of Storage as applications see them. They are faces of the nodes, and edits of what is in a tree are ops. They
 * contain each other, so that they are in one file.
 */
import { equalJson, insertion, makePosition, placing, removal } from "@weft/crdt/shared";
import { NodeType, OpType } from "@weft/protocol/codes";
import type { FileData, Json, JsonObject, RemoteOp, TextData, TextOperation } from "@weft/protocol/types";
import type { MemberValue, StorageNode } from "../nodes.ts";
import {
  FileNode,
  isNode,
  ListNode,
  MapNode,
  ObjectNode,
  RegisterNode,
  shownMember,
  storageOf,
  TextNode,
} from "../nodes.ts";
import { TextState } from "../text-state.ts";
import { touch } from "../tree.ts";
import { LiveBase, newFaceOf, nodeKey } from "./live-base.ts";
import type { Lson, LsonObject, ObjectJson, ToJson } from "./lson.ts";
import { checkIsFree, insertFree, moveFree, placementOf, putFree, putLocal, takeFree } from "./place.ts";
import { isJsonObject, reconcileObject } from "./reconcile.ts";
import type { SyncConfig, SyncMode } from "./reconcile.ts";

// Members of all kinds have to fit, whatever their types are in particular.
/* oxlint-disable typescript/no-explicit-any */
/** A part of Storage that several clients can edit at the same time. */
export type LiveStructure = LiveObject<any> | LiveList<any> | LiveMap<string, any> | LiveText | LiveFile;
/* oxlint-enable typescript/no-explicit-any */

/**
 * An object whose keys several clients can set at the same time: for each key, the last write wins.
 *
 * @param key The name of the property.
 * @param value The new value: JSON, or another structure.
 * @param patch The properties to change.
 * @param json Plain data. Its objects and lists become structures.
 * @param sync Which properties are synced.
 *
 * @example
 * const { root } = await room.getStorage();
 * root.update({ title: "Draft", author: new LiveObject({ name: "Ada" }) });
 */
export class LiveObject<O extends object = LsonObject> extends LiveBase<ObjectNode, ObjectJson<O>> {
  protected static override readonly nodeType = NodeType.object;

  constructor(members?: O) {
    super(new ObjectNode());
    const entries: [string, Lson | undefined][] = Object.entries(members ?? {});
    for (const [key, value] of entries) if (value !== undefined) putInFree(this[nodeKey], key, value);
  }

  /**
   * An object with these members, in which objects have become LiveObjects and lists LiveLists, however deep they are.
   */
  static from(json: object, sync?: SyncConfig): LiveObject {
    const object = new LiveObject();
    reconcileObject(object, json as JsonObject, { sync: sync ?? {}, deletes: true, liveOf });
    return object;
  }

  keys(): Set<string> {
    const { members, locals } = this[nodeKey];
    return new Set([...members.keys(), ...(locals?.keys() ?? [])]);
  }

  get<K extends keyof O>(key: K): O[K] {
    const member = shownMember(this[nodeKey], key as string);
    return (member === undefined ? undefined : lsonOf(member)) as O[K];
  }

  set<K extends keyof O>(key: K, value: O[K]): void {
    this.update({ [key]: value } as unknown as Partial<O>);
  }

  /** Sets a member that only this client has. It is neither sent nor undone; setting or deleting the key takes it away. */
  setLocal<K extends keyof O>(key: K, value: Exclude<O[K], undefined>): void {
    if (value instanceof LiveBase) throw new TypeError("A member that only this client has is JSON, and no structure.");
    const node = this[nodeKey];
    const storage = storageOf(node);
    if (storage === undefined) putLocal(node, key as string, value as Json);
    else storage.setLocal(node, key as string, value as Json);
  }

  delete(key: keyof O): void {
    this.update({ [key]: undefined } as unknown as Partial<O>);
  }

  /**
   * Makes this object equal to JSON with the fewest edits: what is equal is left alone, LiveObjects, LiveMaps and LiveLists in it
   * are edited in place, and keys that the JSON does not have are deleted. Items of lists are told apart by their `id`.
   */
  reconcile(json: object, sync: SyncConfig = {}): void {
    batchIn(this, () =>
      reconcileObject(this as LiveBase as LiveObject, json as JsonObject, { sync, deletes: true, liveOf }),
    );
  }

  /** The same for the keys that the JSON has. */
  reconcilePartially(json: object, sync: SyncConfig = {}): void {
    batchIn(this, () =>
      reconcileObject(this as LiveBase as LiveObject, json as JsonObject, { sync, deletes: false, liveOf }),
    );
  }

  /** Sets several keys at once. A value of `undefined` deletes its key. */
  update(patch: Partial<O>): void {
    const entries = Object.entries(patch as LsonObject);
    const storage = storageOf(this[nodeKey]);
    const { locals } = this[nodeKey];
    if (locals !== undefined)
      for (const [key] of entries)
        if (locals.has(key)) {
          if (storage === undefined) putLocal(this[nodeKey], key, undefined);
          else storage.setLocal(this[nodeKey], key, undefined);
        }
    if (storage === undefined) {
      for (const [key, value] of entries) putInFree(this[nodeKey], key, value);
      return;
    }
    const { id, members } = this[nodeKey];
    const fields: [string, Json][] = [];
    const ops: RemoteOp[] = [];
    const nodes = new Map<string, StorageNode>();
    for (const [key, value] of entries) {
      if (value === undefined) {
        if (members.has(key)) ops.push({ type: OpType.deleteObjectKey, id, key });
        continue;
      }
      const member = memberOf(value);
      if (!isNode(member)) fields.push([key, member]);
      else if (members.get(key) !== member) {
        const placement = placementOf(storage, member, id, key);
        ops.push(...placement.ops);
        for (const [nodeId, node] of placement.nodes) nodes.set(nodeId, node);
      }
    }
    if (fields.length > 0) ops.unshift({ type: OpType.updateObject, id, data: Object.fromEntries(fields) });
    if (ops.length > 0) storage.adopt(nodes, () => storage.dispatch(ops));
  }

  toObject(): O {
    return Object.fromEntries(Array.from(this[nodeKey].members, ([key, member]) => [key, lsonOf(member)])) as O;
  }

  clone(): LiveObject<O> {
    return new LiveObject(
      Object.fromEntries(Object.entries(this.toObject()).map(([key, value]) => [key, cloneOf(value as Lson)])) as O,
    );
  }
}

function putInFree(node: ObjectNode, key: string, value: Lson | undefined): void {
  const member: MemberValue | undefined = value === undefined ? undefined : memberOf(value);
  const before = node.members.get(key);
  if (isNode(member)) {
    if (member === before) return;
    checkIsFree(member);
  } else if (member !== undefined && !isNode(before) && equalJson(before, member)) return;
  putFree(node, key, member);
}

/** A map whose entries several clients can set and delete at the same time: for each key, the last write wins. */
export class LiveMap<K extends string = string, V = Lson> extends LiveBase<
  MapNode,
  { readonly [key in K]: ToJson<V> }
> {
  protected static override readonly nodeType = NodeType.map;

  constructor(entries?: readonly (readonly [K, V])[]) {
    super(new MapNode());
    for (const [key, value] of entries ?? []) this.set(key, value);
  }

  get size(): number {
    return this[nodeKey].members.size;
  }

  get(key: K): V | undefined {
    const node = this[nodeKey].members.get(key);
    return node && (faceOf(node) as V);
  }

  has(key: K): boolean {
    return this[nodeKey].members.has(key);
  }

  set(key: K, value: V): void {
    const { id, members } = this[nodeKey];
    const node = nodeOf(value);
    if (members.get(key) === node) return;
    checkIsFree(node);
    const storage = storageOf(this[nodeKey]);
    if (storage === undefined) return putFree(this[nodeKey], key, node);
    const { ops, nodes } = placementOf(storage, node, id, key);
    storage.adopt(nodes, () => storage.dispatch(ops));
  }

  /** Whether there was such an entry. */
  delete(key: K): boolean {
    const node = this[nodeKey].members.get(key);
    if (node === undefined) return false;
    const storage = storageOf(this[nodeKey]);
    if (storage === undefined) putFree(this[nodeKey], key, undefined);
    else storage.dispatch([removal(node.id)]);
    return true;
  }

  *entries(): IterableIterator<[K, V]> {
    for (const [key, node] of this[nodeKey].members) yield [key as K, faceOf(node) as V];
  }

  [Symbol.iterator](): IterableIterator<[K, V]> {
    return this.entries();
  }

  keys(): IterableIterator<K> {
    return this[nodeKey].members.keys() as IterableIterator<K>;
  }

  *values(): IterableIterator<V> {
    for (const node of this[nodeKey].members.values()) yield faceOf(node) as V;
  }

  forEach(callback: (value: V, key: K, map: LiveMap<K, V>) => void): void {
    for (const [key, value] of this) callback(value, key, this);
  }

  clone(): LiveMap<K, V> {
    return new LiveMap(Array.from(this, ([key, value]) => [key, cloneOf(value)] as const));
  }
}

/** An ordered list that several clients can insert into, move in and delete from at the same time. */
export class LiveList<I = Lson> extends LiveBase<ListNode, readonly ToJson<I>[]> {
  protected static override readonly nodeType = NodeType.list;

  constructor(items: readonly I[] = []) {
    super(new ListNode());
    for (const item of items) this.push(item);
  }

  get length(): number {
    return this[nodeKey].items.length;
  }

  get(index: number): I | undefined {
    const item = this[nodeKey].items[index];
    return item && (faceOf(item) as I);
  }

  /** Adds an item at the end, after those that others add at the same time. */
  push(element: I): void {
    const { items } = this[nodeKey];
    place(this[nodeKey], nodeOf(element), items.length, makePosition(items.at(-1)?.key), { intent: "push" });
  }

  insert(element: I, index: number): void {
    const { items } = this[nodeKey];
    checkIndex(index, items.length);
    place(this[nodeKey], nodeOf(element), index, makePosition(items[index - 1]?.key, items[index]?.key), {});
  }

  /** Replaces the item at an index. */
  set(index: number, element: I): void {
    const replaced = this[nodeKey].items[index];
    if (replaced === undefined) throw outOfRange(index, this.length);
    if (storageOf(this[nodeKey]) === undefined) {
      const node = nodeOf(element);
      if (node === replaced) return;
      checkIsFree(node);
      takeFree(this[nodeKey], index);
      insertFree(this[nodeKey], index, node);
      return;
    }
    place(this[nodeKey], nodeOf(element), index, replaced.key, { intent: "set", deletedId: replaced.id });
  }

  move(index: number, targetIndex: number): void {
    const { items } = this[nodeKey];
    const item = items[index];
    if (item === undefined) throw outOfRange(index, items.length);
    checkIndex(targetIndex, items.length - 1);
    if (index === targetIndex) return;
    const storage = storageOf(this[nodeKey]);
    if (storage === undefined) return moveFree(this[nodeKey], index, targetIndex);
    const before = targetIndex > index ? items[targetIndex] : items[targetIndex - 1];
    const after = targetIndex > index ? items[targetIndex + 1] : items[targetIndex];
    const parentKey = makePosition(before?.key, after?.key);
    storage.dispatch([placing(item.id, parentKey)]);
  }

  delete(index: number): void {
    const item = this[nodeKey].items[index];
    if (item === undefined) throw outOfRange(index, this.length);
    const storage = storageOf(this[nodeKey]);
    if (storage === undefined) takeFree(this[nodeKey], index);
    else storage.dispatch([removal(item.id)]);
  }

  clear(): void {
    const { items } = this[nodeKey];
    const storage = storageOf(this[nodeKey]);
    if (storage === undefined) {
      while (items.length > 0) takeFree(this[nodeKey], items.length - 1);
    } else if (items.length > 0) {
      storage.dispatch(items.map(({ id }) => removal(id)));
    }
  }

  toArray(): I[] {
    return this[nodeKey].items.map((item) => faceOf(item) as I);
  }

  *[Symbol.iterator](): IterableIterator<I> {
    for (const item of this[nodeKey].items) yield faceOf(item) as I;
  }

  every(predicate: (value: I, index: number) => unknown): boolean {
    return this.toArray().every((value, index) => predicate(value, index));
  }

  some(predicate: (value: I, index: number) => unknown): boolean {
    return this.toArray().some((value, index) => predicate(value, index));
  }

  filter(predicate: (value: I, index: number) => unknown): I[] {
    return this.toArray().filter((value, index) => predicate(value, index));
  }

  find(predicate: (value: I, index: number) => unknown): I | undefined {
    return this.toArray().find((value, index) => predicate(value, index));
  }

  findIndex(predicate: (value: I, index: number) => unknown): number {
    return this.toArray().findIndex((value, index) => predicate(value, index));
  }

  forEach(callback: (value: I, index: number) => void): void {
    for (const [index, value] of this.toArray().entries()) callback(value, index);
  }

  map<U>(callback: (value: I, index: number) => U): U[] {
    return this.toArray().map((value, index) => callback(value, index));
  }

  indexOf(searchElement: I, fromIndex?: number): number {
    return this.toArray().indexOf(searchElement, fromIndex);
  }

  lastIndexOf(searchElement: I, fromIndex?: number): number {
    const items = this.toArray();
    return fromIndex === undefined ? items.lastIndexOf(searchElement) : items.lastIndexOf(searchElement, fromIndex);
  }

  clone(): LiveList<I> {
    return new LiveList(this.toArray().map((item) => cloneOf(item)));
  }
}

function place(
  list: ListNode,
  node: StorageNode,
  index: number,
  parentKey: string,
  how: { readonly intent?: "set" | "push"; readonly deletedId?: string },
): void {
  checkIsFree(node);
  const storage = storageOf(list);
  if (storage === undefined) return insertFree(list, index, node);
  const { ops, nodes } = placementOf(storage, node, list.id, parentKey);
  const [first, ...rest] = ops;
  storage.adopt(nodes, () => storage.dispatch([{ ...first!, ...how }, ...rest]));
}

function checkIndex(index: number, most: number): void {
  if (!Number.isInteger(index) || index < 0 || index > most) throw outOfRange(index, most);
}

function outOfRange(index: number, length: number): RangeError {
  return new RangeError(`There is no item at index ${index}: the list has ${length} items.`);
}

/** A text that several clients can type into at the same time. Indices count UTF-16 code units. */
export class LiveText extends LiveBase<TextNode, TextData> {
  protected static override readonly nodeType = NodeType.text;

  constructor(text: string | TextData = "", version = 0) {
    const data: TextData = typeof text !== "string" ? text : text === "" ? [] : [[text]];
    super(new TextNode(new TextState(data, version)));
  }

  /** The newest version that the server has confirmed. */
  get version(): number {
    return this[nodeKey].state.version;
  }

  get length(): number {
    return this[nodeKey].state.length;
  }

  insert(index: number, text: string, attributes?: JsonObject): void {
    if (text === "") return;
    edit(this[nodeKey], [insertion(index, text, attributes)]);
  }

  delete(index: number, length: number): void {
    if (length > 0) edit(this[nodeKey], [{ type: "delete", index, length }]);
  }

  replace(index: number, length: number, text: string, attributes?: JsonObject): void {
    const operations: TextOperation[] = [];
    if (length > 0) operations.push({ type: "delete", index, length });
    if (text !== "") operations.push(insertion(index, text, attributes));
    edit(this[nodeKey], operations);
  }

  /** Sets attributes of a range. A value of `null` removes its attribute. */
  format(index: number, length: number, attributes: JsonObject): void {
    if (length > 0) edit(this[nodeKey], [{ type: "format", index, length, attributes }]);
  }

  override toString(): string {
    return this[nodeKey].state.toString();
  }

  clone(): LiveText {
    return new LiveText(this[nodeKey].state.data);
  }
}

function edit(node: TextNode, operations: readonly TextOperation[]): void {
  if (operations.length === 0) return;
  const { length } = node.state;
  for (const { index } of operations)
    if (!Number.isInteger(index) || index < 0 || index > length)
      throw new RangeError(`There is no position ${index}: the text has ${length} UTF-16 code units.`);
  const storage = storageOf(node);
  if (storage !== undefined) {
    storage.dispatch([{ type: OpType.updateText, id: node.id, baseVersion: node.state.version, ops: operations }]);
    return;
  }
  node.state.edit(operations);
  node.state.settle();
  if (node.parent) touch(node.parent);
}

/** A file that was uploaded to a room. */
export interface LiveFileData {
  /** Such as `fl_V1StGXR8_Z5jdHi6B-myT`. */
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly mimeType: string;
}

/** A file that was uploaded to the room. It does not change: to replace it, set another one in its place. */
export class LiveFile extends LiveBase<FileNode, LiveFileData> {
  protected static override readonly nodeType = NodeType.file;

  constructor(data: LiveFileData) {
    super(new FileNode(data as FileData));
  }

  get data(): Readonly<LiveFileData> {
    return this[nodeKey].data;
  }

  get id(): string {
    return this.data.id;
  }

  get name(): string {
    return this.data.name;
  }

  /** In bytes. */
  get size(): number {
    return this.data.size;
  }

  get mimeType(): string {
    return this.data.mimeType;
  }

  clone(): LiveFile {
    return new LiveFile(this.data);
  }
}

/** What an application reads where a member is. */
export function lsonOf(member: MemberValue): Lson {
  return isNode(member) ? faceOf(member) : member;
}

export function faceOf(node: StorageNode): Lson {
  if (node.type === NodeType.register) return node.value;
  return (node.face ?? newFace(node)) as Lson;
}

function newFace(node: Exclude<StorageNode, RegisterNode>): LiveBase {
  switch (node.type) {
    case NodeType.object:
      return newFaceOf(LiveObject.prototype, node);
    case NodeType.map:
      return newFaceOf(LiveMap.prototype, node);
    case NodeType.list:
      return newFaceOf(LiveList.prototype, node);
    case NodeType.text:
      return newFaceOf(LiveText.prototype, node);
    case NodeType.file:
      return newFaceOf(LiveFile.prototype, node);
  }
}

/** What is stored for a value in a list or a map. */
export function nodeOf(value: unknown): StorageNode {
  return value instanceof LiveBase ? value[nodeKey] : new RegisterNode(value as Json);
}

/** What is stored for a value in an object. */
export function memberOf(value: Lson): MemberValue {
  return value instanceof LiveBase ? value[nodeKey] : value;
}

/** A copy of a value that is in no tree, with copies of everything below it. */
export function cloneOf<T>(value: T): T {
  return (value instanceof LiveBase ? (value as unknown as { clone(): Lson }).clone() : value) as T;
}

function batchIn(structure: LiveBase, run: () => void): void {
  const storage = storageOf(structure[nodeKey]);
  if (storage === undefined) run();
  else storage.batch(run);
}

/** JSON as structures: objects become LiveObjects, and lists LiveLists. */
function liveOf(value: Json, mode: SyncMode | undefined): Lson {
  if (mode === "atomic") return value;
  if (Array.isArray(value)) return new LiveList((value as readonly Json[]).map((item) => liveOf(item, true)));
  if (isJsonObject(value)) return LiveObject.from(value, typeof mode === "object" ? mode : undefined);
  return value;
}

/** The object in which everything of a room's Storage is. */
export function rootOf<S extends object = LsonObject>(storage: { readonly root: ObjectNode }): LiveObject<S> {
  return faceOf(storage.root) as unknown as LiveObject<S>;
}
