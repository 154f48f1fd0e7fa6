import type { RoomAddress } from "@weft/protocol";
import type { ConnectedUser, RoomConnection } from "../connection.ts";
import { keyOf } from "../address-key.ts";
import type { RoomHost } from "../host.ts";
import type { Clock, ClientSocket } from "../ports.ts";
import type { EdgeRoom } from "./edge-room.ts";
import { createEdgeRoom } from "./edge-room.ts";
import type { ToFrame } from "./frames.ts";
import { createFrames } from "./frames.ts";

/**
 * The sockets of a node in rooms, which are on this node or on others.
 *
 *     socket ─► enter ─► EdgeRoom ═ link ═► room         messages of the client, answers to probes
 *     socket ◄─ frames ◄─ EdgeRoom ◄═ link ═ room        batches, snapshots, probes, pauses, the end
 */
export interface RoomEdge {
  /** Rejects as `RoomHost.enter` does. What the room sends goes to the socket; the answer takes what its client sends. */
  enter(address: RoomAddress, user: ConnectedUser, socket: ClientSocket): Promise<RoomConnection>;
}

export interface RoomEdgeOptions {
  readonly host: Pick<RoomHost, "enter">;
  readonly clock: Pick<Clock, "setTimer">;
  readonly toFrame: ToFrame;
}

export function createRoomEdge(options: RoomEdgeOptions): RoomEdge {
  return new NodeEdge(options);
}

class NodeEdge implements RoomEdge {
  readonly #options: RoomEdgeOptions;
  readonly #frames;
  readonly #rooms = new Map<string, EdgeRoom>();
  #sockets = 0;

  constructor(options: RoomEdgeOptions) {
    this.#options = options;
    this.#frames = createFrames(options.toFrame);
  }

  async enter(address: RoomAddress, user: ConnectedUser, socket: ClientSocket): Promise<RoomConnection> {
    const key = keyOf(address);
    const room = this.#rooms.get(key) ?? this.#open(key);
    const number = this.#sockets++;
    const entering = room.expect(number, socket);
    try {
      const inRoom = await this.#options.host.enter(address, user, room, number);
      const connection = await entering;
      connection.answered(inRoom);
      return connection;
    } catch (cause) {
      room.refused(number);
      // An answer may be lost when the room has let it enter.
      void entering.then(({ actor }) => room.remove(actor));
      this.#closeIfEmpty(key, room);
      throw cause;
    }
  }

  #open(key: string): EdgeRoom {
    const { clock } = this.#options;
    const room = createEdgeRoom({ frames: this.#frames, clock, left: () => this.#closeIfEmpty(key, room) });
    this.#rooms.set(key, room);
    return room;
  }

  #closeIfEmpty(key: string, room: EdgeRoom): void {
    if (room.empty && this.#rooms.get(key) === room) this.#rooms.delete(key);
  }
}
