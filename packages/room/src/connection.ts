import type {
  RoomMessage,
  JsonObject,
  Level,
  Permission,
  PresenceUpdated,
  ProtocolVersion,
  ServerMessage,
} from "@weft/protocol";
import { audiencesOf } from "./audience.ts";
import type { Audiences } from "./audience.ts";
import type { Receiver } from "./fan-out.ts";
import type { ClientSocket } from "./ports.ts";
import type { Allowance } from "./pace.ts";
import type { Resync } from "./resync.ts";
import { userKeyOf } from "./room.ts";

/** The user of a connection, with their rights and what is known of their client. */
export interface ConnectedUser {
  readonly id?: string;
  readonly info?: JsonObject;
  readonly scopes: readonly Permission[];
  readonly storage: Level;
  /** Absent: `none`. */
  readonly commentsPublic?: Level;
  readonly commentsPrivate?: Level;
  readonly feeds?: Level;
  readonly version: ProtocolVersion;
  /** Whether the client knows only the older spelling of scopes: all scopes are sent to it in that spelling. */
  readonly readsOlderScopes?: boolean;
  /** The client's name of its software, shown in the dashboard's inspector. */
  readonly software?: string;
}

/** A connection in a room, as its socket uses it. */
export interface RoomConnection {
  readonly actor: number;
  /** `bytes`: the size of their frame. */
  receive(messages: readonly RoomMessage[], bytes?: number): void;
  /** Sends a message to this connection alone, after everything that its room has decided to send before. */
  reply(message: ServerMessage): void;
  leave(): void;
}

/** What a connection reports to its room. */
export interface ConnectionOwner {
  received(connection: LiveConnection, messages: readonly RoomMessage[], bytes: number): void;
  replied(connection: LiveConnection, message: ServerMessage): void;
  left(connection: LiveConnection): void;
}

/** A connection with the state that its room keeps for it. */
export interface LiveConnection extends RoomConnection, Receiver {
  readonly user: ConnectedUser;
  readonly socket: ClientSocket;
  /** Budget of work on texts. */
  readonly textSteps: Allowance;
  /** See `userKeyOf`. */
  readonly userKey: string;
  /** Set from its request for Storage until it has resent its unacknowledged ops. */
  resync: Resync | undefined;
  /** The room's seq after its newest Storage update: its later messages leave after that is flushed. */
  wroteAt: number;
  /** Bytes of its messages that wait for that. */
  heldBytes: number;
  /** It was closed for exceeding the bound on those; they are not delivered. */
  silenced: boolean;
}

export function createConnection(
  owner: ConnectionOwner,
  who: {
    readonly actor: number;
    readonly user: ConnectedUser;
    readonly socket: ClientSocket;
    readonly joinedAfter: number;
    readonly textSteps: Allowance;
  },
): LiveConnection {
  return new OpenConnection(owner, who);
}

class OpenConnection implements LiveConnection {
  readonly #owner: ConnectionOwner;
  readonly actor: number;
  readonly user: ConnectedUser;
  readonly socket: ClientSocket;
  readonly userKey: string;
  readonly reads: Audiences;
  readonly lag = new Map<number, PresenceUpdated>();
  joinedAfter: number;
  readonly textSteps: Allowance;
  resync: Resync | undefined;
  wroteAt = 0;
  heldBytes = 0;
  silenced = false;

  constructor(owner: ConnectionOwner, who: Parameters<typeof createConnection>[1]) {
    this.#owner = owner;
    this.actor = who.actor;
    this.user = who.user;
    this.socket = who.socket;
    this.reads = audiencesOf(who.user);
    this.joinedAfter = who.joinedAfter;
    this.textSteps = who.textSteps;
    this.userKey = userKeyOf(who.user.id === undefined ? {} : { userId: who.user.id });
  }

  get slow(): boolean {
    return this.socket.slow;
  }

  send(frame: Buffer): void {
    this.socket.send(frame);
  }

  sendSnapshot(frames: readonly Buffer[]): void {
    for (let index = 0; index < frames.length; index++) {
      if (index === frames.length - 1) this.resync?.snapshotEnding();
      this.socket.send(frames[index]!, true);
    }
  }

  sendPart(frame: Buffer, taken: () => void): void {
    this.socket.send(frame, true);
    this.socket.probe(taken);
  }

  receive(messages: readonly RoomMessage[], bytes = 0): void {
    this.#owner.received(this, messages, bytes);
  }

  reply(message: ServerMessage): void {
    this.#owner.replied(this, message);
  }

  leave(): void {
    this.#owner.left(this);
  }
}
