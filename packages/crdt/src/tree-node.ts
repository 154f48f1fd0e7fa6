import { NodeType, rootId } from "@weft/protocol/codes";
import type { FileData, Json, JsonObject, TextData, VerboseNode } from "@weft/protocol/types";
import { jsonBytes, memberCount, objectBytes, stringBytes } from "./size.ts";

/** The fields of what is not an object. */
export const noData: JsonObject = Object.freeze({});

/** One node. Only `StorageTree` and its loader write to it. */
export class TreeNode {
  readonly id: string;
  readonly type: NodeType;
  readonly parentId: string;
  parent: TreeNode | undefined = undefined;
  /** Key under an object or map, position in a list. */
  key: string;
  /** An object's plain fields. May be shared with a frame until the first write. */
  data: Record<string, Json | undefined>;
  /** The contents of a leaf: a plain value, a text's segments, a file's description. */
  value: Json;
  /** A text's version: the count of its updates. */
  version: number;
  /** Children of an object or map; made with the first child. */
  children: Map<string, TreeNode> | undefined = undefined;
  /** Children of a list, by ascending position; made with the first child. */
  items: TreeNode[] | undefined = undefined;
  /** Levels above and including this one; 0 while the node is not attached. */
  depth = 0;
  /** Bytes of the compact tuple. */
  bytes: number;
  /** Bytes of `data` in it. */
  dataBytes: number;
  /** Count of an object's plain fields. */
  fields: number;
  /** The number of the transaction in which `data` became this node's own copy; 0 while it may be shared. */
  owned = 0;
  /** Whether the store has, or is about to be given, a row of this id. */
  stored = false;

  constructor(id: string, type: NodeType, parentId: string, key: string, data: JsonObject, value: Json, version = 0) {
    this.id = id;
    this.type = type;
    this.parentId = parentId;
    this.key = key;
    this.data = data;
    this.value = value;
    this.version = version;
    this.fields = type === NodeType.object ? memberCount(data) : 0;
    this.dataBytes = type === NodeType.object ? objectBytes(data) : isLeaf(type) ? jsonBytes(value) : 0;
    // ["root",{}] and ["id",1,"parent","key"] with or without ,data and ,version
    this.bytes =
      id === rootId
        ? 9 + this.dataBytes
        : 6 +
          stringBytes(id) +
          stringBytes(parentId) +
          stringBytes(key) +
          (this.dataBytes === 0 ? 0 : 1 + this.dataBytes) +
          (type === NodeType.text ? 1 + jsonBytes(version) : 0);
  }

  /** The segments of a text. */
  get segments(): TextData {
    return this.value as unknown as TextData;
  }

  /** A file's description. */
  get file(): FileData {
    return this.value as unknown as FileData;
  }

  /** Count of children and fields. */
  get width(): number {
    return this.type === NodeType.list ? (this.items?.length ?? 0) : (this.children?.size ?? 0) + this.fields;
  }

  /** The child at a key of an object or map. */
  child(key: string): TreeNode | undefined {
    return this.children?.get(key);
  }

  /** An object's plain field. */
  field(key: string): Json | undefined {
    return this.fields > 0 && Object.hasOwn(this.data, key) ? this.data[key] : undefined;
  }

  /** Index of the first item at or after a position. */
  indexOf(position: string): number {
    const items = this.items;
    if (!items) return 0;
    let lo = 0;
    let hi = items.length;
    // Most lists grow at their end.
    if (hi > 0 && items[hi - 1]!.key < position) return hi;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (items[mid]!.key < position) lo = mid + 1;
      else hi = mid;
    }
    return lo;
  }

  /** The item exactly at a position. */
  itemAt(position: string): TreeNode | undefined {
    const item = this.items?.[this.indexOf(position)];
    return item?.key === position ? item : undefined;
  }

  /** The whole tuple as text: what clients load and the store keeps. */
  encode(): string {
    if (this.id === rootId) return `["root",${JSON.stringify(this.data)}]`;
    const { id, type, parentId, key } = this;
    // In one call: a text that is joined from several keeps its parts in memory until something reads it.
    if (type === NodeType.list || type === NodeType.map) return JSON.stringify([id, type, parentId, key]);
    if (type === NodeType.text) return JSON.stringify([id, type, parentId, key, this.value, this.version]);
    return JSON.stringify([id, type, parentId, key, type === NodeType.object ? this.data : this.value]);
  }

  /** The fields, to be kept by the caller: the next write goes to a copy. */
  share(): JsonObject {
    this.owned = 0;
    return this.data;
  }

  verbose(): VerboseNode {
    const { type, parentId, key: parentKey } = this;
    if (this.id === rootId) return [this.id, { type, data: this.share() }];
    if (type === NodeType.list || type === NodeType.map) return [this.id, { type, parentId, parentKey }];
    if (type === NodeType.text)
      return [this.id, { type, parentId, parentKey, data: this.value, version: this.version }];
    return [this.id, { type, parentId, parentKey, data: type === NodeType.object ? this.share() : this.value }];
  }
}

export function newRoot(data: JsonObject = noData): TreeNode {
  const root = new TreeNode(rootId, NodeType.object, "", "", data, null);
  root.depth = 1;
  return root;
}

/** Whether nodes of this type have no children. */
export function isLeaf(type: NodeType): boolean {
  return type === NodeType.register || type === NodeType.text || type === NodeType.file;
}

/** A node and everything below it, parents before children, siblings in order. */
export function* subtree(top: TreeNode): Generator<TreeNode, void, undefined> {
  const stack = [top];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (node.items) for (let i = node.items.length - 1; i >= 0; i--) stack.push(node.items[i]!);
    if (node.children) {
      const from = stack.length;
      for (const child of node.children.values()) stack.push(child);
      for (let lo = from, hi = stack.length - 1; lo < hi; lo++, hi--) {
        const child = stack[lo]!;
        stack[lo] = stack[hi]!;
        stack[hi] = child;
      }
    }
  }
}
