/**
 * Storage as text, in pieces: a document of nested values, or its nodes one by one. A room may have 200,000 nodes, so
 * the caller decides after each piece whether to yield to the event loop.
 */
import { NodeType } from "@weft/protocol/codes";
import type { Json, NodeTypeKey, VerboseNode } from "@weft/protocol/types";

/** `lson` names the type of every node under the given key; `json` leaves it out. */
export type StorageFormat = { readonly kind: "json" } | { readonly kind: "lson"; readonly nodeTypeKey: NodeTypeKey };

/** How Storage is written: as one document, as NDJSON with a node on each line, or as one JSON array of its nodes. */
export type StorageTextFormat = StorageFormat | { readonly kind: "nodeLines" } | { readonly kind: "nodeList" };

/** Storage in one of its formats, as pieces of text. `nodes` come depth first, items of a list in order. */
export function storageText(nodes: Iterable<VerboseNode>, format: StorageTextFormat): Iterable<string> {
  if (format.kind === "nodeLines") return nodeLines(nodes);
  if (format.kind === "nodeList") return nodeList(nodes);
  return storageDocument(nodes, format);
}

/** The document as pieces of one JSON value. `nodes` come depth first, items of a list in order. */
export function* storageDocument(nodes: Iterable<VerboseNode>, format: StorageFormat): Iterable<string> {
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

/** Every node on a line of its own, parents first. */
function* nodeLines(nodes: Iterable<VerboseNode>): Iterable<string> {
  for (const node of nodes) yield `${JSON.stringify(node)}\n`;
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
function* nodeList(nodes: Iterable<VerboseNode>): Iterable<string> {
  let separator = "[";
  for (const node of nodes) {
    yield separator + JSON.stringify(node);
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
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
  /** A leaf: only its data. */
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
