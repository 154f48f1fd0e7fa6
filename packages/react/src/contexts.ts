/** What providers hand to the components in them. */
import type { JsonObject } from "@weft/client";
import { createContext, useContext } from "react";
import type { Context } from "react";
import type { AnyClient, AnyRoom } from "./room.ts";

/** The client of the `WeftProvider` around a component. */
export const ClientContext: Context<AnyClient | null> = createContext<AnyClient | null>(null);

/** The room of the `RoomProvider` around a component. */
export const RoomContext: Context<AnyRoom | null> = createContext<AnyRoom | null>(null);

/** Storage as the server rendered it, until the room of this component has loaded its own. */
export interface RenderedStorage {
  readonly roomId: string;
  readonly json: JsonObject;
}
export const RenderedStorageContext: Context<RenderedStorage | null> = createContext<RenderedStorage | null>(null);

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
