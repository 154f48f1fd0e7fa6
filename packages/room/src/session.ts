import type { ClientMessage, JsonObject, Level, Permission, PresenceUpdated, ProtocolVersion } from "@weft/protocol";
import type { Receiver } from "./fan-out.ts";
import type { Link } from "./ports.ts";
import type { Return } from "./return.ts";

/** Who enters, as the gateway found out. */
export interface Visitor {
  readonly id?: string;
  readonly info?: JsonObject;
  readonly scopes: readonly Permission[];
  readonly storage: Level;
  readonly version: ProtocolVersion;
  /** What it says of its software; shown to whoever inspects the room. */
  readonly software?: string;
}

/** A connection inside a room. */
export interface Session {
  readonly actor: number;
  readonly visitor: Visitor;
  readonly link: Link;
  receive(messages: readonly ClientMessage[]): void;
  leave(): void;
}

/** What a session tells its room. */
export interface SessionOwner {
  received(session: RoomSession, messages: readonly ClientMessage[]): void;
  left(session: RoomSession): void;
}

/** A session as its room keeps it. */
export interface RoomSession extends Session, Receiver {
  /** Since it asked for Storage, as long as it may owe ops from before. */
  returning: Return | undefined;
}

export function createSession(
  owner: SessionOwner,
  who: { readonly actor: number; readonly visitor: Visitor; readonly link: Link; readonly joinedAfter: number },
): RoomSession {
  return new LinkedSession(owner, who.actor, who.visitor, who.link, who.joinedAfter);
}

class LinkedSession implements RoomSession {
  readonly #owner: SessionOwner;
  readonly actor: number;
  readonly visitor: Visitor;
  readonly link: Link;
  readonly readsStorage: boolean;
  readonly lag = new Map<number, PresenceUpdated>();
  joinedAfter: number;
  returning: Return | undefined;

  constructor(owner: SessionOwner, actor: number, visitor: Visitor, link: Link, joinedAfter: number) {
    this.#owner = owner;
    this.actor = actor;
    this.visitor = visitor;
    this.link = link;
    this.readsStorage = visitor.storage !== "none";
    this.joinedAfter = joinedAfter;
  }

  get slow(): boolean {
    return this.link.slow;
  }

  send(frame: Buffer): void {
    this.link.send(frame);
  }

  sendSnapshot(frames: readonly Buffer[]): void {
    for (let index = 0; index < frames.length; index++) {
      if (index === frames.length - 1) this.returning?.ending();
      this.link.send(frames[index]!, true);
    }
  }

  receive(messages: readonly ClientMessage[]): void {
    this.#owner.received(this, messages);
  }

  leave(): void {
    this.#owner.left(this);
  }
}
