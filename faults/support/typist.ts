import type { Room } from "@liveblocks/client";
import { getYjsProviderForRoom } from "@liveblocks/yjs";
import * as Y from "yjs";
import type { DocumentLedger } from "./document-ledger.ts";
import { lacking } from "./document-ledger.ts";
import type { Random } from "./random.ts";
import { until } from "./until.ts";

/** The subdocument that hangs in the root document of every room in which people type. */
export const notesGuid = "notes";

/** The root document in which they begin. */
export function emptyPages(): Uint8Array {
  const document = new Y.Doc();
  document.getMap("subdocuments").set("notes", new Y.Doc({ guid: notesGuid }));
  return Y.encodeStateAsUpdate(document);
}

/**
 * A user who types with the official provider. Each piece that they type is `‹name.n›`, unique and typed once, and
 * always before, between or after existing pieces, never within one.
 */
export interface Typist {
  readonly name: string;
  /** Whether they speak Yjs's second encoding. */
  readonly v2: boolean;
  /** Pieces typed so far. */
  readonly typed: number;
  /** Types, formats or erases something. */
  type(random: Random): void;
  /** Their documents, by `guid`; the root document's is empty. */
  readonly documents: ReadonlyMap<string, Y.Doc>;
  readonly synchronized: boolean;
  /** Their pieces that every text must contain in the end. */
  readonly pieces: ReadonlyMap<Page, ReadonlySet<string>>;
  /** The value that their entry must have in the end. */
  readonly entry: string | undefined;
}

/** Where people type. */
type Page = "text" | "markup" | "notes";

export interface TypistOptions {
  readonly room: Room;
  readonly name: string;
  readonly v2: boolean;
  readonly ledger: DocumentLedger;
}

/** Opens the room's documents and waits until they are there. */
export async function openTypist({ room, name, v2, ledger }: TypistOptions): Promise<Typist> {
  const provider = getYjsProviderForRoom(room, { useV2Encoding_experimental: v2, autoloadSubdocs: true });
  const root = provider.getYDoc();
  const documents = new Map([["", root]]);
  // Called after the provider's handler, which has applied it by then.
  room.events.ydoc.subscribe((message) => {
    if (!("remoteSnapshotHash" in message)) return;
    const { guid = "", update, v2: inV2 = false, remoteSnapshotHash } = message;
    ledger.shown(guid, Buffer.from(update, "base64"), inV2);
    const document = documents.get(guid);
    if (document !== undefined) ledger.compared(guid, document, remoteSnapshotHash, inV2);
  });
  const notes = await until("the subdocument is there", () => {
    const found = root.getMap("subdocuments").get("notes");
    return provider.synced && found instanceof Y.Doc && found;
  });
  documents.set(notesGuid, notes);
  await until("the subdocument is loaded", () => provider.subdocHandlers.get(notesGuid)?.synced === true);
  return new ProviderTypist({ name, v2 }, documents, () => provider.getStatus() === "synchronized");
}

class ProviderTypist implements Typist {
  readonly name: string;
  readonly v2: boolean;
  readonly documents: ReadonlyMap<string, Y.Doc>;
  readonly #synchronized: () => boolean;
  readonly pieces: ReadonlyMap<Page, Set<string>> = new Map([
    ["text", new Set()],
    ["markup", new Set()],
    ["notes", new Set()],
  ]);
  entry: string | undefined;
  typed = 0;

  constructor(
    { name, v2 }: Pick<Typist, "name" | "v2">,
    documents: ReadonlyMap<string, Y.Doc>,
    synchronized: () => boolean,
  ) {
    this.name = name;
    this.v2 = v2;
    this.documents = documents;
    this.#synchronized = synchronized;
  }

  get synchronized(): boolean {
    return this.#synchronized();
  }

  type(random: Random): void {
    const what = random.fraction();
    const page = random.chance(0.7) ? "text" : "notes";
    if (what < 0.55) this.#insert(random, page, {});
    else if (what < 0.65) this.#insert(random, page, { bold: true });
    else if (what < 0.75) this.#format(random, page);
    else if (what < 0.85) this.#erase(random, page);
    else if (what < 0.93) this.#paragraph();
    else {
      this.entry = this.#piece();
      this.documents.get("")!.getMap("entries").set(this.name, this.entry);
    }
  }

  #text(page: Page): Y.Text {
    return page === "notes" ? this.documents.get(notesGuid)!.getText("text") : this.documents.get("")!.getText("text");
  }

  #insert(random: Random, page: Page, attributes: object): void {
    const text = this.#text(page);
    const piece = this.#piece();
    const ends = [0, ...[...text.toJSON().matchAll(/›/g)].map(({ index }) => index + 1)];
    text.insert(random.pick(ends), piece, attributes);
    this.pieces.get(page)!.add(piece);
  }

  #format(random: Random, page: Page): void {
    const own = [...this.pieces.get(page)!];
    if (own.length === 0) return;
    const piece = random.pick(own);
    this.#text(page).format(this.#text(page).toJSON().indexOf(piece), piece.length, { italic: random.chance(0.7) });
  }

  #erase(random: Random, page: Page): void {
    const own = [...this.pieces.get(page)!];
    if (own.length === 0) return;
    const piece = random.pick(own);
    this.#text(page).delete(this.#text(page).toJSON().indexOf(piece), piece.length);
    this.pieces.get(page)!.delete(piece);
  }

  #paragraph(): void {
    const piece = this.#piece();
    const paragraph = new Y.XmlElement("paragraph");
    paragraph.setAttribute("of", this.name);
    paragraph.insert(0, [new Y.XmlText(piece)]);
    this.documents.get("")!.getXmlFragment("markup").push([paragraph]);
    this.pieces.get("markup")!.add(piece);
  }

  #piece(): string {
    return `‹${this.name}.${this.typed++}›`;
  }
}

/** Lets people type, each at their own pace, until told to stop. */
export function type(people: readonly Typist[], random: Random, everyMs: number): Disposable {
  const timers = people.map((person) => {
    const own = random.fork();
    return setInterval(() => person.type(own), everyMs * (0.5 + own.fraction()));
  });
  return { [Symbol.dispose]: () => timers.forEach((timer) => clearInterval(timer)) };
}

/**
 * Waits until no one has anything left to send and everyone has the same documents. Returns their states. Among users
 * of both encodings, the official provider may report forever that it is synchronizing: it compares its hash with one
 * in the encoding of the last writer.
 */
export async function agreeOnDocuments(people: readonly Typist[]): Promise<ReadonlyMap<string, Uint8Array>> {
  if (new Set(people.map(({ v2 }) => v2)).size === 1)
    await until("every document is synchronized", () => people.every(({ synchronized }) => synchronized));
  const first = people[0]!.documents;
  const same = () =>
    people.every(({ documents }) =>
      [...first].every(([guid, document]) => Y.equalSnapshots(Y.snapshot(document), Y.snapshot(documents.get(guid)!))),
    );
  await until("everybody has the same documents", same, { everyMs: 50 });
  return new Map([...first].map(([guid, document]) => [guid, Y.encodeStateAsUpdate(document)]));
}

/** Compares the documents that everyone agreed on with all that was ever typed, and returns the differences. */
export function judgeDocuments(people: readonly Typist[]): string[] {
  const { documents } = people[0]!;
  const root = documents.get("")!;
  const shown: readonly (readonly [Page, string])[] = [
    ["text", root.getText("text").toJSON()],
    ["markup", root.getXmlFragment("markup").toJSON()],
    ["notes", documents.get(notesGuid)!.getText("text").toJSON()],
  ];
  const wrong: string[] = [];
  for (const [page, text] of shown) {
    const counts = new Map<string, number>();
    for (const [piece] of text.matchAll(/‹[^‹›]*›/g)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    const expected = new Set(people.flatMap(({ pieces }) => [...pieces.get(page)!]));
    for (const piece of expected) if (!counts.has(piece)) wrong.push(`${piece} is gone from ${page}`);
    for (const [piece, count] of counts) {
      if (!expected.has(piece)) wrong.push(`${piece} was erased and is in ${page}`);
      if (count > 1) wrong.push(`${piece} is ${count} times in ${page}`);
    }
    const torn = page === "markup" ? "" : text.replaceAll(/‹[^‹›]*›/g, "");
    if (torn !== "") wrong.push(`${page} holds "${torn}" between its pieces`);
  }
  for (const { name, entry } of people) {
    const found = root.getMap("entries").get(name);
    if (found !== entry) wrong.push(`the entry of ${name} is ${String(found)}, not ${entry}`);
  }
  return wrong;
}

/** The parts of these states that are missing from those. */
export function lackingAny(
  promised: ReadonlyMap<string, Uint8Array>,
  found: ReadonlyMap<string, Uint8Array>,
): readonly string[] {
  return [...promised].flatMap(([guid, state]) => lacking(guid, state, found.get(guid)));
}
