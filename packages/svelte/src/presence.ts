/** Who is in the room, the connection to it, and events. Call these functions while a component is initialized. */
import type {
  AppPresence,
  AppRoomEvent,
  AppUserMeta,
  BroadcastOptions,
  LostConnectionEvent,
  Observable,
  RoomEventMessage,
  Status,
  User,
} from "@weft/client";
import { shallow } from "@weft/client";
import { selected, valuesOf } from "@weft/client/framework";
import type { Equality, PresenceSetter } from "@weft/client/framework";
import { onMount } from "svelte";
import { getRoom } from "./contexts.ts";
import { storeOf } from "./stores.ts";
import type { ReadableStore, WritableStore } from "./stores.ts";

/** The status of the connection to the room. */
export function status(): ReadableStore<Status> {
  return storeOf(valuesOf(getRoom()).status);
}

/** The user as others see them, or what the selector makes of that; null until the room has been connected. */
export function self(): ReadableStore<User | null>;
export function self<T>(select: (self: User) => T, isEqual?: Equality<T | null>): ReadableStore<T | null>;
export function self(
  select: (self: User) => unknown = (me) => me,
  isEqual?: Equality<unknown>,
): ReadableStore<unknown> {
  const part = (me: User | null) => (me === null ? null : select(me));
  return storeOf(selected<User | null, unknown>(valuesOf(getRoom()).self, part, isEqual));
}

/**
 * The user's presence. Keys that are set to another value are sent.
 *
 * @example
 * const presence = myPresence();
 * $presence.cursor = { x: 1, y: 2 };
 */
export function myPresence(): WritableStore<AppPresence> {
  const room = getRoom();
  // Components may change what they are given, and set it: they are given copies.
  const { subscribe } = storeOf(selected(valuesOf(room).presence, (presence) => ({ ...presence })));
  const set = (value: AppPresence) => {
    const before = room.getPresence();
    const differing = Object.entries(value).filter(([key, now]) => !Object.is(before[key as keyof AppPresence], now));
    if (differing.length > 0) room.updatePresence(Object.fromEntries(differing));
  };
  return { subscribe, set, update: (change) => set(change({ ...room.getPresence() })) };
}

/** A function that changes keys of the user's presence, and may record the change in the history. */
export function updateMyPresence(): PresenceSetter {
  const room = getRoom();
  return (patch, options) => room.updatePresence(patch, options);
}

/** The others in the room, or what the selector makes of them. */
export function others(): ReadableStore<readonly User[]>;
export function others<T>(select: (others: readonly User[]) => T, isEqual?: Equality<T>): ReadableStore<T>;
export function others(
  select: (others: readonly User[]) => unknown = (users) => users,
  isEqual?: Equality<unknown>,
): ReadableStore<unknown> {
  return storeOf(selected(valuesOf(getRoom()).others, select, isEqual));
}

/** A part of one of the others; undefined if they are not in the room. */
export function other<T>(
  connectionId: number,
  select: (other: User) => T,
  isEqual?: Equality<T | undefined>,
): ReadableStore<T | undefined> {
  const find = (users: readonly User[]) => {
    const user = users.find((each) => each.connectionId === connectionId);
    return user === undefined ? undefined : select(user);
  };
  return storeOf(selected(valuesOf(getRoom()).others, find, isEqual));
}

/** The connection ids of the others. They change when users enter and leave, and not with their presence. */
export function othersConnectionIds(): ReadableStore<readonly number[]> {
  return others((users) => users.map(({ connectionId }) => connectionId), shallow);
}

/** A function that sends an event to everyone else in the room. */
export function broadcastEvent(): (event: AppRoomEvent, options?: BroadcastOptions) => void {
  const room = getRoom();
  return (event, options) => room.broadcastEvent(event, options);
}

/** Calls the callback with each event that others broadcast in the room. */
export function onRoomEvent(
  callback: (message: RoomEventMessage<AppPresence, AppUserMeta, AppRoomEvent>) => void,
): void {
  listen(getRoom().events.customEvent, callback);
}

/** Calls the callback when the connection has been lost for a while, and when it is back or cannot be. */
export function onLostConnection(callback: (event: LostConnectionEvent) => void): void {
  listen(getRoom().events.lostConnection, callback);
}

function listen<T>(source: Observable<T>, callback: (value: T) => void): void {
  onMount(() => source.subscribe(callback));
}
