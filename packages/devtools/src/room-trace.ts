/** What is known of one room of the page: its connection, the ops that wait for their acks, its messages, and how Storage was. */
import { ClientMessageType, ServerMessageType } from "@weft/protocol/codes";
import type { Op } from "@weft/protocol/types";
import { MessageLog } from "./message-log.ts";
import type { MessageDirection, SocketTap } from "./network.ts";
import { StorageTimeline } from "./storage-timeline.ts";

/** An op that was sent, and that the server has neither acknowledged nor rejected. */
export interface UnackedOp {
  readonly opId: string;
  readonly op: Op;
  /** When it was first sent, in milliseconds since the Unix epoch. */
  readonly sentAt: number;
}

/** As much of a client as the tools use: of `@weft/client`, or of the official SDK. */
export interface ObservedClient {
  getRoom(id: string): ObservedRoom | null;
}

/** As much of a room as the tools use. */
export interface ObservedRoom {
  getStatus(): string;
  getSelf(): unknown;
  getPresence(): unknown;
  getOthers(): readonly unknown[];
  getStorageSnapshot(): { toJSON(): unknown } | null;
  /** `synchronizing` while edits are on their way, or wait for a connection. */
  getStorageStatus(): string;
  readonly events: {
    readonly storageBatch: { subscribe(listener: (updates: readonly unknown[]) => void): () => void };
    readonly storageDidLoad: { subscribe(listener: () => void): () => void };
  };
}

export interface RoomTraceOptions {
  readonly id: string;
  readonly now: () => number;
  /** Something of it has changed. */
  readonly changed: () => void;
}

/** A room as the tools have seen it. */
export class RoomTrace {
  readonly id: string;
  readonly log = new MessageLog();
  readonly timeline: StorageTimeline;
  readonly #options: RoomTraceOptions;
  readonly #unacked = new Map<string, UnackedOp>();
  #room: ObservedRoom | undefined;
  #stopListening = () => {};
  #pingedAt: number | undefined;
  #roundTripMs: number | undefined;
  #connections = 0;
  #isConnected = false;
  #lastClose: number | undefined;

  constructor(options: RoomTraceOptions) {
    this.id = options.id;
    this.#options = options;
    this.timeline = new StorageTimeline(options.now);
  }

  /** Undefined while no client that is observed is in the room. */
  get room(): ObservedRoom | undefined {
    return this.#room;
  }

  get unackedOps(): readonly UnackedOp[] {
    return Array.from(this.#unacked.values());
  }

  /** From a ping to its pong, in milliseconds; undefined until there was one. */
  get roundTripMs(): number | undefined {
    return this.#roundTripMs;
  }

  /** How many connections there have been, whether one is open, and the code with which the last one was closed. */
  get connections(): { readonly count: number; readonly isOpen: boolean; readonly lastClose: number | undefined } {
    return { count: this.#connections, isOpen: this.#isConnected, lastClose: this.#lastClose };
  }

  /** What a socket of this room tells. `opened` is called when it is open. */
  tap(opened: () => void = () => {}): SocketTap {
    return {
      opened: () => {
        opened();
        this.#connections++;
        this.#isConnected = true;
        this.#options.changed();
      },
      closed: (code) => {
        this.#isConnected = false;
        this.#pingedAt = undefined;
        this.#lastClose = code;
        this.#options.changed();
      },
      passed: (direction, data) => this.#passed(direction, data),
    };
  }

  /** Follows the room of a client. Called again, it follows the one that the client has by now. */
  follow(room: ObservedRoom | undefined): void {
    if (room !== undefined && room !== this.#room) {
      this.#stopListening();
      this.#room = room;
      const { storageBatch, storageDidLoad } = room.events;
      const stops = [storageBatch, storageDidLoad].map((event) => event.subscribe(() => this.#storageChanged()));
      this.#stopListening = () => stops.forEach((stop) => stop());
    }
    this.#storageChanged();
  }

  stop(): void {
    this.#stopListening();
  }

  #storageChanged(): void {
    const root = this.#room?.getStorageSnapshot() ?? undefined;
    if (root !== undefined) this.timeline.add(root.toJSON());
    this.#options.changed();
  }

  #passed(direction: MessageDirection, data: unknown): void {
    if (typeof data !== "string") return;
    const now = this.#options.now();
    if (data === "ping") this.#pingedAt = now;
    else if (data === "pong") {
      if (this.#pingedAt !== undefined) this.#roundTripMs = now - this.#pingedAt;
    } else {
      const messages = messagesOf(data);
      this.log.add(direction, messages, now);
      for (const message of messages) this.#account(direction, message, now);
    }
    this.#options.changed();
  }

  #account(direction: MessageDirection, message: unknown, now: number): void {
    if (typeof message !== "object" || message === null) return;
    const {
      type,
      ops = [],
      opIds = [],
    } = message as {
      readonly type?: number;
      readonly ops?: readonly Op[];
      readonly opIds?: readonly string[];
    };
    if (direction === "sent" && type === ClientMessageType.updateStorage)
      for (const op of ops) {
        const { opId } = op as { readonly opId?: string };
        if (opId !== undefined && !this.#unacked.has(opId)) this.#unacked.set(opId, { opId, op, sentAt: now });
      }
    if (direction !== "received") return;
    if (type === ServerMessageType.storageUpdated)
      for (const { opId } of ops as readonly { readonly opId?: string }[])
        if (opId !== undefined) this.#unacked.delete(opId);
    if (type === ServerMessageType.rejectStorageOp || type === ServerMessageType.decidedOps)
      for (const opId of opIds) this.#unacked.delete(opId);
  }
}

/** A frame has one message, or a list of them. */
function messagesOf(data: string): readonly unknown[] {
  try {
    const frame: unknown = JSON.parse(data);
    return Array.isArray(frame) ? frame : [frame];
  } catch {
    return [data];
  }
}
