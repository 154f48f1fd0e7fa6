/** The hooks of a room, and those of a client. */
import type { HistoryControls } from "@weft/client/framework";
import type {
  AppCommentMetadata,
  AppFeedMessageData,
  AppFeedMetadata,
  AppPresence,
  AppRoomEvent,
  AppStorage,
  AppThreadMetadata,
  AppUserMeta,
  UserMeta,
  BroadcastOptions,
  Client,
  LiveObject,
  LostConnectionEvent,
  OthersEvent,
  Room,
  RoomEventMessage,
  Status,
  SyncStatus,
  ToJson,
  User,
  WeftError,
  WriteStatus,
} from "@weft/client";
import type { Context, ReactElement } from "react";
import type { RoomProviderProps } from "../room-provider.ts";
import type { ChatHooks } from "./chat-hook-types.ts";
import type { InboxHooks, PeopleHooks, ThreadHooks, VersionHooks } from "./collaboration-hook-types.ts";
import type { FeedHooks } from "./feed-hook-types.ts";

export interface PresenceOptions {
  /** Whether the change can be undone. */
  readonly addToHistory: boolean;
}
/** Changes keys of the user's presence. */
export type SetPresence<P extends object> = (patch: Partial<P>, options?: PresenceOptions) => void;

/** What a mutation works with, as it is when the mutation runs. */
export interface MutationContext<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
> {
  readonly storage: LiveObject<S>;
  readonly self: User<P, U>;
  readonly others: readonly User<P, U>[];
  readonly setMyPresence: SetPresence<P>;
}

/**
 * What a mutation answers: what its callback returns, or, while it waits for the room, a promise of that. A callback that returns
 * nothing or a promise looks the same in both cases.
 */
export type MutationResult<R> = R extends void | PromiseLike<unknown> ? R : R | Promise<R>;

/** A callback with its context, and what applications call: the same without the context. */
// Parameters are whatever the callback declares.
// oxlint-disable-next-line typescript/no-explicit-any
export type MutationCallback<P extends object, S extends object, U extends UserMeta> = (
  context: MutationContext<P, S, U>,
  ...args: any[]
) => unknown;
export type BoundMutation<F> = F extends (context: never, ...args: infer A) => infer R
  ? (...args: A) => MutationResult<R>
  : never;

/** How far the latest edits of a `useWrite` have come. `idle`: there were none, or the callback failed. */
export type LatestWriteStatus = WriteStatus | "idle";
export type BoundWrite<F> = F extends (context: never, ...args: infer A) => infer R
  ? (...args: A) => Promise<R>
  : never;

/**
 * Hooks and components of a room that are the same with and without Suspense.
 *
 * @param callback Called with each event. Of a mutation: called with what it edits, and with your arguments.
 * @param deps Values that the callback uses, as for `useCallback`.
 * @param options Options of the hook.
 */
export interface CommonRoomHooks<P extends object, S extends object, U extends UserMeta, E> {
  /** The React context of the room. */
  readonly RoomContext: Context<Room<P, S, U, E> | null>;
  /** Enters a room for as long as it is mounted. With another `id`, it leaves the room and enters the other. */
  readonly RoomProvider: (props: RoomProviderProps<P, S>) => ReactElement;
  /** The room. Throws where there is no RoomProvider around the component, unless that is allowed. */
  readonly useRoom: {
    (options?: { readonly allowOutsideRoom: false }): Room<P, S, U, E>;
    (options: { readonly allowOutsideRoom: boolean }): Room<P, S, U, E> | null;
  };
  /** Whether there is a RoomProvider around the component. */
  readonly useIsInsideRoom: () => boolean;
  /** The status of the connection to the room. */
  readonly useStatus: () => Status;
  /** A function that sends an event to everyone else in the room. */
  readonly useBroadcastEvent: () => (event: E, options?: BroadcastOptions) => void;
  /** Calls the callback with each event that others broadcast in the room. */
  readonly useEventListener: (callback: (message: RoomEventMessage<P, U, E>) => void) => void;
  /** Calls the callback when the connection has been lost for a while, and when it is back or cannot be. */
  readonly useLostConnectionListener: (callback: (event: LostConnectionEvent) => void) => void;
  /** Calls the callback when a user enters, leaves or changes their presence. */
  readonly useOthersListener: (callback: (event: OthersEvent<P, U>) => void) => void;

  /** The user's presence, and a function that changes it. */
  readonly useMyPresence: () => [P, SetPresence<P>];
  /** The function of `useMyPresence` without the presence, so that changes of it do not render the component. */
  readonly useUpdateMyPresence: () => SetPresence<P>;
  /** The others in the room, or what the selector makes of them. */
  readonly useOthers: {
    (): readonly User<P, U>[];
    <T>(selector: (others: readonly User<P, U>[]) => T, isEqual?: (before: T, now: T) => boolean): T;
  };
  /** A part of each of the others, with their connection ids. What is equal to before is the same object as before. */
  readonly useOthersMapped: <T>(
    selector: (other: User<P, U>) => T,
    isEqual?: (before: T, now: T) => boolean,
  ) => readonly (readonly [connectionId: number, data: T])[];
  /** The connection ids of the others. Rendered when users enter and leave, and not when their presence changes. */
  readonly useOthersConnectionIds: () => readonly number[];
  /** A part of one of the others. Throws if there is no such connection. */
  readonly useOther: <T>(
    connectionId: number,
    selector: (other: User<P, U>) => T,
    isEqual?: (before: T, now: T) => boolean,
  ) => T;

  /** The root of Storage in a tuple; null until Storage has been loaded. */
  readonly useStorageRoot: () => [root: LiveObject<S> | null];
  /**
   * A function that edits Storage and presence in one transaction: it is sent and undone as one. It is the same function until a
   * dependency changes.
   *
   * If the callback reads `storage` or `self` before the room has loaded them, it is called again when they are there, and what is
   * called meanwhile is kept in order. So callbacks read them first, best as `({ storage }) => …`.
   *
   * @example
   * const addTodo = useMutation(({ storage }, text: string) => storage.get("todos").push(text), []);
   */
  readonly useMutation: <F extends MutationCallback<P, S, U>>(
    callback: F,
    deps: readonly unknown[],
  ) => BoundMutation<F>;
  /**
   * Like `useMutation`, and says how far the latest edits have come. The promise resolves with what the callback returns once its
   * edits are on the server's disk, and rejects if the callback fails or a part of its edits is refused.
   *
   * @example
   * const [save, status] = useWrite(({ storage }, title: string) => storage.set("title", title), []);
   * return <button disabled={status === "local" || status === "sent"}>Save</button>;
   */
  readonly useWrite: <F extends MutationCallback<P, S, U>>(
    callback: F,
    deps: readonly unknown[],
  ) => [write: BoundWrite<F>, status: LatestWriteStatus];
  /**
   * A function whose promise resolves when everything that was written to Storage before the call is on the server's disk.
   *
   * @example
   * const flushed = useFlushed();
   * const publish = async () => { await flushed(); await fetch("/api/publish", { method: "POST" }); };
   */
  readonly useFlushed: () => () => Promise<void>;

  /** Undo and redo of the room. */
  readonly useHistory: () => HistoryControls;
  /** A function that undoes the user's last edit. */
  readonly useUndo: () => () => void;
  /** A function that redoes the edit that was undone last. */
  readonly useRedo: () => () => void;
  /** Whether there is an edit to undo. */
  readonly useCanUndo: () => boolean;
  /** Whether there is an undone edit to redo. */
  readonly useCanRedo: () => boolean;
}

/**
 * Hooks that answer null until the room has what they select from.
 *
 * @param selector Returns the part that the component needs. The component renders when this part changes.
 * @param isEqual Compares two results of the selector. By default, by identity.
 */
export interface RoomHooks<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
  E = AppRoomEvent,
  TM = AppThreadMetadata,
  CM = AppCommentMetadata,
  FM = AppFeedMetadata,
  FMD = AppFeedMessageData,
>
  extends CommonRoomHooks<P, S, U, E>, ThreadHooks<false, TM, CM>, VersionHooks<false>, FeedHooks<false, FM, FMD> {
  /** The user as others see them, or what the selector makes of that; null until the room has been connected. */
  readonly useSelf: {
    (): User<P, U> | null;
    <T>(selector: (self: User<P, U>) => T, isEqual?: (before: T, now: T) => boolean): T | null;
  };
  /** A part of Storage as JSON; null until Storage has been loaded. What has not changed is the same object as before. */
  readonly useStorage: <T>(
    selector: (root: ToJson<S>) => T,
    isEqual?: (before: T | null, now: T | null) => boolean,
  ) => T | null;
  /** The root of Storage; null until it has been loaded. Its changes do not render the component. */
  readonly useMutableStorage: () => LiveObject<S> | null;
}

/**
 * Hooks that suspend until the room has what they select from, and throw if the room is refused.
 *
 * @param selector Returns the part that the component needs. The component renders when this part changes.
 * @param isEqual Compares two results of the selector. By default, by identity.
 */
export interface SuspendingRoomHooks<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
  E = AppRoomEvent,
  TM = AppThreadMetadata,
  CM = AppCommentMetadata,
  FM = AppFeedMetadata,
  FMD = AppFeedMessageData,
>
  extends CommonRoomHooks<P, S, U, E>, ThreadHooks<true, TM, CM>, VersionHooks<true>, FeedHooks<true, FM, FMD> {
  /** The user as others see them, or what the selector makes of it. */
  readonly useSelf: {
    (): User<P, U>;
    <T>(selector: (self: User<P, U>) => T, isEqual?: (before: T, now: T) => boolean): T;
  };
  /** What the selector makes of Storage, as plain data. Rendered when that changes. */
  readonly useStorage: <T>(selector: (root: ToJson<S>) => T, isEqual?: (before: T, now: T) => boolean) => T;
  /** The root of Storage, to be edited. */
  readonly useMutableStorage: () => LiveObject<S>;
}

/** With `smooth`, "synchronized" is answered a second after everything has been synchronized. */
export interface SyncStatusOptions {
  /** Whether "synchronized" is answered only after a second without anything to send, so that indicators do not flicker. */
  readonly smooth?: boolean;
}

/** Hooks that need no room. `Suspends`: they suspend until what they answer is loaded. */
export interface ClientHooks<
  Suspends extends boolean,
  U extends UserMeta = AppUserMeta,
  TM = AppThreadMetadata,
  CM = AppCommentMetadata,
>
  extends InboxHooks<Suspends, TM, CM>, PeopleHooks<Suspends, U>, ChatHooks<Suspends> {
  /** The client. Throws where there is no WeftProvider around the component. */
  readonly useClient: () => Client<U>;
  /** Calls back with errors of all rooms of the client. */
  readonly useErrorListener: (callback: (error: WeftError) => void) => void;
  /** Whether everything that was written, in all rooms, is on the server's disk. */
  readonly useSyncStatus: (options?: SyncStatusOptions) => SyncStatus;
}
