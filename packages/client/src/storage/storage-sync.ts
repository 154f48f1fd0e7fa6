/**
 * What a room does about Storage: asks for it, takes it in, and sends what is written. It is loaded when an application uses
 * Storage for the first time.
 */
import { clientLimits, ClientMessageType, ServerMessageType } from "@weft/protocol/codes";
import type { CompactNode, Op, ServerMessage } from "@weft/protocol/types";
import { ClientError } from "../error.ts";
import type { HistoryEntry, UndoHistory } from "../history/history.ts";
import type { StorageStatus } from "../room/room-api.ts";
import type { LiveBase } from "./live/live-base.ts";
import { nodeKey } from "./live/live-base.ts";
import type { LsonObject } from "./live/lson.ts";
import { LiveObject, rootOf } from "./live/structures.ts";
import { RoomStorage } from "./room-storage.ts";
import { updateOf, updatesWithin } from "./updates.ts";
import type { StorageUpdate } from "./updates.ts";
import { EditsReceipt } from "./write-receipt.ts";

/** The room, as Storage needs it. */
export interface StorageRoom {
  readonly id: string;
  readonly history: UndoHistory;
  /** Of this connection, or of the last one; 0 before the first. */
  actor(): number;
  mayRead(): boolean;
  mayWrite(): boolean;
  readonly initialStorage: Partial<LsonObject> | LiveObject | undefined;
  /** Sends a message over this connection alone. */
  send(message: object): void;
  /** There is something to send. */
  written(): void;
  /** Whether there is any use in describing changes. */
  isHeard(): boolean;
  changed(updates: readonly StorageUpdate[]): void;
  loaded(): void;
  /** This user may not read Storage over this connection. */
  forbidden(error: ClientError): void;
  statusChanged(status: StorageStatus): void;
  failed(error: ClientError): void;
}

export class StorageSync {
  readonly #room: StorageRoom;
  readonly #storage: RoomStorage;
  #chunks: CompactNode[] = [];
  /** Which of the pending ops are part of the Storage that is on its way. */
  #decided: string[] = [];
  #status: StorageStatus = "loading";
  #isConnected = false;
  #isForbidden = false;
  readonly #whenFlushed: (() => void)[] = [];
  readonly #receipts = new Set<EditsReceipt<unknown>>();
  #nodeIds = 0;
  #opIds = 0;

  constructor(room: StorageRoom) {
    this.#room = room;
    this.#storage = new RoomStorage({
      newId: () => `${room.actor()}:${this.#nodeIds++}`,
      newOpId: () => `${room.actor()}:${this.#opIds++}`,
      history: room.history,
      checkMayWrite: () => {
        if (!room.mayWrite()) throw new Error("This user may not change Storage: the room is read-only for them.");
      },
      listener: {
        changed: (changes, source) => {
          if (room.isHeard()) room.changed(changes.map((change) => updateOf(change, source)));
        },
        written: () => room.written(),
        settled: () => this.#settled(),
        fellBehind: () => this.#fetch(),
      },
    });
  }

  get root(): LiveObject | undefined {
    return this.#storage.isLoaded ? rootOf(this.#storage) : undefined;
  }

  get status(): StorageStatus {
    return this.#status;
  }

  get isSynchronized(): boolean {
    return this.#storage.isSynchronized;
  }

  /** Whether there are edits that cannot be sent yet: Storage is on its way, or an update of the same text is. */
  get isBehind(): boolean {
    return !this.#storage.isSynchronized && (!this.#storage.isCurrent || this.#storage.hasUnsent);
  }

  isApplicable(op: Parameters<RoomStorage["isApplicable"]>[0]): boolean {
    return this.#storage.isApplicable(op);
  }

  applyEntry(entry: HistoryEntry, via: "undo" | "redo"): void {
    this.#storage.applyEntry(entry, via);
  }

  batch<T>(run: () => T): T {
    return this.#storage.batch(run);
  }

  write<T>(run: () => T): EditsReceipt<T> {
    const { value, edits } = this.#storage.track(run);
    const receipt = new EditsReceipt(value, edits);
    if (!receipt.isSettled) this.#receipts.add(receipt);
    return receipt;
  }

  flushed(): Promise<void> {
    if (this.#storage.isSynchronized) return Promise.resolve();
    return new Promise((resolve) => this.#whenFlushed.push(resolve));
  }

  /** Whether one of these updates is of the structure itself. */
  isOf(structure: LiveBase, updates: readonly StorageUpdate[]): boolean {
    return updates.some(({ node }) => node[nodeKey] === structure[nodeKey]);
  }

  within(structure: LiveBase, updates: readonly StorageUpdate[]): readonly StorageUpdate[] {
    return updatesWithin(structure, updates);
  }

  /** A connection begins. */
  connected(): void {
    this.#isConnected = true;
    this.#fetch();
  }

  disconnected(): void {
    this.#isConnected = false;
    this.#storage.disconnect();
    this.report();
  }

  /** What is to be sent now, over this connection. */
  takeUnsent(): readonly Op[] {
    if (!this.#storage.isCurrent || !this.#storage.hasUnsent) return [];
    const ops = this.#storage.takeUnsent();
    this.#refreshReceipts();
    return ops;
  }

  /** Takes in a message; false if it is not about Storage. */
  receive(message: ServerMessage): boolean {
    switch (message.type) {
      case ServerMessageType.storageUpdated:
        this.#storage.receive(message.ops);
        return true;
      case ServerMessageType.storageChunk:
        for (const node of message.nodes) this.#chunks.push(node);
        return true;
      case ServerMessageType.storageStreamEnd:
        this.#loaded();
        return true;
      case ServerMessageType.decidedOps:
        for (const opId of message.opIds) this.#decided.push(opId);
        return true;
      case ServerMessageType.rejectStorageOp: {
        const { opIds, reason } = message;
        this.#storage.refuse(opIds);
        this.#room.failed(
          new ClientError(`The server refused an edit of Storage: ${reason}`, {
            type: "STORAGE_REFUSED_ERROR",
            roomId: this.#room.id,
            opIds,
          }),
        );
        return true;
      }
      default:
        return false;
    }
  }

  /** Says what has become of the status. */
  report(): void {
    const status = !this.#storage.isLoaded
      ? this.#isForbidden
        ? "not-loaded"
        : "loading"
      : this.#storage.isSynchronized
        ? "synchronized"
        : "synchronizing";
    if (status === this.#status) return;
    this.#status = status;
    this.#room.statusChanged(status);
  }

  /** Asks again if the user was not allowed to read it. */
  retry(): void {
    if (!this.#isForbidden) return;
    this.#isForbidden = false;
    this.report();
    this.#fetch();
  }

  #fetch(): void {
    if (!this.#isConnected) return;
    this.#isForbidden = !this.#room.mayRead();
    this.report();
    if (this.#isForbidden) return this.#room.forbidden(forbiddenIn(this.#room.id));
    this.#chunks = [];
    this.#decided = [];
    const { sentOpIds } = this.#storage;
    for (let from = 0; from < sentOpIds.length; from += clientLimits.opIdsAsked) {
      const opIds = sentOpIds.slice(from, from + clientLimits.opIdsAsked);
      this.#room.send({ type: ClientMessageType.askDecidedOps, opIds });
    }
    this.#room.send({ type: ClientMessageType.fetchStorage });
  }

  #loaded(): void {
    const isFirst = !this.#storage.isLoaded;
    this.#storage.load(this.#chunks, this.#decided);
    this.#chunks = [];
    if (isFirst) {
      this.#fillInitialStorage();
      this.#room.loaded();
    }
    this.report();
  }

  #fillInitialStorage(): void {
    const { initialStorage, history } = this.#room;
    if (initialStorage === undefined || !this.#room.mayWrite()) return;
    const initial = initialStorage instanceof LiveObject ? initialStorage.clone().toObject() : initialStorage;
    const root = rootOf(this.#storage);
    const missing = Object.entries(initial).filter(([key]) => root.get(key) === undefined);
    if (missing.length > 0) history.disable(() => root.update(Object.fromEntries(missing)));
  }

  #settled(): void {
    if (this.#storage.isSynchronized) for (const resolve of this.#whenFlushed.splice(0)) resolve();
    this.#refreshReceipts();
    this.report();
  }

  #refreshReceipts(): void {
    for (const receipt of this.#receipts) {
      receipt.refresh();
      if (receipt.isSettled) this.#receipts.delete(receipt);
    }
  }
}

function forbiddenIn(roomId: string): ClientError {
  return new ClientError(
    `This user may not read Storage of the room "${roomId}". Give them "storage:read", or more, in the room or in their token.`,
    { type: "STORAGE_FORBIDDEN_ERROR", roomId },
  );
}
