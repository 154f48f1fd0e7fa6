import type { Rooms, Signals } from "@weft/collab";
import type { ProjectId, RoomId } from "@weft/protocol";
import type { RoomHost } from "@weft/room";
import type { Erasure } from "../erasure.ts";
import type { ErrorBoundary } from "../error-boundary.ts";
import type { Gateway } from "../socket/gateway.ts";

export interface FollowSignalsOptions {
  readonly signals: Signals;
  readonly gateway: Pick<
    Gateway,
    "hasConnectionsIn" | "roomsOfConnections" | "reassess" | "disconnectAll" | "disconnectUser"
  >;
  readonly rooms: Pick<Rooms, "find">;
  readonly host: Pick<RoomHost, "close">;
  readonly erasure: Pick<Erasure, "ofRoom">;
  readonly boundary: ErrorBoundary;
}

/** What this process does for its own connections and logs when any process says so. */
export function followSignals({ signals, gateway, rooms, host, erasure, boundary }: FollowSignalsOptions): Disposable {
  const following = new DisposableStack();
  following.use(signals.subscribe("disconnectProject", ({ project }) => gateway.disconnectAll(project)));
  following.use(signals.subscribe("disconnectUser", ({ project, userId }) => gateway.disconnectUser(project, userId)));
  following.use(signals.subscribe("roomErased", ({ project, room }) => erasure.ofRoom(project, room)));
  const reassess = async (project: ProjectId, id: RoomId) => {
    const room = await rooms.find(project, id);
    // A deletion closes the room where it is open.
    if (room !== undefined) gateway.reassess(project, room);
  };
  following.use(
    signals.subscribe("roomAccessesChanged", ({ project, room }, from) => {
      // The process that changes a room knows its record, and has done it.
      if (from === "elsewhere" && gateway.hasConnectionsIn(project, room))
        boundary.run("reassessment of connections", () => reassess(project, room));
    }),
  );
  // Records of rooms are read anew: the store has dropped those that it had in memory.
  following.use(
    signals.onMissed(() =>
      boundary.run("reassessment of connections", async () => {
        for (const address of gateway.roomsOfConnections()) {
          const room = await rooms.find(address.project, address.room);
          if (room !== undefined) gateway.reassess(address.project, room);
          // Its deletion may not have reached the node that has it.
          else await host.close(address, "ACCESS_CHANGED");
        }
      }),
    ),
  );
  return following;
}
