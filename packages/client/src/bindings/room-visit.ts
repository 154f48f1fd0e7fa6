/** Clients and rooms of components: created while a component is, on servers too, and connected once it is mounted in a page. */
import type { AppPresence, AppRoomEvent, AppStorage, AppUserMeta, UserMeta } from "../app-types.ts";
import { createClient } from "../client.ts";
import type { Client, ClientOptions } from "../client.ts";
import type { EnterOptions, RoomApi } from "../room/room-api.ts";

/** A room that a component has entered. */
export interface RoomVisit<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
  E = AppRoomEvent,
> {
  readonly room: RoomApi<P, S, U, E>;
  /** The component is mounted in a page: the room connects, unless its options say otherwise. */
  readonly mounted: () => void;
  /** The component is gone. */
  readonly leave: () => void;
}

/** Rooms that a server has rendered are left after this time, as some frameworks do not say when they have rendered a page. */
const renderedMs = 10_000;

/** Whether this is a server that renders HTML. Looked at when it matters, as some environments get their window late. */
export function isServer(): boolean {
  return (globalThis as { readonly window?: unknown }).window === undefined;
}

/** A client that exists, or a new one with these options. What is rendered on a server connects to nothing, and needs no address. */
export function clientFor<U extends UserMeta = AppUserMeta>(options: Client<U> | ClientOptions<U>): Client<U> {
  if ("enterRoom" in options) return options;
  return createClient(isServer() ? { ...options, baseUrl: options.baseUrl ?? "http://localhost" } : options);
}

/** Enters a room without a connection. If another component enters it in the task in which this one has left, it stays connected. */
export function visitRoom<U extends UserMeta>(
  client: Client<U>,
  id: string,
  options: EnterOptions = {},
): RoomVisit<AppPresence, AppStorage, U> {
  if (typeof id !== "string" || id === "") throw new Error("A room has an `id`: a string that isn't empty.");
  const { room, leave } = client.enterRoom(id, { ...options, autoConnect: false });
  if (isServer()) {
    const timer: unknown = setTimeout(leave, renderedMs);
    // This must not keep the process alive.
    (timer as { unref?(): void }).unref?.();
  }
  return {
    room,
    mounted() {
      // A room that was refused permanently stays so until it is told to connect.
      if (options.autoConnect !== false && room.getStatus() === "initial") room.connect();
    },
    leave: () => void Promise.resolve().then(leave),
  };
}
