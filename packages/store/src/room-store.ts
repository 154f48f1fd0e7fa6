import type { RoomStore } from "@weft/room/ports";
import type { Engine } from "./engine.ts";

/** The room engine's port. An owner's writes are the hottest path of the store, so the engine below knows them by name. */
export function createRoomStore(engine: Engine): RoomStore {
  return {
    open: ({ project, room }, reserve) => engine.claim(project, room, reserve),
    nodes: (room, pieceBytes) => engine.nodes(room, pieceBytes),
    actor: (room, actor) => engine.actor(room, actor),
    commit: (commit) => engine.commit(commit),
  };
}
