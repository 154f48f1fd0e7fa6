import type { StorageNode } from "../nodes.ts";
import { jsonOf } from "../nodes.ts";
import type { NodeType } from "@weft/protocol/codes";

/**
 * Where the public objects keep their nodes. Copies of this package in one application, such as one under the name of another
 * package, know each other's objects by it, as long as they lay out nodes in the same way: with another layout, it changes.
 */
export const nodeKey: unique symbol = Symbol.for("weft.storage.node");

/** What all public objects of Storage have in common. `J` is what `toJSON` answers. */
export abstract class LiveBase<N extends StorageNode = StorageNode, J = unknown> {
  /** Of the nodes of a class; undefined where they are of any type. */
  protected static readonly nodeType: NodeType | undefined = undefined;
  readonly [nodeKey]: N;

  static [Symbol.hasInstance](value: unknown): boolean {
    // Classes that an application derives are told apart as usual.
    if (!Object.hasOwn(this, "nodeType")) return Function.prototype[Symbol.hasInstance].call(this, value);
    if (typeof value !== "object" || value === null) return false;
    const node = (value as Partial<LiveBase>)[nodeKey];
    return node !== undefined && (this.nodeType === undefined || this.nodeType === node.type);
  }

  constructor(node: N) {
    this[nodeKey] = node;
    Object.defineProperty(this, nodeKey, { value: node, enumerable: false });
    node.face = this;
  }

  /** A deep copy as plain JSON. It is frozen, and the same object until something of it changes. */
  toJSON(): J {
    return jsonOf(this[nodeKey]) as J;
  }

  /** The same as `toJSON`. */
  toImmutable(): J {
    return this.toJSON();
  }
}

/** The public object of a node that has none. */
export function newFaceOf<T>(prototype: T & object, node: StorageNode): T {
  const face = Object.create(prototype, { [nodeKey]: { value: node } }) as T;
  node.face = face;
  return face;
}
