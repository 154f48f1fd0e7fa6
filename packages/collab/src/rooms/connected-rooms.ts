import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { RoomDescription } from "./describe-room.ts";
import { describeRoom } from "./describe-room.ts";
import type { RoomRecord } from "./room-records.ts";

/** What only the nodes that have rooms know of them. */
export interface ConnectedRooms {
  /** In the order of the rooms; undefined where the node does not answer. */
  liveRooms(rooms: readonly RoomAddress[]): Promise<readonly (ConnectedRoom | undefined)[]>;
}

/** Rooms that have connections. */
export interface OccupiedRooms {
  /** The rooms of a project that have connections, up to about this many connections. */
  occupied(
    project: ProjectId,
    most: number,
  ): Promise<{
    readonly rooms: readonly {
      readonly room: RoomId;
      readonly connections: number;
      readonly users: readonly (readonly [id: string, connections: number])[];
    }[];
    /** Whether every node has answered, and no room was left out. */
    readonly isComplete: boolean;
  }>;
}

export interface ConnectedRoom {
  readonly connections: number;
  /** When a connection last entered the room since it was loaded, in milliseconds since the epoch. */
  readonly connectedAt: number | undefined;
}

/** Rooms of a project with their live state, asked for at once. */
export async function withLiveState(
  live: ConnectedRooms,
  project: ProjectId,
  rooms: readonly RoomRecord[],
): Promise<readonly { readonly room: RoomDescription; readonly connections: number | undefined }[]> {
  const states = await live.liveRooms(rooms.map(({ id }) => ({ project, room: id })));
  return rooms.map((room, index) => {
    const state = states[index];
    return { room: describeRoom(room, state?.connectedAt), connections: state?.connections };
  });
}
