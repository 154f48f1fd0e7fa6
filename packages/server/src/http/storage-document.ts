/**
 * Writes a room's Storage as text, a little at a time. A room may hold 200,000 nodes: writing them in one go would keep
 * every other room waiting.
 *
 * ```
 *   nodes, depth first ──► texts, a few per node ──► pieces of about 64 KiB, the loop given back in between
 * ```
 */
import { isJsonObject, NodeType, WeftError } from "@weft/protocol";
import type { Json, NodeTypeKey, VerboseNode } from "@weft/protocol";

/** Which of the two output formats of rest-api 8.1. */
export type DocumentFormat = { readonly kind: "json" } | { readonly kind: "lson"; readonly nodeTypeKey: NodeTypeKey };

/** The document as texts that make one JSON value when joined. `nodes` come depth first, items of a list in order. */
export function* storageDocument(nodes: Iterable<VerboseNode>, format: DocumentFormat): Iterable<string> {
  const open: Container[] = [];
  for (const [id, node] of nodes) {
    while (open.length > 0 && open.at(-1)!.id !== node.parentId) yield open.pop()!.close;
    const parent = open.at(-1);
    if (parent === undefined && node.parentId !== undefined)
      throw new Error(`Node ${id} came before its parent, or after a node outside its parent.`);

    let text = "";
    if (parent !== undefined) {
      text = parent.empty ? "" : ",";
      parent.empty = false;
      if (parent.keyed) text += `${JSON.stringify(node.parentKey)}:`;
    }
    if (node.type === NodeType.register) {
      yield text + JSON.stringify(node.data);
      continue;
    }
    const kind = kinds.get(node.type);
    if (kind === undefined) throw new Error(`Node ${id} is of a kind that documents do not show.`);
    const shell = format.kind === "json" ? "" : `{"${format.nodeTypeKey}":"${kind.name}","data":`;
    if (kind.open === undefined) {
      yield text + shell + JSON.stringify(node.data) + (shell === "" ? "" : "}");
      continue;
    }
    const members = node.type === NodeType.object ? plainMembers(node.data) : "";
    yield text + shell + kind.open + members;
    open.push({ id, keyed: kind.keyed, empty: members === "", close: kind.close + (shell === "" ? "" : "}") });
  }
  while (open.length > 0) yield open.pop()!.close;
}

/** The NDJSON of rest-api 8.5: the connection number, then every node, parents first. */
export function* storageLines(actor: number, nodes: Iterable<VerboseNode>): Iterable<string> {
  yield `${JSON.stringify({ actor })}\n`;
  yield* nodeLines(nodes);
}

/** Every node on a line of its own, parents first. */
export function* nodeLines(nodes: Iterable<VerboseNode>): Iterable<string> {
  for (const node of nodes) yield `${JSON.stringify(node)}\n`;
}

/** The nodes of such lines, reading them a slice at a time. */
export async function readNodes(lines: Uint8Array): Promise<readonly VerboseNode[]> {
  const nodes: VerboseNode[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const node of nodesIn(lines)) {
    nodes.push(node);
    if (nodes.length % textsPerLook === 0 && performance.now() > sliceEnd) {
      await new Promise(setImmediate);
      sliceEnd = performance.now() + sliceMs;
    }
  }
  return nodes;
}

/** The nodes of lines, in order. */
export function* nodesIn(lines: Uint8Array): Iterable<VerboseNode> {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString();
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    yield JSON.parse(text.slice(at, end)) as VerboseNode;
    at = end + 1;
  }
}

/** Every node in one list, parents first. */
export function* nodeList(nodes: Iterable<VerboseNode>): Iterable<string> {
  let separator = "[";
  for (const node of nodes) {
    yield separator + JSON.stringify(node);
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

/** A value as texts that are its JSON when joined. */
export function* jsonTexts(value: Json): Iterable<string> {
  if (typeof value !== "object" || value === null) return void (yield JSON.stringify(value));
  let separator = "";
  if (!isJsonObject(value)) {
    yield "[";
    for (const item of value) {
      yield separator;
      yield* jsonTexts(item);
      separator = ",";
    }
    return void (yield "]");
  }
  yield "{";
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    yield* jsonTexts(member);
    separator = ",";
  }
  yield "}";
}

/** A node whose children are being written. */
interface Container {
  readonly id: string;
  readonly keyed: boolean;
  readonly close: string;
  empty: boolean;
}

type Kind =
  | { readonly name: string; readonly open: string; readonly close: string; readonly keyed: boolean }
  /** A leaf: its data is all there is. */
  | { readonly name: string; readonly open?: undefined };

const kinds: ReadonlyMap<number, Kind> = new Map<number, Kind>([
  [NodeType.object, { name: "LiveObject", open: "{", close: "}", keyed: true }],
  [NodeType.map, { name: "LiveMap", open: "{", close: "}", keyed: true }],
  [NodeType.list, { name: "LiveList", open: "[", close: "]", keyed: false }],
  [NodeType.text, { name: "LiveText" }],
  [NodeType.file, { name: "LiveFile" }],
]);

/** An object's plain fields without the braces. */
function plainMembers(data: Json | undefined): string {
  return data === undefined ? "" : JSON.stringify(data).slice(1, -1);
}

const pieceLength = 64 * 1_024;
/** Between two looks at the clock. A node has at most 128 kB, so that many take a few milliseconds at worst. */
const textsPerLook = 64;
const sliceMs = 8;

/**
 * Joins texts into UTF-8 pieces, giving the event loop back whenever a slice of time has been used up. It ends early
 * when nobody waits for them any more.
 */
export async function encodeInSlices(
  texts: Iterable<string>,
  isGone: () => boolean = () => false,
): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let piece = "";
  let count = 0;
  let sliceEnd = performance.now() + sliceMs;
  for (const text of texts) {
    piece += text;
    if (piece.length >= pieceLength) {
      pieces.push(Buffer.from(piece));
      piece = "";
    }
    if (++count % textsPerLook !== 0) continue;
    if (isGone()) throw new WeftError("BAD_REQUEST", { message: "The caller has gone." });
    if (performance.now() > sliceEnd) {
      await new Promise(setImmediate);
      sliceEnd = performance.now() + sliceMs;
    }
  }
  if (piece !== "") pieces.push(Buffer.from(piece));
  return pieces;
}
