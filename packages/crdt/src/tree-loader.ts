import { NodeType, rootId } from "@weft/protocol/codes";
import type { CompactNode, JsonObject } from "@weft/protocol/types";
import { isPosition } from "./position.ts";
import { isLeaf, newRoot, noData, TreeNode } from "./tree-node.ts";

/** The stored nodes do not form a tree, so the room cannot be loaded. The message names the node at fault. */
export class BrokenTree extends Error {
  override name = "BrokenTree";
}

/**
 * Makes a tree of stored nodes, which come in any order. A node whose parent has not been seen yet waits for the end; so do
 * the children of the root, since only the fields of its own tuple tell whether a key is free.
 */
export class TreeLoader {
  readonly #byId: Map<string, TreeNode>;
  root: TreeNode;
  /** Bytes of all nodes so far. */
  bytes: number;
  /** Nodes whose parent has not been seen yet. */
  #waiting: TreeNode[] = [];
  /** Lists whose items did not arrive in order. */
  readonly #unsorted = new Set<TreeNode>();
  #rootLoaded = false;

  /** `byId`: holds an empty root, and is filled with the nodes. `bytes`: of what it holds. */
  constructor(byId: Map<string, TreeNode>, root: TreeNode, bytes: number) {
    this.#byId = byId;
    this.root = root;
    this.bytes = bytes;
  }

  load(nodes: readonly CompactNode[]): void {
    const byId = this.#byId;
    let parent: TreeNode | undefined;
    for (const tuple of nodes) {
      if (tuple.length === 2) {
        this.#loadRoot(tuple[0], tuple[1]);
        parent = undefined;
        continue;
      }
      // By index: this loop runs for every node of a room that is loaded, and destructuring would iterate.
      const id = tuple[0];
      const type = tuple[1];
      const parentId = tuple[2];
      const node = new TreeNode(
        id,
        type,
        parentId,
        tuple[3],
        type === NodeType.object ? tuple[4] : noData,
        type === NodeType.register || type === NodeType.text || type === NodeType.file ? tuple[4] : null,
        type === NodeType.text ? tuple[5] : 0,
      );
      node.stored = true;
      const count = byId.size;
      byId.set(id, node);
      if (byId.size === count) throw new BrokenTree(`Node "${id}" is stored twice.`);
      this.bytes += node.bytes;
      // Siblings mostly come together.
      if (parent?.id !== parentId) parent = byId.get(parentId);
      // The root's own tuple may come last, and only its fields can tell whether a key is free.
      if (parent === undefined || (parent === this.root && !this.#rootLoaded)) this.#waiting.push(node);
      else this.#adopt(parent, node);
    }
  }

  /** Throws unless the nodes form one tree. */
  finish(): void {
    for (const node of this.#waiting) {
      const parent = this.#byId.get(node.parentId);
      if (!parent) throw new BrokenTree(`Node "${node.id}" has a parent "${node.parentId}" that does not exist.`);
      this.#adopt(parent, node);
    }
    for (const list of this.#unsorted) this.#sort(list);
    this.#waiting = [];
    this.#unsorted.clear();
    this.#measureDepths();
  }

  #loadRoot(id: string, data: JsonObject): void {
    if (id !== rootId) throw new BrokenTree(`Node "${id}" has no parent, but only the root may have none.`);
    if (this.#rootLoaded) throw new BrokenTree("The root is stored twice.");
    const root = newRoot(data);
    root.stored = true;
    root.depth = 1;
    this.bytes += root.bytes - this.root.bytes;
    this.root = root;
    this.#byId.set(rootId, root);
    this.#rootLoaded = true;
  }

  #adopt(parent: TreeNode, node: TreeNode): void {
    const { key } = node;
    if (parent.type === NodeType.list) {
      if (!isPosition(key)) throw new BrokenTree(`Node "${node.id}" has a position that is not one.`);
      const items = (parent.items ??= []);
      const last = items.length > 0 ? items[items.length - 1]!.key : "";
      if (last === key) throw new BrokenTree(`Node "${node.id}" shares its position in list "${parent.id}".`);
      if (last > key) this.#unsorted.add(parent);
      items.push(node);
    } else if (isLeaf(parent.type)) {
      const leaf = parent.type === NodeType.register ? "plain value" : parent.type === NodeType.text ? "text" : "file";
      throw new BrokenTree(`Node "${node.id}" has a ${leaf} as its parent.`);
    } else {
      if (parent.type === NodeType.object) {
        if (node.type === NodeType.register) {
          throw new BrokenTree(`Node "${node.id}" is a plain value under object "${parent.id}".`);
        }
        if (parent.field(key) !== undefined) {
          throw new BrokenTree(`Node "${node.id}" shares its key with a field of object "${parent.id}".`);
        }
      }
      const children = (parent.children ??= new Map());
      const count = children.size;
      children.set(key, node);
      if (children.size === count) throw new BrokenTree(`Node "${node.id}" shares its key under "${parent.id}".`);
    }
    node.parent = parent;
    if (parent.depth > 0) node.depth = parent.depth + 1;
  }

  #sort(list: TreeNode): void {
    const items = list.items!;
    items.sort((a, b) => (a.key < b.key ? -1 : 1));
    for (let i = 1; i < items.length; i++) {
      if (items[i]!.key === items[i - 1]!.key) {
        throw new BrokenTree(`Node "${items[i]!.id}" shares its position in list "${list.id}".`);
      }
    }
  }

  /** A node that is not reached from the root is part of a cycle. */
  #measureDepths(): void {
    const path: TreeNode[] = [];
    for (const node of this.#byId.values()) {
      let at: TreeNode = node;
      while (at.depth === 0) {
        if (path.length > this.#byId.size || !at.parent) {
          throw new BrokenTree(`Node "${node.id}" is part of a cycle, or below one.`);
        }
        path.push(at);
        at = at.parent;
      }
      for (let depth = at.depth; path.length > 0;) path.pop()!.depth = ++depth;
    }
  }
}
