/**
 * Properties of Lexical nodes as attributes of shared types, in the form that `@lexical/yjs` gives them: the own fields of a node, by
 * their names. What documents of others hold is checked before a node has it.
 */
import type { LexicalNode } from "lexical";
import { $getWritableNodeState, $isDecoratorNode, $isElementNode, $isRootNode, $isTextNode } from "lexical";
import * as Y from "yjs";

/** A shared type that stands for a node: text and line breaks are maps, elements are texts, decorators are elements. */
export type SharedNode = Y.Map<unknown> | Y.XmlText | Y.XmlElement;

/** An empty shared type for a node. */
export function newShared(node: LexicalNode): SharedNode {
  if ($isElementNode(node)) return new Y.XmlText();
  return $isDecoratorNode(node) ? new Y.XmlElement() : new Y.Map<unknown>();
}

type Properties = Readonly<Record<string, unknown>>;

const ofAll = new Set(["__key", "__parent", "__next", "__prev", "__state"]);
const ofElements = new Set(["__first", "__last", "__size"]);

/** Elements that a document may ask for by name. Others could run code or load what another user chooses. */
const harmlessTags = new Set(
  "h1 h2 h3 h4 h5 h6 ul ol li p div span blockquote pre code table thead tbody tfoot tr td th caption details summary section figure figcaption mark b i u s em strong sub sup".split(
    " ",
  ),
);
/** Styles that load something, or that leave the place of their text. */
const unsafeStyle = /url\s*\(|image|expression|position\s*:|@|\\/iu;

export function getAttribute(shared: SharedNode, name: string): unknown {
  if (shared instanceof Y.Map) return shared.get(name);
  return (shared as { getAttribute(name: string): unknown }).getAttribute(name);
}

function setAttribute(shared: SharedNode, name: string, value: unknown): void {
  if (shared instanceof Y.Map) shared.set(name, value);
  else (shared as { setAttribute(name: string, value: unknown): void }).setAttribute(name, value);
}

/** The type of the node that a shared type stands for, if it says one. */
export function typeOf(shared: SharedNode): string | undefined {
  const type = getAttribute(shared, "__type");
  return typeof type === "string" ? type : undefined;
}

function isShared(name: string, node: LexicalNode): boolean {
  if (!name.startsWith("__") || ofAll.has(name)) return false;
  if ($isTextNode(node)) return name !== "__text";
  if (!$isElementNode(node)) return true;
  return !ofElements.has(name) && !($isRootNode(node) && name === "__cachedText");
}

/**
 * Writes what differs between two states of a node, or all of it for a new one. A property that has not changed is left alone, because
 * another user may have changed it since.
 */
export function writeProperties(shared: SharedNode, node: LexicalNode, previous: LexicalNode | undefined): void {
  const next = fieldsOf(node);
  const before = fieldsOf(previous);
  for (const [name, value] of Object.entries(next)) {
    if (!isShared(name, node) || !isJson(value)) continue;
    if (previous !== undefined && isEqual(before[name], value)) continue;
    if (!isEqual(getAttribute(shared, name), value)) setAttribute(shared, name, value);
  }
  if (node.__state !== undefined && node.__state !== previous?.__state) writeState(shared, node);
}

/** Values that applications keep with nodes are in a map of their own, so that those of two users merge. */
function writeState(shared: SharedNode, node: LexicalNode): void {
  const [unknown = {}, known] = node.__state?.getInternalState() ?? [undefined, new Map()];
  const values = new Map<string, unknown>(Object.entries(unknown));
  for (const [config, value] of known) values.set(config.key, config.unparse(value));
  if (values.size === 0) return;
  let map = getAttribute(shared, "__state");
  if (!(map instanceof Y.Map)) {
    map = new Y.Map<unknown>();
    setAttribute(shared, "__state", map);
  }
  for (const [name, value] of values)
    if (!isEqual((map as Y.Map<unknown>).get(name), value)) (map as Y.Map<unknown>).set(name, value);
}

/** Gives a node what its shared type has. Runs in an update of the editor. */
export function $readProperties(shared: SharedNode, node: LexicalNode): void {
  let writable: (LexicalNode & Record<string, unknown>) | undefined;
  const current = fieldsOf(node.getLatest());
  for (const name of Object.keys(current)) {
    if (!isShared(name, node) || name === "__type") continue;
    const value = getAttribute(shared, name);
    if (value === undefined || isEqual(value, current[name]) || !isFit(name, value, current[name])) continue;
    writable ??= node.getWritable() as LexicalNode & Record<string, unknown>;
    writable[name] = value;
  }
  const state = getAttribute(shared, "__state");
  if (state instanceof Y.Map) $getWritableNodeState(node).updateFromJSON(state.toJSON());
}

/** Whether a value from a document is one that a node can have. */
function isFit(name: string, value: unknown, current: unknown): boolean {
  if (value instanceof Y.AbstractType || value instanceof Y.Doc || value instanceof Uint8Array) return false;
  if (name === "__tag") return typeof value === "string" && harmlessTags.has(value);
  if (/style/iu.test(name)) return typeof value === "string" && !unsafeStyle.test(value);
  if (current === undefined || current === null) return true;
  if (value === null) return name === "__dir";
  return typeof value === typeof current && Array.isArray(value) === Array.isArray(current);
}

const fieldsOf = (node: LexicalNode | undefined): Properties => Object.fromEntries(Object.entries(node ?? {}));

/** Whether a value can be kept in a document. Editors within nodes, such as captions, cannot. */
function isJson(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** Whether two JSON values are the same. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a instanceof Y.AbstractType || b instanceof Y.AbstractType) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
