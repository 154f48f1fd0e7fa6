/** What the hooks of one context have in common. */
import type { Context } from "react";
import { useRoomIn } from "../contexts.ts";
import type { AnyRoom } from "../room.ts";
import { suspendUntilPresence, suspendUntilStorage } from "../suspend.ts";

export interface HookScope {
  readonly context: Context<AnyRoom | null>;
  readonly useRoom: () => AnyRoom;
  /** The room once it knows who is there, as far as these hooks suspend. */
  readonly useConnectedRoom: () => AnyRoom;
  /** The room once it has Storage, as far as these hooks suspend. */
  readonly useLoadedRoom: () => AnyRoom;
  readonly suspends: boolean;
}

export function createScope(context: Context<AnyRoom | null>, suspends: boolean): HookScope {
  const useRoom = () => useRoomIn(context);
  return {
    context,
    suspends,
    useRoom,
    useConnectedRoom() {
      const room = useRoom();
      if (suspends) suspendUntilPresence(room);
      return room;
    },
    useLoadedRoom() {
      const room = useRoom();
      if (suspends) suspendUntilStorage(room);
      return room;
    },
  };
}
