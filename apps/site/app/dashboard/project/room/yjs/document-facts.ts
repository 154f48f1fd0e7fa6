import type { Json } from "@weft/protocol";
import * as Y from "yjs";

/** What an update tells of its document. */
export interface DocumentFacts {
  readonly roots: Readonly<Record<string, Json>>;
  /** Per client: how far its clock is, and the bytes of the structs that are its own. */
  readonly clients: readonly { readonly client: number; readonly clock: number; readonly share: number }[];
}

/** Reads a whole state. Loaded on demand: nothing else of the dashboard needs Yjs. */
export function documentFacts(update: Uint8Array): DocumentFacts {
  const document = new Y.Doc();
  Y.applyUpdate(document, update);
  const vector = Y.decodeStateVector(Y.encodeStateVectorFromUpdate(update));
  const all = [...vector].reduce((sum, [, clock]) => sum + clock, 0);
  return {
    roots: Object.fromEntries([...document.share.keys()].map((name) => [name, rootJson(document, name)])),
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
