/** Who is in the room, the connection to it, and events. */
import type {
  AppPresence,
  AppRoomEvent,
  AppUserMeta,
  BroadcastOptions,
  LostConnectionEvent,
  RoomEventMessage,
  Status,
  User,
} from "@weft/client";
import { shallow } from "@weft/client";
import { valuesOf } from "@weft/client/framework";
import type { Equality, PresenceSetter } from "@weft/client/framework";
import { createEffect, onCleanup, onMount } from "solid-js";
import type { Accessor } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { access, observedAccessor } from "./observed-accessor.ts";
import type { MaybeAccessor } from "./observed-accessor.ts";
import { useRoom } from "./providers.ts";

/** The status of the connection to the room. */
export function useStatus(): Accessor<Status> {
  const { status } = valuesOf(useRoom());
  return observedAccessor(() => status);
}

/** The user as others see them, or what the selector makes of that; null until the room has been connected. */
export function useSelf(): Accessor<User | null>;
export function useSelf<T>(select: (self: User) => T, isEqual?: Equality<T | null>): Accessor<T | null>;
export function useSelf(
  select: (self: User) => unknown = (self) => self,
  isEqual?: Equality<unknown>,
): Accessor<unknown> {
  const { self } = valuesOf(useRoom());
  return observedAccessor<User | null, unknown>(
    () => self,
    (me) => (me === null ? null : select(me)),
    isEqual,
  );
}

/** The user's presence, and a function that changes it. */
export function useMyPresence(): [presence: Accessor<AppPresence>, update: PresenceSetter] {
  const { presence } = valuesOf(useRoom());
  return [observedAccessor(() => presence), useUpdateMyPresence()];
}

/** A function that changes keys of the user's presence. */
export function useUpdateMyPresence(): PresenceSetter {
  const room = useRoom();
  return (patch, options) => room.updatePresence(patch, options);
}

/**
 * The others in the room, or what the selector makes of them. Without a selector they are a store: a change of one user's presence
 * runs what reads the changed part.
 */
export function useOthers(): Accessor<readonly User[]>;
export function useOthers<T>(select: (others: readonly User[]) => T, isEqual?: Equality<T>): Accessor<T>;
export function useOthers(
  select?: (others: readonly User[]) => unknown,
  isEqual?: Equality<unknown>,
): Accessor<unknown> {
  const { others } = valuesOf(useRoom());
  const whole = observedAccessor<readonly User[], unknown>(() => others, select, isEqual);
  return select === undefined ? inStore(whole as Accessor<readonly User[]>) : whole;
}

/** Users by their connections. A store keeps what it is given and changes it, so that it gets copies. */
function inStore(users: Accessor<readonly User[]>): Accessor<readonly User[]> {
  const [shown, show] = createStore({ users: structuredClone(users()) });
  createEffect(() => show("users", reconcile(structuredClone(users()), { key: "connectionId" })));
  return () => shown.users;
}

/** A part of one of the others; undefined if they are not in the room. */
export function useOther<T>(
  connectionId: MaybeAccessor<number>,
  select: (other: User) => T,
  isEqual?: Equality<T | undefined>,
): Accessor<T | undefined> {
  const { others } = valuesOf(useRoom());
  const find = (users: readonly User[]) => {
    const id = access(connectionId);
    const other = users.find((user) => user.connectionId === id);
    return other === undefined ? undefined : select(other);
  };
  return observedAccessor(() => others, find, isEqual);
}

/** The connection ids of the others. They change when users enter and leave, and not with their presence. */
export function useOthersConnectionIds(): Accessor<readonly number[]> {
  return useOthers((others) => others.map(({ connectionId }) => connectionId), shallow);
}

/** A function that sends an event to everyone else in the room. */
export function useBroadcastEvent(): (event: AppRoomEvent, options?: BroadcastOptions) => void {
  const room = useRoom();
  return (event, options) => room.broadcastEvent(event, options);
}

/** Calls the callback with each event that others broadcast in the room. */
export function useEventListener(
  callback: (message: RoomEventMessage<AppPresence, AppUserMeta, AppRoomEvent>) => void,
): void {
  const { events } = useRoom();
  onMount(() => onCleanup(events.customEvent.subscribe(callback)));
}

/** Calls the callback when the connection has been lost for a while, and when it is back or cannot be. */
export function useLostConnectionListener(callback: (event: LostConnectionEvent) => void): void {
  const { events } = useRoom();
  onMount(() => onCleanup(events.lostConnection.subscribe(callback)));
}
