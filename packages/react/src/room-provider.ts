import type { AppPresence, AppStorage, EnterOptions, JsonObject, ToJson } from "@weft/client";
import { createElement, useEffect, useMemo, useReducer } from "react";
import type { Context, ReactElement, ReactNode } from "react";
import { ClientContext, RenderedStorageContext, RoomContext, useAnyClient } from "./contexts.ts";
import { openLease } from "./room-lease.ts";
import type { LeaseOptions } from "./room-lease.ts";
import type { AnyClient, AnyRoom } from "./room.ts";
import { watchReadiness } from "./suspend.ts";

/** These options, which may be left out where `C` has no members that must be there. */
type RequiredFor<C, Options> = Partial<C> extends C ? Partial<Options> : Options;

interface CommonRoomProviderProps<S extends object> {
  readonly id: string;
  readonly children?: ReactNode;
  /** By default true. While it is false, the room has no connection unless `room.connect()` is called. */
  readonly autoConnect?: boolean;
  /**
   * Storage as JSON, such as the server fetched it while it rendered the page. Components show it until the room has loaded Storage,
   * in HTML of the server as well.
   */
  readonly initialStorageSnapshot?: ToJson<S>;
}

/** Props of RoomProvider. */
export type RoomProviderProps<
  P extends object = AppPresence,
  S extends object = AppStorage,
> = CommonRoomProviderProps<S> &
  RequiredFor<P, { readonly initialPresence: NonNullable<EnterOptions<P, S>["initialPresence"]> }> &
  RequiredFor<S, { readonly initialStorage: NonNullable<EnterOptions<P, S>["initialStorage"]> }>;

/** The props of a room of any types. */
export interface AnyRoomProviderProps extends CommonRoomProviderProps<object> {
  readonly initialPresence?: unknown;
  readonly initialStorage?: unknown;
}

/** A provider whose rooms are in `context`, and in `RoomContext` too, for components that do not know about `context`. */
export function createRoomProvider(context: Context<AnyRoom | null>, bound?: AnyClient) {
  return function RoomProvider(props: AnyRoomProviderProps): ReactElement {
    const { id, children, autoConnect = true, initialPresence, initialStorage, initialStorageSnapshot } = props;
    if (typeof id !== "string" || id === "")
      throw new Error("A RoomProvider needs an `id`: a string that isn't empty.");
    const client = useAnyClient(bound);
    const room = useRoomOf(client, id, { initialPresence, initialStorage, autoConnect } as LeaseOptions);
    const rendered = useMemo(
      () => (initialStorageSnapshot === undefined ? null : { roomId: id, json: initialStorageSnapshot as JsonObject }),
      [id, initialStorageSnapshot],
    );
    let element: ReactElement = createElement(RenderedStorageContext.Provider, { value: rendered }, children);
    if (context !== RoomContext) element = createElement(context.Provider, { value: room }, element);
    element = createElement(RoomContext.Provider, { value: room }, element);
    return bound === undefined ? element : createElement(ClientContext.Provider, { value: bound }, element);
  };
}

function useRoomOf(client: AnyClient, id: string, options: LeaseOptions): AnyRoom {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const { autoConnect } = options;
  const lease = openLease(client, id, options);
  watchReadiness(lease.room);
  useEffect(() => {
    // It was rendered so long ago that the room has been left, or it was hidden meanwhile.
    if (lease.hasEnded) return renderAgain();
    return lease.hold(autoConnect);
  }, [lease, autoConnect]);
  return lease.room;
}
