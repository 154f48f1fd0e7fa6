/** Random histories of documents, of every shared type. For tests only: nothing in the package imports it. */
import * as fc from "fast-check";
import * as Y from "yjs";

/** How often a property runs. `WEFT_RUNS` multiplies it for a long soak, `WEFT_SEED` replays a failure. */
export function runs(count: number): { numRuns: number; seed?: number } {
  const { WEFT_RUNS, WEFT_SEED } = process.env;
  return { numRuns: count * Number(WEFT_RUNS ?? 1), ...(WEFT_SEED !== undefined && { seed: Number(WEFT_SEED) }) };
}

const words = ["a", "hello", "é", "😀", "日本語", "\ud800", '"\\', "x".repeat(200), "naïve 😀 text"];
const plain = [
  0,
  -1,
  2 ** 31,
  1.5,
  1e300,
  true,
  false,
  null,
  "s",
  "😀",
  [1, [2, 12n]],
  { a: { b: null, c: undefined } },
];
const edits = [
  "insert",
  "delete",
  "format",
  "embed",
  "set",
  "unset",
  "push",
  "remove",
  "nest",
  "element",
  "xmlText",
  "attribute",
  "binary",
  "subdocument",
  "clear",
  "sync",
  "syncBack",
] as const;

export interface Edit {
  readonly who: number;
  readonly edit: (typeof edits)[number];
  readonly at: number;
  readonly what: number;
}
export const edit: fc.Arbitrary<Edit> = fc.record({
  who: fc.nat(2),
  edit: fc.constantFrom(...edits),
  at: fc.nat(1_000),
  what: fc.nat(1_000),
});

export interface History {
  readonly replicas: readonly Y.Doc[];
  /** Updates as they were made, by any replica. */
  readonly v1: readonly Uint8Array[];
  readonly v2: readonly Uint8Array[];
}

/** Plays edits by three writers who receive each other's updates only when an edit says so. */
export function play(history: readonly Edit[]): History {
  const v1: Uint8Array[] = [];
  const v2: Uint8Array[] = [];
  const replicas = [0, 1, 2].map((index) => {
    const replica = new Y.Doc();
    replica.clientID = [7, 4_000_000_000, 300][index]!;
    replica.on("update", (update: Uint8Array, origin: unknown) => origin !== "sync" && v1.push(update));
    replica.on("updateV2", (update: Uint8Array, origin: unknown) => origin !== "sync" && v2.push(update));
    return replica;
  });
  for (const { who, edit: kind, at, what } of history) {
    const replica = replicas[who]!;
    const other = replicas[(who + 1 + (at % 2)) % 3]!;
    if (kind === "sync") Y.applyUpdate(replica, Y.encodeStateAsUpdate(other, Y.encodeStateVector(replica)), "sync");
    else if (kind === "syncBack") Y.applyUpdateV2(other, Y.encodeStateAsUpdateV2(replica), "sync");
    else replica.transact(() => change(replica, kind, at, what));
  }
  return { replicas, v1, v2 };
}

function change(replica: Y.Doc, kind: Edit["edit"], at: number, what: number): void {
  const text = replica.getText("text");
  const map = replica.getMap<unknown>("map");
  const list = replica.getArray<unknown>("list");
  const xml = replica.getXmlFragment("xml");
  const place = at % (text.length + 1);
  const span = Math.min(what % 7, text.length - place);
  const key = ["a", "b", "__proto__", "é"][at % 4]!;
  const word = words[what % words.length]!;
  const elements = xml.toArray().filter((each) => each instanceof Y.XmlElement);
  switch (kind) {
    case "insert":
      return text.insert(place, word);
    case "delete":
      return span > 0 ? text.delete(place, span) : undefined;
    case "format":
      return span > 0 ? text.format(place, span, { [at % 2 ? "bold" : "link"]: plain[(what % 2) + 5] }) : undefined;
    case "embed":
      return text.insertEmbed(place, { image: word }, what % 2 ? { bold: true } : {});
    case "set":
      return void map.set(key, plain[what % plain.length]);
    case "unset":
      return map.delete(key);
    case "push":
      return list.insert(at % (list.length + 1), [plain[what % plain.length], word]);
    case "remove":
      return list.length > 0 ? list.delete(at % list.length, 1) : undefined;
    case "nest": {
      const nested = [new Y.Map([["in", word]]), Y.Array.from([1, word]), new Y.Text(word)][what % 3]!;
      return at % 2 ? void map.set(key, nested) : list.push([nested]);
    }
    case "element":
      return xml.insert(at % (xml.length + 1), [new Y.XmlElement(["p", "LI"][what % 2])]);
    case "xmlText":
      return (elements[at % (elements.length || 1)] ?? xml).insert(0, [new Y.XmlText(word)]);
    case "attribute":
      return elements[at % (elements.length || 1)]?.setAttribute(key, word);
    case "binary":
      return list.push([new Uint8Array([1, 2, what % 256])]);
    case "subdocument":
      return void map.set(key, new Y.Doc({ guid: `guid-${what}`, meta: { at } }));
    case "clear":
      list.delete(0, list.length);
      return text.delete(0, text.length);
    case "sync":
    case "syncBack":
      return;
  }
}
