import type { PresenceUpdated, RoomMessage, ServerMessage } from "@weft/protocol";
import type { Audiences } from "../audience.ts";
import type { LinkedConnection, RoomConnection } from "../connection.ts";
import type { LinkMessage, Pieces, RoomLink } from "../link.ts";
import type { Clock, ClientSocket, Timer } from "../ports.ts";
import type { Frames, Receiver } from "./frames.ts";
import { addMissed } from "./frames.ts";

/** The connections that one node has in a room, which may be on another node. */
export interface EdgeRoom extends RoomLink {
  /** Whether it has no connections, and none is entering. */
  readonly empty: boolean;
  /** The connection of a socket, once the room has let it enter. */
  expect(number: number, socket: ClientSocket): Promise<EdgeConnection>;
  /** The room did not let it enter. */
  refused(number: number): void;
  /** The connection gets nothing more. */
  remove(actor: number): void;
}

export interface EdgeConnection extends RoomConnection {
  /** The room has answered: from now on, it is told what the client sends. */
  answered(inRoom: LinkedConnection): void;
}

export interface EdgeRoomOptions {
  readonly frames: Frames;
  readonly clock: Pick<Clock, "setTimer">;
  /** A connection left; `empty` may have changed. */
  readonly left: () => void;
}

/** How often slow readers are checked for whether they have caught up. */
const slowTickMs = 50;

export function createEdgeRoom(options: EdgeRoomOptions): EdgeRoom {
  return new RoomOnEdge(options);
}

interface Entering {
  readonly socket: ClientSocket;
  readonly entered: (connection: EdgeConnection) => void;
}

class RoomOnEdge implements EdgeRoom {
  readonly #options: EdgeRoomOptions;
  /** By actor. */
  readonly #members = new Map<number, EdgeMember>();
  #entering: Map<number, Entering> | undefined;
  #slowTimer: Timer | undefined;

  constructor(options: EdgeRoomOptions) {
    this.#options = options;
  }

  get empty(): boolean {
    return this.#members.size === 0 && this.#entering === undefined;
  }

  expect(number: number, socket: ClientSocket): Promise<EdgeConnection> {
    const { promise, resolve } = Promise.withResolvers<EdgeConnection>();
    (this.#entering ??= new Map()).set(number, { socket, entered: resolve });
    return promise;
  }

  refused(number: number): void {
    this.#takeEntering(number);
  }

  send(message: LinkMessage): void {
    switch (message.kind) {
      case "lone":
        return this.#options.frames.lone(message.entry, this.#members.values());
      case "batch":
        return this.#options.frames.batch(message, this.#members.values());
      case "entered":
        return this.#enter(message);
      default:
        return this.#members.get(message.to)?.take(message);
    }
  }

  remove(actor: number): void {
    if (this.#members.delete(actor)) this.#options.left();
  }

  #enter({ socket: number, actor, reads, joinedAfter }: Extract<LinkMessage, { kind: "entered" }>): void {
    const entering = this.#takeEntering(number);
    if (entering === undefined) return;
    const member = new EdgeMember(this, this.#options.frames, { actor, reads, joinedAfter, socket: entering.socket });
    this.#members.set(actor, member);
    entering.entered(member);
  }

  #takeEntering(number: number): Entering | undefined {
    const entering = this.#entering?.get(number);
    this.#entering?.delete(number);
    if (this.#entering?.size === 0) this.#entering = undefined;
    return entering;
  }

  /** A slow reader misses presence. It gets the newest of each actor once it has caught up. */
  watchSlow(): void {
    if (this.#slowTimer !== undefined) return;
    this.#slowTimer = this.#options.clock.setTimer(slowTickMs, () => {
      this.#slowTimer = undefined;
      let isMissed = false;
      for (const member of this.#members.values()) if (member.catchUp()) isMissed = true;
      if (isMissed) this.watchSlow();
    });
  }
}

class EdgeMember implements EdgeConnection, Receiver {
  readonly #room: RoomOnEdge;
  readonly #frames: Frames;
  readonly #socket: ClientSocket;
  readonly actor: number;
  readonly reads: Audiences;
  joinedAfter: number;
  /** The newest presence of each actor that it missed while it was slow. */
  #missed: Map<number, PresenceUpdated> | undefined;
  #inRoom: LinkedConnection | undefined;
  /** Probes that were answered before the room was. */
  #early: number[] | undefined;

  constructor(
    room: RoomOnEdge,
    frames: Frames,
    who: {
      readonly actor: number;
      readonly reads: Audiences;
      readonly joinedAfter: number;
      readonly socket: ClientSocket;
    },
  ) {
    this.#room = room;
    this.#frames = frames;
    this.#socket = who.socket;
    this.actor = who.actor;
    this.reads = who.reads;
    this.joinedAfter = who.joinedAfter;
  }

  // --- from the room -------------------------------------------------------------------------------------------------

  answered(inRoom: LinkedConnection): void {
    this.#inRoom = inRoom;
    for (const probe of this.#early ?? []) inRoom.probed(probe);
    this.#early = undefined;
  }

  take(message: Exclude<LinkMessage, { kind: "lone" | "batch" | "entered" }>): void {
    switch (message.kind) {
      case "text":
        return this.#socket.send(this.#frames.text(message.text));
      case "pieces":
        return this.sendPieces(message);
      case "probe":
        return this.#probe(message.probe);
      case "pause":
        return this.#socket.pause();
      case "resume":
        return this.#socket.resume();
      case "close":
        this.#room.remove(this.actor);
        return this.#socket.close(message.error, message.reason);
    }
  }

  get slow(): boolean {
    return this.#socket.slow;
  }

  miss(message: PresenceUpdated): void {
    addMissed((this.#missed ??= new Map()), message);
    this.#room.watchSlow();
  }

  /** Sends what it missed, if it is not slow any more. Returns whether something is still missed. */
  catchUp(): boolean {
    if (this.#missed === undefined || this.slow) return this.#missed !== undefined;
    this.#socket.send(this.#frames.lag(this.#missed));
    this.#missed = undefined;
    return false;
  }

  send(frame: Buffer): void {
    this.#socket.send(frame);
  }

  sendPieces({ pieces, probe, probeBehind }: Pieces): void {
    for (let index = 0; index < pieces.length; index++) {
      if (index === pieces.length - 1 && probe !== undefined) this.#probe(probe);
      this.#socket.send(this.#frames.piece(pieces[index]!), true);
    }
    if (probeBehind !== undefined) this.#probe(probeBehind);
  }

  sendPart(frame: Buffer, probe: number): void {
    this.#socket.send(frame, true);
    this.#probe(probe);
  }

  #probe(probe: number): void {
    this.#socket.probe(() => {
      if (this.#inRoom === undefined) (this.#early ??= []).push(probe);
      else this.#inRoom.probed(probe);
    });
  }

  // --- from the client -----------------------------------------------------------------------------------------------

  receive(messages: readonly RoomMessage[], bytes?: number): void {
    this.#inRoom!.receive(messages, bytes);
  }

  reply(message: ServerMessage): void {
    this.#inRoom!.reply(message);
  }

  leave(closeCode?: number): void {
    this.#room.remove(this.actor);
    this.#inRoom!.leave(closeCode);
  }
}
