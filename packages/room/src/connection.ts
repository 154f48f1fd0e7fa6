import type {
  ErrorCode,
  RoomMessage,
  JsonObject,
  Level,
  Permission,
  ProtocolVersion,
  ServerMessage,
} from "@weft/protocol";
import { lostCloseCode } from "@weft/protocol";
import type { Piece, Pieces, RoomLink } from "./link.ts";
import { piecesFor } from "./link.ts";
import type { Allowance } from "./pace.ts";
import { userKeyOf } from "./room.ts";
import type { Resync } from "./storage-states.ts";

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
  /** `closeCode`: the WebSocket code with which the socket was closed; without one, the connection was lost. */
  leave(closeCode?: number): void;
}

/** A connection in a room, as the node that has its socket uses it. */
export interface LinkedConnection extends RoomConnection {
  /** The client has answered a probe: it has read everything that was sent before. */
  probed(probe: number): void;
}

/** What a connection reports to its room. */
export interface ConnectionOwner {
  received(connection: LiveConnection, messages: readonly RoomMessage[], bytes: number): void;
  replied(connection: LiveConnection, message: ServerMessage): void;
  left(connection: LiveConnection, closeCode: number): void;
}

/** A connection with the state that its room keeps for it. */
export interface LiveConnection extends LinkedConnection {
  readonly user: ConnectedUser;
  /** Of the node that has its socket. */
  readonly link: RoomLink;
  /** Budget of work on texts. */
  readonly textSteps: Allowance;
  /** See `userKeyOf`. */
  readonly userKey: string;
  /** Set from its request for Storage until it has resent its unacknowledged ops. */
  resync: Resync | undefined;
  /** Counts a request for Storage. Returns how many there are whose answers its client may not have read. */
  asksForStorage(): number;
  /** The room's seq after its newest Storage update: its later messages leave after that is flushed. */
  wroteAt: number;
  /** Bytes of its messages that wait for that. */
  heldBytes: number;
  /** It was closed for exceeding the bound on those; they are not delivered. */
  silenced: boolean;
  /** Sends a text in a frame of its own, before everything that waits for the next flush. */
  send(text: string): void;
  /** Sends pieces of a snapshot before everything that waits for the next flush. */
  sendPieces(pieces: readonly Piece[]): void;
  /** Like `sendPieces`, with the last ones: the snapshot is under way. */
  sendSnapshot(pieces: readonly Piece[]): void;
  /** A snapshot is about to be sent: adds its probes. */
  addProbes(snapshot: Pieces): void;
  /** Calls back once the client has read everything that was sent before; never, if it disconnects first. */
  probe(answered: () => void): void;
  /** Like `probe`, with the last piece of the snapshot that is about to be sent. */
  probeWithSnapshot(answered: () => void): void;
  /** The number of a probe that is sent by others. */
  newProbe(answered: () => void): number;
  /** Stops reading from the client until `resume`. Messages that have already arrived may still follow. */
  pause(): void;
  resume(): void;
  /** Closes its socket. The room is told later that it left. */
  close(error: ErrorCode, reason?: string): void;
}

export function createConnection(
  owner: ConnectionOwner,
  who: {
    readonly actor: number;
    readonly user: ConnectedUser;
    readonly link: RoomLink;
    readonly textSteps: Allowance;
  },
): LiveConnection {
  return new OpenConnection(owner, who);
}

class OpenConnection implements LiveConnection {
  readonly #owner: ConnectionOwner;
  readonly actor: number;
  readonly user: ConnectedUser;
  readonly link: RoomLink;
  readonly userKey: string;
  readonly textSteps: Allowance;
  resync: Resync | undefined;
  /** Requests for Storage, and how many of them its client is known to have read the answers to. */
  #asked = 0;
  #read = 0;
  wroteAt = 0;
  heldBytes = 0;
  silenced = false;
  /** Those that are not answered, by number. */
  #probes: Map<number, () => void> | undefined;
  #nextProbe = 0;
  #snapshotProbe: number | undefined;

  constructor(owner: ConnectionOwner, who: Parameters<typeof createConnection>[1]) {
    this.#owner = owner;
    this.actor = who.actor;
    this.user = who.user;
    this.link = who.link;
    this.textSteps = who.textSteps;
    this.userKey = userKeyOf(who.user.id === undefined ? {} : { userId: who.user.id });
  }

  send(text: string): void {
    this.link.send({ kind: "text", to: this.actor, text });
  }

  sendPieces(pieces: readonly Piece[]): void {
    this.link.send(piecesFor(this.actor, pieces));
  }

  sendSnapshot(pieces: readonly Piece[]): void {
    const snapshot = piecesFor(this.actor, pieces);
    this.addProbes(snapshot);
    this.link.send(snapshot);
  }

  addProbes(snapshot: Pieces): void {
    this.resync?.ending();
    snapshot.probe = this.#snapshotProbe;
    this.#snapshotProbe = undefined;
    // Most clients ask once and are not probed for it.
    const asked = this.#asked;
    if (asked - this.#read > 1) snapshot.probeBehind = this.newProbe(() => (this.#read = Math.max(this.#read, asked)));
  }

  asksForStorage(): number {
    return ++this.#asked - this.#read;
  }

  probe(answered: () => void): void {
    this.link.send({ kind: "probe", to: this.actor, probe: this.newProbe(answered) });
  }

  probeWithSnapshot(answered: () => void): void {
    this.#snapshotProbe = this.newProbe(answered);
  }

  newProbe(answered: () => void): number {
    const probe = this.#nextProbe++;
    (this.#probes ??= new Map()).set(probe, answered);
    return probe;
  }

  probed(probe: number): void {
    const answered = this.#probes?.get(probe);
    this.#probes?.delete(probe);
    answered?.();
  }

  pause(): void {
    this.link.send({ kind: "pause", to: this.actor });
  }

  resume(): void {
    this.link.send({ kind: "resume", to: this.actor });
  }

  close(error: ErrorCode, reason?: string): void {
    this.link.send({ kind: "close", to: this.actor, error, reason });
  }

  receive(messages: readonly RoomMessage[], bytes = 0): void {
    this.#owner.received(this, messages, bytes);
  }

  reply(message: ServerMessage): void {
    this.#owner.replied(this, message);
  }

  leave(closeCode: number = lostCloseCode): void {
    this.#owner.left(this, closeCode);
  }
}
