/** The client and the room of components, in Svelte's context. */
import type { Client, ClientOptions, EnterOptions, Room } from "@weft/client";
import { clientFor, visitRoom } from "@weft/client/framework";
import { getContext, onDestroy, onMount, setContext } from "svelte";

const clientKey = Symbol("weft client");
const roomKey = Symbol("weft room");

/**
 * Gives this component and those in it a client: one that exists, or a new one with these options. Call it while the component is
 * initialized.
 *
 * @example
 * setClientContext({ authEndpoint: "/api/auth" });
 */
export function setClientContext(options: Client | ClientOptions): Client {
  return setContext(clientKey, clientFor(options));
}

/** The client. Throws where there is none. */
export function getClient(): Client {
  const client = getContext<Client | undefined>(clientKey);
  if (client === undefined)
    throw new Error("This component has no client: call `setClientContext(…)` in it, or in a component around it.");
  return client;
}

/**
 * Enters a room for as long as the component is there, and gives it to this component and those in it. Call it while the component is
 * initialized. The room connects when the component is mounted, and not on servers. For another room, create the component anew:
 * `{#key id}`.
 */
export function setRoomContext(id: string, options: EnterOptions = {}): Room {
  const { room, mounted, leave } = visitRoom(getClient(), id, options);
  onMount(mounted);
  onDestroy(leave);
  return setContext(roomKey, room);
}

/** The room. Throws where there is none. */
export function getRoom(): Room {
  const room = getContext<Room | undefined>(roomKey);
  if (room === undefined)
    throw new Error("This component is not in a room: call `setRoomContext(…)` in it, or in a component around it.");
  return room;
}
