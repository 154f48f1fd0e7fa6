/**
 * What a shared text holds, as pieces: runs of characters, and nodes. In front of the characters of a text node is a map with its
 * format. Where concurrent edits have deleted that map, or have put two of equal format beside each other, the characters are a piece
 * all the same: no piece of text is ever dropped for want of a map.
 */
import type { LexicalNode, NodeKey } from "lexical";
import * as Y from "yjs";
import type { SharedNode } from "./properties.ts";
import { getAttribute, typeOf } from "./properties.ts";

/** Where a map with the format of text is among the characters of a run. */
export interface Head {
  readonly map: Y.Map<unknown>;
  /** How many characters of the run are in front of it. */
  readonly at: number;
}

/** Characters of one format: those of one text node. */
export interface Run {
  readonly kind: "run";
  readonly heads: Head[];
  text: string;
  /** The text node that shows it, if one does. */
  key: NodeKey | undefined;
}

/** An element, a decorator or a line break. */
export interface Embed {
  readonly kind: "embed";
  readonly shared: SharedNode;
  /** The node that shows it; none if this editor does not know its type. */
  key: NodeKey | undefined;
}

export type TextPiece = Run | Embed;

/** How many positions of the shared text a piece takes. */
export const sizeOf = (piece: TextPiece): number =>
  piece.kind === "embed" ? 1 : piece.text.length + piece.heads.length;

/** A unit of a shared text: a UTF-16 code unit, or a shared type. */
export type TextToken = string | SharedNode;

/** The tokens of a piece, in their order. */
export function tokensOf(piece: TextPiece): TextToken[] {
  if (piece.kind === "embed") return [piece.shared];
  const tokens: TextToken[] = [];
  let from = 0;
  for (const { map, at } of piece.heads) {
    for (; from < at; from++) tokens.push(piece.text.charAt(from));
    tokens.push(map);
  }
  for (; from < piece.text.length; from++) tokens.push(piece.text.charAt(from));
  return tokens;
}

/** Reads a shared text. The pieces have no keys yet. */
export function readPieces(shared: Y.XmlText): TextPiece[] {
  const pieces: TextPiece[] = [];
  const lastRun = (): Run => {
    const last = pieces.at(-1);
    if (last?.kind === "run") return last;
    const run: Run = { kind: "run", heads: [], text: "", key: undefined };
    pieces.push(run);
    return run;
  };
  for (const { insert } of shared.toDelta() as readonly { readonly insert: unknown }[]) {
    if (typeof insert === "string") lastRun().text += insert;
    else if (insert instanceof Y.Map && typeOf(insert as Y.Map<unknown>) !== "linebreak") {
      const map = insert as Y.Map<unknown>;
      const last = pieces.at(-1);
      if (last?.kind === "run" && (last.text === "" ? last.heads.length === 0 : continues(last, map)))
        last.heads.push({ map, at: last.text.length });
      else pieces.push({ kind: "run", heads: [{ map, at: 0 }], text: "", key: undefined });
    } else if (insert instanceof Y.Map || insert instanceof Y.XmlText || insert instanceof Y.XmlElement)
      pieces.push({ kind: "embed", shared: insert as SharedNode, key: undefined });
    // Something that no editor writes takes a position too.
    else pieces.push({ kind: "embed", shared: new Y.Map<unknown>(), key: undefined });
  }
  return pieces;
}

/** The map whose format a run has; none if its characters have lost theirs, which makes them plain text. */
export const formatOf = (run: Run): Y.Map<unknown> | undefined =>
  run.heads[0]?.at === 0 ? run.heads[0].map : undefined;

const isUnmergeable = 2;

/** Whether Lexical would make one text node of a run and what follows the map: it does if both are simple text of one format. */
function continues(run: Run, map: Y.Map<unknown>): boolean {
  const format = formatOf(run);
  const of = (name: string): unknown => (format === undefined ? undefined : getAttribute(format, name));
  const type = format === undefined ? "text" : typeOf(format);
  if (type !== "text" || typeOf(map) !== "text") return false;
  if (of("__state") !== undefined || map.get("__state") !== undefined) return false;
  if (
    [of("__detail"), map.get("__detail")].some((detail) => typeof detail === "number" && (detail & isUnmergeable) > 0)
  )
    return false;
  if (Boolean(of("__mode")) || Boolean(map.get("__mode"))) return false;
  return (of("__format") ?? 0) === (map.get("__format") ?? 0) && (of("__style") ?? "") === (map.get("__style") ?? "");
}

/** The position in the shared text of an offset in a piece's text. */
export function positionIn(run: Run, offset: number): number {
  return offset + run.heads.filter(({ at }) => at <= offset).length;
}

/** The offset in a run's text of a position that is counted from its beginning. */
export function offsetIn(run: Run, position: number): number {
  const before = run.heads.filter(({ at }, index) => at + index < position).length;
  return Math.min(Math.max(position - before, 0), run.text.length);
}

/** The format of a run that has been divided, for the part that is still where the run was. */
export function takeFormat(left: Run[], type: string, text: string): SharedNode | undefined {
  const at = left.findIndex((run) => {
    const format = formatOf(run);
    return format !== undefined && typeOf(format) === type && text !== "" && run.text.endsWith(text);
  });
  const run = left[at];
  if (run === undefined) return undefined;
  left.splice(at, 1);
  return formatOf(run);
}

/** Pieces that are not shown, by the last shown one in front of each. */
export function hiddenPieces(
  pieces: readonly TextPiece[],
  shown: ReadonlySet<NodeKey>,
): Map<NodeKey | undefined, TextPiece[]> {
  const hidden = new Map<NodeKey | undefined, TextPiece[]>();
  let last: NodeKey | undefined;
  for (const piece of pieces) {
    if (piece.key !== undefined) last = shown.has(piece.key) ? piece.key : last;
    else if (piece.kind === "embed" || piece.text !== "") {
      const behind = hidden.get(last);
      if (behind === undefined) hidden.set(last, [piece]);
      else behind.push(piece);
    }
  }
  return hidden;
}

/** A node that is not in the document yet. */
export class NewNode {
  readonly node: LexicalNode;
  constructor(node: LexicalNode) {
    this.node = node;
  }
}

/** A character that is not kept. */
export class Gone {
  readonly isGone = true;
}
