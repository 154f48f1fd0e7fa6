import type { RoomStore } from "@weft/room/ports";
import type { Engine } from "./engine.ts";
import type { RememberedRooms } from "./remembered-rooms.ts";

/** The room engine's port. An owner's writes are the hottest path of the store, so the engine below knows them by name. */
export function createRoomStore(engine: Engine, remembered: RememberedRooms): RoomStore {
  return {
    get full() {
      return engine.full;
    },
    open: ({ project, room }, reserve) => engine.claim(project, room, reserve),
    nodes: (room, pieceBytes) => engine.nodes(room, pieceBytes),
    documentRows: (room, guid) => engine.documentRows(room, guid),
    actor: (room, actor) => engine.actor(room, actor),
    commit: (commit) => {
      const { key, connectedAt } = commit;
      // When somebody was last there is part of the room's record; nothing else of a commit is.
      if (connectedAt === undefined) return engine.commit(commit);
      return engine.commit(commit).finally(() => remembered.forgetKey(key));
    },
  };
}
