/** What providers hand to the components in them. */
import type { JsonObject } from "@weft/client";
import { useContext } from "react";
import type { Context } from "react";
import type { AnyClient, AnyRoom } from "./room.ts";
import { sharedContext } from "./shared-context.ts";

/** The client of the `WeftProvider` around a component. */
export const ClientContext: Context<AnyClient | null> = sharedContext<AnyClient | null>("client", null);

/** The room of the `RoomProvider` around a component. */
export const RoomContext: Context<AnyRoom | null> = sharedContext<AnyRoom | null>("room", null);

/** Storage as the server rendered it, until the room of this component has loaded its own. */
export interface RenderedStorage {
  readonly roomId: string;
  readonly json: JsonObject;
}
export const RenderedStorageContext: Context<RenderedStorage | null> = sharedContext<RenderedStorage | null>(
  "renderedStorage",
  null,
);

/** The client that hooks are bound to, or else that of the provider around the component. */
export function useAnyClient(bound?: AnyClient): AnyClient {
  const around = useContext(ClientContext);
  const client = bound ?? around;
  if (client === null) throw new Error("This component has no client: put a WeftProvider around this component.");
  return client;
}

export function useRoomIn(context: Context<AnyRoom | null>): AnyRoom {
  const room = useContext(context);
  if (room === null) throw new Error("This component is not in a room: put a RoomProvider around this component.");
  return room;
}
