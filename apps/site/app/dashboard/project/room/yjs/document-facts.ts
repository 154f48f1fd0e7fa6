import type { Json } from "@weft/protocol";
import * as Y from "yjs";
import type { RichBlock, RichNode } from "./rich-node.ts";

/** The facts about a document that an update contains. */
export interface DocumentFacts {
  readonly roots: Readonly<Record<string, Json>>;
  /** Roots that an editor writes, as it would show them. */
  readonly rich: Readonly<Record<string, readonly RichNode[]>>;
  /** The `guid`s of its subdocuments, sorted. */
  readonly subdocuments: readonly string[];
  /** Per client: how far its clock is, and its share of all that was ever written. */
  readonly clients: readonly { readonly client: number; readonly clock: number; readonly share: number }[];
}

/** Reads a whole state. Loaded on demand: nothing else of the dashboard needs Yjs. */
export function documentFacts(update: Uint8Array): DocumentFacts {
  const document = new Y.Doc();
  Y.applyUpdate(document, update);
  const vector = Y.decodeStateVector(Y.encodeStateVectorFromUpdate(update));
  const all = [...vector].reduce((sum, [, clock]) => sum + clock, 0);
  const names = [...document.share.keys()];
  const roots = Object.fromEntries(names.map((name) => [name, rootJson(document, name)]));
  const rich = names.flatMap((name) => {
    const nodes = richRoot(document.share.get(name));
    return nodes === undefined ? [] : [[name, nodes] as const];
  });
  return {
    roots,
    rich: Object.fromEntries(rich),
    subdocuments: [...document.getSubdocs()].map(({ guid }) => guid).toSorted(),
    clients: [...vector]
      .map(([client, clock]) => ({ client, clock, share: all === 0 ? 0 : clock / all }))
      .toSorted((a, b) => b.clock - a.clock),
  };
}

/** A root in the type that it looks like: an update does not say which it is. */
function rootJson(document: Y.Doc, name: string): Json {
  const bare = document.get(name);
  if (bare._map.size > 0) return document.getMap<Json>(name).toJSON();
  const first = bare._start?.content;
  if (first instanceof Y.ContentString || first instanceof Y.ContentFormat || first instanceof Y.ContentEmbed)
    return textOf(document.getText(name));
  if (first instanceof Y.ContentType && (first.type instanceof Y.XmlElement || first.type instanceof Y.XmlText))
    return textOf(document.getXmlFragment(name));
  return document.getArray(name).toJSON() as Json;
}

/** What `toJSON` and `toString` of these types both give, typed. */
function textOf(type: Y.Text | Y.XmlFragment): string {
  return type.toJSON();
}

/** A root as its editor shows it; undefined for what no editor of rich text writes. */
function richRoot(root: object | undefined): RichNode[] | undefined {
  if (root instanceof Y.XmlFragment) return root.toArray().flatMap((child) => richChild(child));
  return root instanceof Y.Text && isFormatted(root) ? linesOf(root) : undefined;
}

function richChild(child: unknown): RichNode[] {
  if (child instanceof Y.XmlElement) {
    const children = child.toArray().flatMap((one) => richChild(one));
    return [{ tag: child.nodeName, attributes: child.getAttributes(), children }];
  }
  return child instanceof Y.Text ? runsOf(child) : [];
}

interface Run {
  readonly insert: unknown;
  readonly attributes?: Readonly<Record<string, Json>>;
}

function runsOf(text: Y.Text): RichNode[] {
  return (text.toDelta() as Run[]).flatMap(({ insert, attributes = {} }) =>
    typeof insert === "string" ? [{ text: insert, marks: marksIn(attributes) }] : richChild(insert),
  );
}

function isFormatted(text: Y.Text): boolean {
  return (text.toDelta() as Run[]).some(({ attributes }) => attributes !== undefined);
}

/** A text whose lines take their format from the break at their end. */
function linesOf(text: Y.Text): RichNode[] {
  const blocks: RichBlock[] = [];
  let line: RichNode[] = [];
  const close = (attributes: Readonly<Record<string, Json>>) => {
    const heading = attributes["header"];
    blocks.push({
      tag: heading === undefined ? "paragraph" : "heading",
      attributes: heading === undefined ? {} : { level: heading },
      children: line,
    });
    line = [];
  };
  for (const { insert, attributes = {} } of text.toDelta() as Run[]) {
    if (typeof insert !== "string") continue;
    for (const [index, part] of insert.split("\n").entries()) {
      if (index > 0) close(attributes);
      if (part !== "") line.push({ text: part, marks: marksIn(attributes) });
    }
  }
  if (line.length > 0) close({});
  return blocks;
}

function marksIn(attributes: Readonly<Record<string, Json>>): string[] {
  return Object.keys(attributes).filter((name) => attributes[name] !== null && attributes[name] !== false);
}
