/** A server's documents and rooms without a network: frames wait until a test lets them arrive, and connections can be cut. */
import { createHash } from "node:crypto";
import type { DocumentUpdated, JsonObject } from "@weft/protocol/types";
import * as Y from "yjs";
import type { DocumentRoom } from "../src/document-room.ts";

type Up =
  | { readonly kind: "fetch"; readonly vector: string; readonly guid: string | undefined; readonly v2: boolean }
  | { readonly kind: "update"; readonly update: string; readonly guid: string | undefined; readonly v2: boolean };
type Sent = Extract<Up, { kind: "update" }>;

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

class Source<T> {
  readonly #listeners = new Set<(value: T) => void>();
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  notify(value: T): void {
    for (const listener of Array.from(this.#listeners)) listener(value);
  }
}

export class FakeServer {
  readonly rooms: FakeRoom[] = [];
  readonly #docs = new Map<string, Y.Doc>();
  /** Answers whether an update is refused, without an answer to its sender. */
  refuses: (update: Sent) => boolean = () => false;
  #connections = 0;

  open(canWrite = true): FakeRoom {
    const room = new FakeRoom(this, canWrite);
    this.rooms.push(room);
    room.connect();
    return room;
  }

  newConnection(): number {
    return this.#connections++;
  }

  doc(guid = ""): Y.Doc {
    let doc = this.#docs.get(guid);
    if (doc === undefined) this.#docs.set(guid, (doc = new Y.Doc()));
    return doc;
  }

  serve(from: FakeRoom, message: Up): void {
    const doc = this.doc(message.guid);
    const name = { v2: message.v2, ...(message.guid === undefined ? {} : { guid: message.guid }) };
    if (message.kind === "fetch") {
      const vector = bytesOf(message.vector);
      const update = message.v2 ? Y.encodeStateAsUpdateV2(doc, vector) : Y.encodeStateAsUpdate(doc, vector);
      from.down.push({
        type: 300,
        isSync: true,
        update: textOf(update),
        stateVector: textOf(Y.encodeStateVector(doc)),
        remoteSnapshotHash: hashOf(doc),
        ...name,
      });
      return;
    }
    if (this.refuses(message)) return;
    (message.v2 ? Y.applyUpdateV2 : Y.applyUpdate)(doc, bytesOf(message.update));
    const echo: DocumentUpdated = {
      type: 300,
      isSync: false,
      update: message.update,
      stateVector: null,
      remoteSnapshotHash: hashOf(doc),
      ...name,
    };
    for (const room of this.rooms) if (room.getStatus() === "connected") room.down.push(echo);
  }

  /** Lets everything arrive, until nothing is on its way. */
  async settle(): Promise<void> {
    for (let round = 0; round < 1_000; round++) {
      for (const room of this.rooms) if (room.getStatus() !== "connected") room.connect();
      await afterMicrotasks();
      let isQuiet = true;
      for (const room of this.rooms) while (room.deliverUp() || room.deliverDown()) isQuiet = false;
      if (isQuiet) return;
    }
    throw new Error("Something is sent again and again.");
  }
}

const hashOf = (doc: Y.Doc) =>
  createHash("sha256")
    .update(Y.encodeSnapshot(Y.snapshot(doc)))
    .digest("base64");

/** Edits of one task are sent in a microtask after it. */
export const afterMicrotasks = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

interface User {
  readonly connectionId: number;
  readonly presence: JsonObject;
  readonly canWrite: boolean;
}

export class FakeRoom implements DocumentRoom {
  readonly id = "r";
  readonly up: Up[] = [];
  readonly down: DocumentUpdated[] = [];
  /** Everything that was sent, over all connections. */
  readonly sent: Up[] = [];
  readonly reports: boolean[] = [];
  readonly events = {
    status: new Source<string>(),
    ydoc: new Source<DocumentUpdated>(),
    others: new Source<unknown>(),
    roomWillDestroy: new Source<void>(),
  };
  readonly #server: FakeServer;
  readonly #canWrite: boolean;
  #status = "initial";
  #self: User | undefined;
  #presence: JsonObject = {};

  constructor(server: FakeServer, canWrite: boolean) {
    this.#server = server;
    this.#canWrite = canWrite;
  }

  connect(): void {
    this.#self = { connectionId: this.#server.newConnection(), presence: this.#presence, canWrite: this.#canWrite };
    this.#become("connected");
    this.#tellOthers();
  }

  /** The connection is lost, with everything that is on its way. */
  cut(status = "reconnecting"): void {
    this.up.length = this.down.length = 0;
    this.#become(status);
    this.#tellOthers();
  }

  deliverUp(): boolean {
    const message = this.up.shift();
    if (message !== undefined) this.#server.serve(this, message);
    return message !== undefined;
  }

  deliverDown(): boolean {
    const message = this.down.shift();
    if (message !== undefined) this.events.ydoc.notify(message);
    return message !== undefined;
  }

  getStatus(): string {
    return this.#status;
  }

  getSelf(): User | null {
    return this.#self ?? null;
  }

  getPresence(): JsonObject {
    return this.#presence;
  }

  getOthers(): readonly User[] {
    return this.#server.rooms
      .filter((room) => room !== this && room.#status === "connected")
      .map((room) => ({ ...room.#self!, presence: room.#presence }));
  }

  updatePresence(patch: JsonObject): void {
    this.#presence = { ...this.#presence, ...patch };
    this.#tellOthers();
  }

  fetchYDoc(vector: string, guid?: string, isV2 = false): void {
    this.#send({ kind: "fetch", vector, guid, v2: isV2 });
  }

  updateYDoc(update: string, guid?: string, isV2 = false): void {
    this.#send({ kind: "update", update, guid, v2: isV2 });
  }

  reportYDoc(_: object, isSynchronized: boolean): void {
    this.reports.push(isSynchronized);
  }

  /** The updates that were sent, which are not empty. */
  get updates(): readonly Sent[] {
    return this.sent.filter((each) => each.kind === "update");
  }

  #send(message: Up): void {
    if (this.#status !== "connected") return;
    this.up.push(message);
    this.sent.push(message);
  }

  #become(status: string): void {
    this.#status = status;
    this.events.status.notify(status);
  }

  #tellOthers(): void {
    for (const room of this.#server.rooms) if (room !== this) room.events.others.notify(undefined);
  }
}
