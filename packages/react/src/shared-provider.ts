import { RoomContext } from "./contexts.ts";
import { createRoomProvider } from "./room-provider.ts";

/** The RoomProvider of both entries, so that their hooks are about the same rooms. */
export const SharedRoomProvider = createRoomProvider(RoomContext);
