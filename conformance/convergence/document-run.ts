import { setTimeout as pause } from "node:timers/promises";
import type { Room } from "@liveblocks/client";
import { createClient } from "@liveblocks/client";
import { Liveblocks } from "@liveblocks/node";
import { getYjsProviderForRoom } from "@liveblocks/yjs";
import type { LiveblocksYjsProvider } from "@liveblocks/yjs";
import type { Link } from "@weft/testkit";
import { openLink } from "@weft/testkit";
import * as Y from "yjs";
import { recordingSocket } from "../support/socket.ts";
import { until } from "../support/waiting.ts";
import { disturb, heal } from "./disturbance.ts";
import type { DocumentEdit, DocumentScript, DocumentStep } from "./document-script.ts";

/** Where a script runs. The server behind the address may come and go. */
export interface DocumentStage {
  readonly url: string;
  readonly port: number;
  readonly secretKey: string;
  /** Called after every step. */
  readonly stepped?: () => void;
}

export interface DocumentOutcome {
  readonly roomId: string;
  /** The states that everyone agreed on in the end, by `guid`. */
  readonly states: ReadonlyMap<string, Uint8Array>;
}

const subdocument = "below";
let runs = 0;

/** Plays a script with official clients, waits until all are idle, and checks that everyone has the same documents. */
export async function playDocuments(script: DocumentScript, stage: DocumentStage): Promise<DocumentOutcome> {
  const run = new DocumentRun(script, stage, `r1 documents ${script.seed}/${process.pid}.${runs++}`);
  try {
    return await run.play();
  } finally {
    await run.end();
  }
}

/** The state of a document as REST gives it. */
export async function readState(stage: DocumentStage, roomId: string, guid: string): Promise<Uint8Array> {
  const query = guid === "" ? "" : `?guid=${guid}`;
  const response = await fetch(`${stage.url}/v2/rooms/${encodeURIComponent(roomId)}/ydoc-binary${query}`, {
    headers: { Authorization: `Bearer ${stage.secretKey}` },
  });
  if (!response.ok) throw new Error(`The document was answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

export function isSameState(one: Uint8Array, other: Uint8Array): boolean {
  const [first, second] = [one, other].map((state) => {
    const document = new Y.Doc();
    Y.applyUpdate(document, state);
    return Y.snapshot(document);
  });
  return Y.equalSnapshots(first!, second!);
}

class DocumentRun {
  readonly #script: DocumentScript;
  readonly #stage: DocumentStage;
  readonly #roomId: string;
  readonly #writers: Writer[] = [];

  constructor(script: DocumentScript, stage: DocumentStage, roomId: string) {
    this.#script = script;
    this.#stage = stage;
    this.#roomId = roomId;
  }

  async play(): Promise<DocumentOutcome> {
    const { clients, v2, steps } = this.#script;
    const { url, port, secretKey } = this.#stage;
    const api = new Liveblocks({ baseUrl: url, secret: secretKey });
    await this.#again(() => api.createRoom(this.#roomId, { defaultAccesses: ["*:write"] as never }));
    const begun = new Y.Doc();
    begun.getMap("subdocuments").set(subdocument, new Y.Doc({ guid: subdocument }));
    await this.#again(() => api.sendYjsBinaryUpdate(this.#roomId, Y.encodeStateAsUpdate(begun)));
    for (let index = 0; index < clients; index++) {
      const token = await this.#again(async () => {
        const { status, body } = await api.identifyUser({ userId: `u${index}`, groupIds: [] }, { userInfo: {} });
        if (status !== 200) throw new Error(`No token: ${status}`);
        return (JSON.parse(body) as { token: string }).token;
      });
      const writer = new Writer({ name: `u${index}`, roomId: this.#roomId, token, v2 }, await openLink(port));
      this.#writers.push(writer);
      await writer.load();
    }
    for (const step of steps) {
      await this.#step(step);
      this.#stage.stepped?.();
    }
    return { roomId: this.#roomId, states: await this.#settle() };
  }

  async end(): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer[Symbol.asyncDispose]()));
  }

  async #step(step: DocumentStep): Promise<void> {
    if (step.do === "wait") return pause(step.ms);
    if (step.do === "settle") return void (await this.#settle());
    const writer = this.#writers[step.client % this.#writers.length]!;
    const { page, link } = writer;
    switch (step.do) {
      case "edit":
        return applyEdit(page.document(step.edit.below), step.edit);
      case "mark":
        return page.mark();
      case "undo":
      case "redo":
        return void page.history[step.do]();
      case "reload":
        heal(writer.link);
        return writer.load();
      default:
        return disturb(link, step);
    }
  }

  /** Heals all connections, waits until the server has confirmed every client's state, and compares the documents. */
  async #settle(): Promise<ReadonlyMap<string, Uint8Array>> {
    for (const writer of this.#writers) heal(writer.link);
    const pages = this.#writers.map(({ page }) => page);
    const same = () =>
      [false, true].every((below) =>
        pages.every((page) =>
          Y.equalSnapshots(Y.snapshot(page.document(below)), Y.snapshot(pages[0]!.document(below))),
        ),
      );
    const why = () => {
      const states = pages.map(({ name, provider, room }) => `${name}: ${room.getStatus()}, ${provider.getStatus()}`);
      return this.#divergence(`not everybody comes to rest with the same (${states.join("; ")})`);
    };
    await until(() => pages.every(({ provider }) => provider.getStatus() === "synchronized") && same(), why);
    const states = new Map<string, Uint8Array>();
    for (const below of [false, true]) {
      const guid = below ? subdocument : "";
      const state = Y.encodeStateAsUpdate(pages[0]!.document(below));
      const stored = await this.#again(() => readState(this.#stage, this.#roomId, guid));
      if (!isSameState(state, stored)) throw this.#divergence(`REST has another document "${guid}"`);
      states.set(guid, state);
    }
    const marks = pages[0]!.document(false).getText("marks").toJSON();
    for (const { pages: loaded } of this.#writers)
      for (const page of loaded)
        for (const mark of page.marks) {
          const count = marks.split(mark).length - 1;
          if (count > 1) throw this.#divergence(`${mark} is there ${count} times`);
          if (count === 0 && (!page.left || page.settled.has(mark))) throw this.#divergence(`${mark} was lost`);
          if (count === 1) page.settled.add(mark);
        }
    return states;
  }

  #divergence(what: string): Error {
    const lines = this.#writers.map(({ page }) => `  ${page.name} ${JSON.stringify(page.document(false).toJSON())}`);
    return new Error([`Seed ${this.#script.seed}: ${what}.`, ...lines].join("\n"));
  }

  /** Retries a call while the server restarts. */
  async #again<T>(call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + 20_000;
    for (;;) {
      try {
        return await call();
      } catch (cause) {
        if (performance.now() > deadline) throw cause;
        await pause(50);
      }
    }
  }
}

interface WriterOptions {
  readonly name: string;
  readonly roomId: string;
  readonly token: string;
  readonly v2: boolean;
}

/** A user behind a network link of their own. */
class Writer {
  readonly link: Link;
  readonly #options: WriterOptions;
  /** Pages that were loaded so far, the one in use last. */
  readonly pages: Page[] = [];

  constructor(options: WriterOptions, link: Link) {
    this.#options = options;
    this.link = link;
  }

  get page(): Page {
    return this.pages.at(-1)!;
  }

  async load(): Promise<void> {
    this.pages.at(-1)?.leave();
    const page = new Page(`${this.#options.name}.${this.pages.length}`, this.link.url, this.#options);
    this.pages.push(page);
    await until(
      () => page.ready,
      () => new Error(`${page.name} did not load.`),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.pages.at(-1)?.leave();
    await this.link[Symbol.asyncDispose]();
  }
}

/** One page load: a client and its documents, from nothing until it leaves. */
class Page {
  readonly name: string;
  readonly room: Room;
  readonly provider: LiveblocksYjsProvider;
  readonly history: Y.UndoManager;
  readonly marks: string[] = [];
  /** Marks that were in the document when everyone last agreed. */
  readonly settled = new Set<string>();
  left = false;
  readonly #leave: () => void;

  constructor(name: string, url: string, { roomId, token, v2 }: WriterOptions) {
    this.name = name;
    const client = createClient({
      baseUrl: url,
      throttle: 16,
      polyfills: { WebSocket: recordingSocket(() => {}), fetch },
      authEndpoint: () => Promise.resolve({ token }),
    });
    const { room, leave } = client.enterRoom(roomId, { initialPresence: {}, initialStorage: {} });
    this.room = room;
    this.#leave = leave;
    this.provider = getYjsProviderForRoom(room, { useV2Encoding_experimental: v2, autoloadSubdocs: true });
    const root = this.provider.getYDoc();
    this.history = new Y.UndoManager([root.getText("text"), root.getMap("entries")]);
  }

  get ready(): boolean {
    const below = this.provider.getYDoc().getMap("subdocuments").get(subdocument);
    return below instanceof Y.Doc && this.provider.synced && this.provider.subdocHandlers.get(subdocument)!.synced;
  }

  document(below: boolean): Y.Doc {
    const root = this.provider.getYDoc();
    return below ? (root.getMap("subdocuments").get(subdocument) as Y.Doc) : root;
  }

  mark(): void {
    const mark = `<${this.name}#${this.marks.length}>`;
    this.marks.push(mark);
    const text = this.document(false).getText("marks");
    text.insert(text.length, mark);
  }

  leave(): void {
    this.left = true;
    this.#leave();
  }
}

const styles = [{ bold: true }, { italic: true }, { bold: null }, { link: { href: "https://example.com/" } }];

function applyEdit(document: Y.Doc, { kind, at, with: choice }: DocumentEdit): void {
  const text = document.getText("text");
  const place = at % (text.length + 1);
  switch (kind) {
    case "insert":
      return text.insert(place, `w${choice} `, choice % 4 === 0 ? styles[0] : undefined);
    case "embed":
      return text.insertEmbed(place, { image: choice });
    case "delete":
      return text.delete(place, Math.min(text.length - place, 1 + (choice % 9)));
    case "format":
      return text.format(place, Math.min(text.length - place, 1 + (choice % 9)), styles[choice % styles.length]!);
    case "entry": {
      const entries = document.getMap("entries");
      if (choice % 5 === 0) return entries.delete(`k${at % 4}`);
      return void entries.set(`k${at % 4}`, choice % 3 === 0 ? new Y.Map([["n", choice]]) : choice);
    }
    case "item": {
      const items = document.getArray("items");
      if (choice % 4 === 0 && items.length > 0) return items.delete(at % items.length);
      return items.insert(at % (items.length + 1), [choice % 3 === 0 ? new Y.Text(`${choice}`) : { choice }]);
    }
    case "markup": {
      const markup = document.getXmlFragment("markup");
      if (choice % 4 === 0 && markup.length > 0) return markup.delete(at % markup.length);
      const paragraph = new Y.XmlElement("paragraph");
      paragraph.setAttribute("n", `${choice}`);
      paragraph.insert(0, [new Y.XmlText(`p${choice}`)]);
      return markup.insert(at % (markup.length + 1), [paragraph]);
    }
  }
}
