import type { ErrorCode, ServerMessage, UserJoined } from "@weft/protocol";
import { olderSpelling } from "@weft/protocol";
import type { FanOut, Instead, Seal } from "./fan-out.ts";
import { headroom } from "./fan-out.ts";
import type { Observers } from "./observers.ts";
import type { Send } from "./room.ts";
import type { RoomSession } from "./session.ts";
import type { SnapshotFrames } from "./snapshot.ts";
import type { Successors } from "./successors.ts";

/** A send with its snapshot already taken: what it says no longer depends on when it leaves. */
export type Said =
  | Exclude<Send, { storage: "snapshot" }>
  | { readonly to: number; readonly frames: SnapshotFrames }
  /** What a connection says behind a change of its own. */
  | { readonly by: RoomSession; readonly send: Spoken; readonly bytes: number };
export type Spoken = Extract<Send, { message: unknown }>;

/** What a room says becomes texts for those who hear it: connections by way of the fan-out, and those who watch. */
export interface Delivery {
  deliver(said: Said): void;
}

export interface DeliveryOptions {
  readonly fanOut: FanOut;
  readonly sessions: ReadonlyMap<number, RoomSession>;
  readonly observers: Observers;
  readonly successors: Successors;
  readonly seal: Seal;
  readonly expel: (session: RoomSession, error: ErrorCode) => void;
  readonly closeAll: (error: ErrorCode) => void;
}

export function createDelivery(options: DeliveryOptions): Delivery {
  return new RoomDelivery(options);
}

class RoomDelivery implements Delivery {
  readonly #options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  deliver(said: Said): void {
    const { fanOut, sessions, observers, expel, closeAll } = this.#options;
    if ("by" in said) {
      said.by.heldBytes -= said.bytes;
      return said.by.silenced ? undefined : this.deliver(said.send);
    }
    if ("frames" in said) return fanOut.frames(said.to, said.frames);
    if ("close" in said) {
      if (said.to === "everyone") return closeAll(said.close);
      const session = sessions.get(said.to);
      return session && expel(session, said.close);
    }
    const { message } = said;
    if (typeof said.to === "number") {
      if (message.type !== 104) return fanOut.one(said.to, JSON.stringify(message));
      // Alone in its frame and before anything else, or an SDK never becomes connected.
      return sessions.get(said.to)?.send(this.#alone(message));
    }
    const from = said.to === "others" ? said.from : -1;
    switch (message.type) {
      case 100:
        observers.presence(message);
        return fanOut.presence(message);
      case 103:
        observers.broadcast(from, message.event ?? null);
        return fanOut.event(from, JSON.stringify(message));
      case 101:
        return this.#tellJoined(from, message);
      case 102:
        observers.left(message.actor);
        return fanOut.others(from, JSON.stringify(message), false);
      case 201:
        return fanOut.others(from, JSON.stringify(message), true, this.#toSuccessors(said));
      default:
        return fanOut.others(from, JSON.stringify(message), message.type === 300);
    }
  }

  #tellJoined(from: number, message: UserJoined): void {
    const { fanOut, sessions } = this.#options;
    const text = JSON.stringify(message);
    const olderReaders = [...sessions.values()].some(({ visitor }) => visitor.readsOlderScopes);
    if (!olderReaders) return fanOut.others(from, text, false);
    const older = JSON.stringify({ ...message, scopes: olderSpelling(message.scopes) });
    for (const { actor, visitor } of sessions.values())
      if (actor !== from) fanOut.one(actor, visitor.readsOlderScopes ? older : text);
  }

  /** An op that a connection left behind reaches its client with its op id, wherever the client is now. */
  #toSuccessors(said: Spoken): Instead | undefined {
    if (said.to !== "others" || said.owed === undefined) return undefined;
    const { user, ops } = said.owed;
    const to = this.#options.successors.of(said.from, user);
    return to && { to, text: JSON.stringify({ type: 201, ops } satisfies ServerMessage) };
  }

  #alone(message: ServerMessage): Buffer {
    const text = JSON.stringify(message);
    const buffer = Buffer.allocUnsafe(headroom + Buffer.byteLength(text));
    buffer.write(text, headroom);
    return this.#options.seal(buffer);
  }
}
