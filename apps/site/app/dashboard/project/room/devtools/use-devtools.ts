import { createClient } from "@weft/client";
import type { ClientOptions } from "@weft/client";
import { createDevtools } from "@weft/devtools";
import type { Json } from "@weft/protocol";
import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { request } from "../../../../api/request.ts";

export interface DevtoolsOptions {
  readonly projectId: string;
  readonly roomId: string;
  readonly writes: boolean;
  /** The element in which the panel is shown. */
  readonly parent: RefObject<HTMLElement | null>;
}

export interface RoomDevtools {
  /** Sets a value at the root of Storage; undefined until Storage is loaded. */
  readonly setValue: ((key: string, value: Json) => void) | undefined;
  /** Why the room cannot be entered. */
  readonly error: string | undefined;
}

const nothing: RoomDevtools = { setValue: undefined, error: undefined };

/** Enters a room as the signed-in member, and shows the developer tools of the connection until the component is gone. */
export function useDevtools({ projectId, roomId, writes, parent }: DevtoolsOptions): RoomDevtools {
  const [state, setState] = useState(nothing);
  useEffect(() => {
    if (parent.current === null) return;
    let isOver = false;
    const change = (next: Partial<RoomDevtools>) => {
      if (!isOver) setState((before) => ({ ...before, ...next }));
    };
    const devtools = createDevtools();
    const client = createClient({
      authEndpoint: () =>
        request("POST /internal/projects/{projectId}/rooms/{roomId}/devtools-token", {
          path: { projectId, roomId },
          body: { writes },
        }),
      polyfills: { WebSocket: devtools.WebSocket as unknown as SocketClass },
    });
    const stopObserving = devtools.observe(client);
    const stopErrors = client.events.error.subscribe(({ message }) => change({ error: message }));
    const { room, leave } = client.enterRoom(roomId, { initialPresence: {} });
    const panel = devtools.open(parent.current);
    room.getStorage().then(
      ({ root }) => change({ setValue: (key, value) => root.set(key, value) }),
      (error: unknown) => change({ error: (error as Error).message }),
    );
    return () => {
      isOver = true;
      panel.close();
      stopErrors();
      stopObserving();
      leave();
      setState(nothing);
    };
  }, [projectId, roomId, writes, parent]);
  return state;
}

type SocketClass = NonNullable<NonNullable<ClientOptions["polyfills"]>["WebSocket"]>;
