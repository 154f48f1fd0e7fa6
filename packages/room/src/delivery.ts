import type { ServerMessage, UserJoined } from "@weft/protocol";
import { olderSpelling, ServerMessageType } from "@weft/protocol";
import { bitOf, everyone } from "./audience.ts";
import type { FanOut, Substitute } from "./fan-out.ts";
import type { FlushWindow } from "./flush-window.ts";
import type { Outlet } from "./gate.ts";
import type { Observers } from "./observers.ts";
import type { Send } from "./room.ts";
import type { RoomOwner } from "./room-owner.ts";
import type { LiveConnection } from "./connection.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Successors } from "./successors.ts";

/** A send whose snapshot was already taken, so that its contents do not depend on when it leaves. */
export type Said =
  | Exclude<Send, { storage: "snapshot" }>
  | { readonly to: number; readonly snapshot: Snapshot }
  /** A message that waits behind its sender's own change. */
  | { readonly by: LiveConnection; readonly send: Spoken; readonly bytes: number };
export type Spoken = Extract<Send, { message: unknown }>;

/** Passes on what a room sends, to connections (through the fan-out) and to observers. */
export type Delivery = Outlet<Said>;

export interface DeliveryOptions {
  readonly fanOut: FanOut;
  readonly window: Pick<FlushWindow, "open" | "flush">;
  readonly connections: ReadonlyMap<number, LiveConnection>;
  readonly observers: Observers;
  readonly successors: Successors;
  readonly owner: Pick<RoomOwner, "expel" | "closeAll">;
}

/** Up to this many frames that waited for one commit leave separately, if that makes no more than this many writes. */
const fewFrames = 4;
const fewWrites = 64;

export function createDelivery(options: DeliveryOptions): Delivery {
  return new RoomDelivery(options);
}

class RoomDelivery implements Delivery {
  readonly #options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  deliver(said: Said): void {
    const { fanOut, connections, observers } = this.#options;
    if ("by" in said) {
      said.by.heldBytes -= said.bytes;
      return said.by.silenced ? undefined : this.deliver(said.send);
    }
    if ("snapshot" in said) return fanOut.snapshot(said.to, said.snapshot);
    if ("part" in said) {
      const connection = connections.get(said.to);
      if (connection !== undefined) fanOut.part(said.to, JSON.stringify(said.part), connection.newProbe(said.taken));
      return;
    }
    if ("close" in said) return this.#close(said);
    const { message } = said;
    if (typeof said.to === "number") {
      if (message.type === ServerMessageType.presenceUpdated) return fanOut.presenceFor(said.to, message);
      if (message.type !== ServerMessageType.roomState) return fanOut.one(said.to, JSON.stringify(message));
      // Alone in its frame and before anything else, or an SDK never becomes connected.
      return connections.get(said.to)?.send(JSON.stringify(message));
    }
    const from = said.to === "others" ? said.from : -1;
    // Announced: what it announces is durable, so no slow reader may miss it.
    if (said.to === "everyone" && said.audience !== undefined)
      return fanOut.others(from, JSON.stringify(message), bitOf(said.audience));
    switch (message.type) {
      case ServerMessageType.presenceUpdated:
        observers.presence(message);
        return fanOut.presence(message);
      case ServerMessageType.eventBroadcasted:
        observers.broadcast(from, message.event ?? null);
        return fanOut.event(from, JSON.stringify(message));
      case ServerMessageType.userJoined:
        return this.#sendJoined(from, message);
      case ServerMessageType.userLeft:
        observers.left(message.actor);
        return fanOut.others(from, JSON.stringify(message), everyone);
      case ServerMessageType.storageUpdated:
        return fanOut.others(from, JSON.stringify(message), bitOf("storage"), this.#toSuccessors(said));
      case ServerMessageType.documentUpdated:
        return fanOut.others(from, JSON.stringify(message), bitOf("storage"));
      default:
        return fanOut.others(from, JSON.stringify(message), everyone);
    }
  }

  between(turns: number): void {
    const { connections, window } = this.#options;
    if (turns <= fewFrames && turns * connections.size <= fewWrites && window.open) window.flush();
  }

  #close({ to, close }: Extract<Send, { close: unknown }>): void {
    const { window, connections, owner } = this.#options;
    if (to === "everyone") return owner.closeAll(close);
    const connection = connections.get(to);
    if (connection === undefined) return;
    window.flush();
    owner.expel(connection, close);
  }

  #sendJoined(from: number, message: UserJoined): void {
    const { fanOut, connections } = this.#options;
    const text = JSON.stringify(message);
    const olderReaders = [...connections.values()].some(({ user }) => user.readsOlderScopes);
    if (!olderReaders) return fanOut.others(from, text, everyone);
    const older = JSON.stringify({ ...message, scopes: olderSpelling(message.scopes) });
    for (const { actor, user } of connections.values())
      if (actor !== from) fanOut.one(actor, user.readsOlderScopes ? older : text);
  }

  /** Sends ops of a broken connection with their op ids to the connections that may be its client's new ones. */
  #toSuccessors(said: Spoken): Substitute | undefined {
    if (said.to !== "others" || said.owed === undefined) return undefined;
    const { userKey: user, ops } = said.owed;
    const to = this.#options.successors.of(said.from, user);
    return to && { to, text: JSON.stringify({ type: ServerMessageType.storageUpdated, ops } satisfies ServerMessage) };
  }
}
