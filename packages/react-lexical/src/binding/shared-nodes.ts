import type { LexicalNode, NodeKey } from "lexical";
import { $getNodeByKey } from "lexical";
import * as Y from "yjs";
import type { TextPiece } from "./pieces.ts";
import { formatOf } from "./pieces.ts";
import type { SharedNode } from "./properties.ts";

/** Which node of the editor shows which shared type. */
export class SharedNodes {
  /** What this editor last shared or read of each shared text. */
  readonly pieces = new WeakMap<Y.XmlText, TextPiece[]>();
  readonly sharedOf = new Map<NodeKey, SharedNode>();
  readonly keyOf = new WeakMap<SharedNode, NodeKey>();

  /** The node that shows it, in a read of the editor. */
  nodeOf(shared: SharedNode): LexicalNode | null {
    const key = this.keyOf.get(shared);
    return key === undefined || this.sharedOf.get(key) !== shared ? null : $getNodeByKey(key);
  }

  /** From now on, the node shows it. */
  bind(key: NodeKey, shared: SharedNode): void {
    this.sharedOf.set(key, shared);
    this.keyOf.set(shared, key);
  }

  /** The pieces, each with the node that shows it. */
  withKeys(pieces: TextPiece[]): TextPiece[] {
    for (const piece of pieces) {
      const source = piece.kind === "run" ? formatOf(piece) : piece.shared;
      const key = source === undefined ? undefined : this.keyOf.get(source);
      if (key !== undefined && $getNodeByKey(key) !== null) piece.key = key;
    }
    return pieces;
  }

  /** A node that has left its parent is written anew where it is now. */
  release(piece: TextPiece, present: ReadonlySet<NodeKey>): void {
    if (piece.key === undefined || present.has(piece.key)) return;
    if ($getNodeByKey(piece.key) === null) this.forget(piece);
  }

  /** No node shows the piece any longer, nor what is in it. */
  forget(piece: TextPiece): void {
    const source = piece.kind === "run" ? formatOf(piece) : piece.shared;
    if (source === undefined || piece.key === undefined) return;
    if (this.sharedOf.get(piece.key) === source) this.sharedOf.delete(piece.key);
    if (source instanceof Y.XmlText) for (const child of this.pieces.get(source) ?? []) this.forget(child);
  }
}
