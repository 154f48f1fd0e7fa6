import type { ClientMessage, JsonObject, Level, Permission, PresenceUpdated, ProtocolVersion } from "@weft/protocol";
import type { Receiver } from "./fan-out.ts";
import type { Link } from "./ports.ts";
import type { Allowance } from "./pace.ts";
import type { Return } from "./return.ts";
import { userOf } from "./room.ts";

/** Who enters, as the gateway found out. */
export interface Visitor {
  readonly id?: string;
  readonly info?: JsonObject;
  readonly scopes: readonly Permission[];
  readonly storage: Level;
  readonly version: ProtocolVersion;
  /** Whether it knows only the older spelling of scopes: its own and everyone else's are told to it in that. */
  readonly readsOlderScopes?: boolean;
  /** What it says of its software; shown to whoever inspects the room. */
  readonly software?: string;
}

/** A connection inside a room. */
export interface Session {
  readonly actor: number;
  readonly visitor: Visitor;
  readonly link: Link;
  /** `bytes`: how long their frame was. */
  receive(messages: readonly ClientMessage[], bytes?: number): void;
  leave(): void;
}

/** What a session tells its room. */
export interface SessionOwner {
  received(session: RoomSession, messages: readonly ClientMessage[], bytes: number): void;
  left(session: RoomSession): void;
}

/** A session as its room keeps it. */
export interface RoomSession extends Session, Receiver {
  /** Work on texts that it may ask for. */
  readonly textSteps: Allowance;
  /** See `userOf`. */
  readonly user: string;
  /** Since it asked for Storage, as long as it may owe ops from before. */
  returning: Return | undefined;
  /** The room's seq behind its newest Storage update: what it says next leaves after that is flushed. */
  wroteAt: number;
  /** Bytes of what it said that wait for that. */
  heldBytes: number;
  /** It was closed for saying too much meanwhile, and what is held of it is not delivered. */
  silenced: boolean;
}

export function createSession(
  owner: SessionOwner,
  who: {
    readonly actor: number;
    readonly visitor: Visitor;
    readonly link: Link;
    readonly joinedAfter: number;
    readonly textSteps: Allowance;
  },
): RoomSession {
  return new LinkedSession(owner, who);
}

class LinkedSession implements RoomSession {
  readonly #owner: SessionOwner;
  readonly actor: number;
  readonly visitor: Visitor;
  readonly link: Link;
  readonly user: string;
  readonly readsStorage: boolean;
  readonly lag = new Map<number, PresenceUpdated>();
  joinedAfter: number;
  readonly textSteps: Allowance;
  returning: Return | undefined;
  wroteAt = 0;
  heldBytes = 0;
  silenced = false;

  constructor(owner: SessionOwner, who: Parameters<typeof createSession>[1]) {
    this.#owner = owner;
    this.actor = who.actor;
    this.visitor = who.visitor;
    this.link = who.link;
    this.readsStorage = who.visitor.storage !== "none";
    this.joinedAfter = who.joinedAfter;
    this.textSteps = who.textSteps;
    this.user = userOf(who.visitor.id === undefined ? {} : { userId: who.visitor.id });
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
    this.returning?.ended();
  }

  receive(messages: readonly ClientMessage[], bytes = 0): void {
    this.#owner.received(this, messages, bytes);
  }

  leave(): void {
    this.#owner.left(this);
  }
}
