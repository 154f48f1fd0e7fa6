import type { BroadcastOptions, Json, LostConnectionEvent, RoomEventMessage } from "@weft/client";
import { useCallback, useContext } from "react";
import type { AnyRoom } from "../room.ts";
import { useExternal } from "../selection.ts";
import { valuesOf } from "../values.ts";
import { useListener } from "./listen.ts";
import type { HookScope } from "./scope.ts";

type Message = RoomEventMessage<object, object, Json>;

export function connectionHooks({ context, useRoom }: HookScope) {
  return {
    useRoom(options?: { readonly allowOutsideRoom: boolean }): AnyRoom | null {
      const room = useContext(context);
      return options?.allowOutsideRoom === true ? room : useRoom();
    },
    useIsInsideRoom: () => useContext(context) !== null,
    useStatus: () => useExternal(valuesOf(useRoom()).status),
    useBroadcastEvent() {
      const room = useRoom();
      return useCallback((event: Json, options?: BroadcastOptions) => room.broadcastEvent(event, options), [room]);
    },
    useEventListener: (callback: (message: Message) => void) => useListener(useRoom().events.customEvent, callback),
    useLostConnectionListener: (callback: (event: LostConnectionEvent) => void) =>
      useListener(useRoom().events.lostConnection, callback),
  };
}
