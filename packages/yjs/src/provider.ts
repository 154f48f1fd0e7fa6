/** Connects a Yjs document, its subdocuments and their awareness with a room. */
import type { DocumentUpdated } from "@weft/protocol/types";
import * as Y from "yjs";
import { Awareness } from "./awareness.ts";
import type { DocumentRoom } from "./document-room.ts";
import { DocumentSync } from "./document-sync.ts";
import { Emitter } from "./emitter.ts";
import { OfflineCopy } from "./offline-copy.ts";
import { SendWindow } from "./send-window.ts";
import { Subdocument } from "./subdocument.ts";

/** How a provider syncs the document of a room. */
export interface ProviderOptions {
  /** Keeps which user wrote what, in the map `users` of the document. By default false. */
  readonly enablePermanentUserData?: boolean;
  /** Whether subdocuments are loaded as they appear; by default each waits for `loadSubdoc`. */
  readonly autoloadSubdocs?: boolean;
  /** Sends updates in the smaller second encoding of Yjs. Clients of both encodings share documents. By default false. */
  readonly useV2Encoding_experimental?: boolean;
  /**
   * Keeps a copy of the document in the browser's database, under the id of the room: edits made offline outlive the page. By default
   * false. Subdocuments have no copy.
   */
  readonly offlineSupport_experimental?: boolean;
}

/** `loading` until the server's document has arrived; `synchronizing` while the server lacks an edit. */
export type DocumentStatus = "loading" | "synchronizing" | "synchronized";

type ProviderEvents = {
  /** Whether the server's document has arrived over this connection. */
  readonly sync: readonly [isSynced: boolean];
  readonly synced: readonly [isSynced: boolean];
  readonly status: readonly [DocumentStatus];
  /** The server has refused an edit, which stays in this document alone. */
  readonly error: readonly [Error];
  readonly destroy: readonly [];
};

/**
 * Keeps a document in step with the one in a room.
 *
 * @example
 * const doc = new Y.Doc();
 * const provider = new WeftYjsProvider(room, doc);
 * doc.getText("body").insert(0, "Hello");
 * await provider.flushed(); // on the server's disk
 */
export class WeftYjsProvider extends Emitter<ProviderEvents> {
  readonly awareness: Awareness;
  readonly permanentUserData: Y.PermanentUserData | undefined;
  readonly #room: DocumentRoom;
  readonly #options: ProviderOptions;
  readonly #doc: Y.Doc;
  readonly #root: DocumentSync;
  readonly #subdocs = new Map<string, Subdocument>();
  readonly #window = new SendWindow();
  readonly #stops: (() => void)[] = [];
  #isSynced = false;
  #status: DocumentStatus = "loading";
  #isPaused = false;
  readonly #copy: OfflineCopy | undefined;
  /** What was kept is read first, so that it is a part of what the server is asked about. */
  #isCopyRead = true;
  #isDestroyed = false;

  constructor(room: DocumentRoom, doc: Y.Doc, options: ProviderOptions = {}) {
    super();
    this.#room = room;
    this.#doc = doc;
    this.#options = options;
    this.awareness = new Awareness(doc, room);
    if (options.enablePermanentUserData === true) this.permanentUserData = new Y.PermanentUserData(doc);
    this.#root = this.#open(doc, undefined);
    for (const subdoc of doc.subdocs) if (subdoc.shouldLoad) this.#openSubdoc(subdoc);
    doc.on("subdocs", this.#subdocsChanged);
    this.#stops.push(
      () => doc.off("subdocs", this.#subdocsChanged),
      room.events.ydoc.subscribe((message) => this.#received(message)),
      room.events.status.subscribe((status) => this.#statusChanged(status)),
      room.events.roomWillDestroy.subscribe(() => this.destroy()),
    );
    if (options.offlineSupport_experimental === true) {
      this.#copy = new OfflineCopy(room.id, doc);
      this.#isCopyRead = false;
      void this.#copy.read.then(() => {
        this.#isCopyRead = true;
        if (!this.#isDestroyed && this.#isOpen()) this.#connected();
      });
    }
    if (this.#isOpen()) this.#connected();
  }

  /** Whether the server's document has arrived over this connection. */
  get synced(): boolean {
    return this.#isSynced;
  }

  getStatus(): DocumentStatus {
    return this.#status;
  }

  getYDoc(): Y.Doc {
    return this.#doc;
  }

  /** The loaded subdocuments by guid, with whether each has arrived: `synced`, and the event of that name. */
  get subdocHandlers(): ReadonlyMap<string, Subdocument> {
    return this.#subdocs;
  }

  /** Loads a subdocument. Answers false if the document has none of this guid. */
  loadSubdoc(guid: string): boolean {
    for (const subdoc of this.#doc.subdocs)
      if (subdoc.guid === guid) {
        subdoc.load();
        return true;
      }
    return false;
  }

  /**
   * Resolves when every edit of the document and of its loaded subdocuments that was made before is on the server's disk, and rejects
   * if the server refuses one, the room is left, or its connection was refused permanently.
   */
  async flushed(): Promise<void> {
    await Promise.all(this.#all().map((sync) => sync.flushed()));
  }

  /** Stops sending and receiving, such as while an earlier version is shown. */
  pause(): Promise<void> {
    if (!this.#isPaused) this.#disconnected();
    this.#isPaused = true;
    return Promise.resolve();
  }

  unpause(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#isOpen()) this.#connected();
  }

  /** For bindings that call it: the document is connected whenever its room is. */
  connect(): void {}

  /** For bindings that call it: the document is connected until the provider is destroyed. */
  disconnect(): void {}

  /** Deletes the copy in the browser's database, if one is kept. Later edits are not kept. */
  async clearOfflineData(): Promise<void> {
    await this.#copy?.clear();
  }

  /** Leaves the document as it is, without a connection. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    for (const stop of this.#stops) stop();
    this.#root.destroy();
    for (const subdoc of this.#subdocs.values()) subdoc.destroy();
    this.#subdocs.clear();
    void this.#copy?.close();
    this.#room.reportYDoc?.(this, true);
    this.awareness.destroy();
    this.emit("destroy");
    this.removeAllListeners();
  }

  get isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  // ---- documents

  #all(): readonly DocumentSync[] {
    return [this.#root, ...Array.from(this.#subdocs.values(), ({ sync }) => sync)];
  }

  #open(doc: Y.Doc, guid: string | undefined): DocumentSync {
    const useV2 = this.#options.useV2Encoding_experimental === true;
    return new DocumentSync({
      doc,
      origin: this,
      useV2,
      window: this.#window,
      fetch: (stateVector) => this.#room.fetchYDoc(stateVector, guid, useV2),
      update: (update, isV2) => this.#room.updateYDoc(update, guid, isV2),
      mayWrite: () => this.#room.getSelf()?.canWrite === true,
      changed: () => this.#report(),
      refused: () => this.#refused(guid),
    });
  }

  #openSubdoc(doc: Y.Doc): void {
    const known = this.#subdocs.get(doc.guid);
    if (known?.sync.doc === doc) return;
    known?.destroy();
    const sync = this.#open(doc, doc.guid);
    this.#subdocs.set(doc.guid, new Subdocument(sync));
    if (this.#isOpen()) sync.connected();
  }

  readonly #subdocsChanged = (change: {
    readonly loaded: ReadonlySet<Y.Doc>;
    readonly added: ReadonlySet<Y.Doc>;
    readonly removed: ReadonlySet<Y.Doc>;
  }): void => {
    for (const doc of change.removed) {
      const subdoc = this.#subdocs.get(doc.guid);
      if (subdoc?.sync.doc !== doc) continue;
      subdoc.destroy();
      this.#subdocs.delete(doc.guid);
    }
    for (const doc of change.loaded) this.#openSubdoc(doc);
    if (this.#options.autoloadSubdocs === true) for (const doc of change.added) if (!change.loaded.has(doc)) doc.load();
    this.#report();
  };

  // ---- the connection

  #isOpen(): boolean {
    return !this.#isPaused && this.#isCopyRead && this.#room.getStatus() === "connected";
  }

  #statusChanged(status: string): void {
    if (this.#isPaused) return;
    if (status !== "connected") this.#disconnected();
    else if (this.#isCopyRead) this.#connected();
    if (status === "disconnected")
      for (const sync of this.#all())
        sync.fail(new Error("The room is disconnected, and the server does not have every edit of the document."));
  }

  #connected(): void {
    for (const sync of this.#all()) sync.connected();
  }

  #disconnected(): void {
    for (const sync of this.#all()) sync.disconnected();
  }

  #received(message: DocumentUpdated): void {
    if (this.#isPaused || !this.#isCopyRead) return;
    const sync = message.guid === undefined ? this.#root : this.#subdocs.get(message.guid)?.sync;
    sync?.receive(message);
  }

  #refused(guid: string | undefined): void {
    const which = guid === undefined ? "the document" : `the subdocument ${guid}`;
    const error = new Error(
      `The server refused an edit of ${which} in the room ${this.#room.id}. It is in this client alone; reload to see what others see.`,
    );
    const sync = guid === undefined ? this.#root : this.#subdocs.get(guid)?.sync;
    sync?.fail(error);
    if (!this.emit("error", error)) console.error(error);
  }

  // ---- what applications are told

  #report(): void {
    // A part of the constructor.
    if ((this.#root as DocumentSync | undefined) === undefined || this.#isDestroyed) return;
    const all = this.#all();
    const isConfirmed = all.every((sync) => sync.isConfirmed);
    const status = !this.#root.isLoaded ? "loading" : isConfirmed ? "synchronized" : "synchronizing";
    const isSynced = this.#root.isLive;
    this.#room.reportYDoc?.(this, isConfirmed);
    if (isSynced !== this.#isSynced) {
      this.#isSynced = isSynced;
      this.emit("sync", isSynced);
      this.emit("synced", isSynced);
    }
    for (const subdoc of Array.from(this.#subdocs.values())) subdoc.report();
    if (status === this.#status) return;
    this.#status = status;
    this.emit("status", status);
  }
}
