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
import { onScopeDispose, toValue } from "vue";
import type { ComputedRef, MaybeRefOrGetter } from "vue";
import { beforeMount } from "./before-mount.ts";
import { observedRef } from "./observed-ref.ts";
import { useRoom } from "./providers.ts";

/** The status of the connection to the room. */
export function useStatus(): ComputedRef<Status> {
  const { status } = valuesOf(useRoom());
  return observedRef(() => status);
}

/** The user as others see them, or what the selector makes of that; null until the room has been connected. */
export function useSelf(): ComputedRef<User | null>;
export function useSelf<T>(select: (self: User) => T, isEqual?: Equality<T | null>): ComputedRef<T | null>;
export function useSelf(
  select: (self: User) => unknown = (self) => self,
  isEqual?: Equality<unknown>,
): ComputedRef<unknown> {
  const { self } = valuesOf(useRoom());
  return observedRef<User | null, unknown>(
    () => self,
    (me) => (me === null ? null : select(me)),
    isEqual,
  );
}

/** The user's presence, and a function that changes it. */
export function useMyPresence(): [presence: ComputedRef<AppPresence>, update: PresenceSetter] {
  const { presence } = valuesOf(useRoom());
  return [observedRef(() => presence), useUpdateMyPresence()];
}

/** A function that changes keys of the user's presence. */
export function useUpdateMyPresence(): PresenceSetter {
  const room = useRoom();
  return (patch, options) => room.updatePresence(patch, options);
}

/** The others in the room, or what the selector makes of them. */
export function useOthers(): ComputedRef<readonly User[]>;
export function useOthers<T>(select: (others: readonly User[]) => T, isEqual?: Equality<T>): ComputedRef<T>;
export function useOthers(
  select?: (others: readonly User[]) => unknown,
  isEqual?: Equality<unknown>,
): ComputedRef<unknown> {
  const { others } = valuesOf(useRoom());
  return observedRef<readonly User[], unknown>(() => others, select, isEqual);
}

/** A part of one of the others; undefined if they are not in the room. */
export function useOther<T>(
  connectionId: MaybeRefOrGetter<number>,
  select: (other: User) => T,
  isEqual?: Equality<T | undefined>,
): ComputedRef<T | undefined> {
  const { others } = valuesOf(useRoom());
  const find = (users: readonly User[]) => {
    const id = toValue(connectionId);
    const other = users.find((user) => user.connectionId === id);
    return other === undefined ? undefined : select(other);
  };
  return observedRef(() => others, find, isEqual);
}

/** The connection ids of the others. They change when users enter and leave, and not with their presence. */
export function useOthersConnectionIds(): ComputedRef<readonly number[]> {
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
  beforeMount(() => onScopeDispose(events.customEvent.subscribe(callback)));
}

/** Calls the callback when the connection has been lost for a while, and when it is back or cannot be. */
export function useLostConnectionListener(callback: (event: LostConnectionEvent) => void): void {
  const { events } = useRoom();
  beforeMount(() => onScopeDispose(events.lostConnection.subscribe(callback)));
}
