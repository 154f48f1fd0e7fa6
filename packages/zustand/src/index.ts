/**
 * Shares members of a Zustand store with everyone in a room.
 *
 * @example
 * const useStore = create<WithWeft<State>>()(
 *   weft((set) => ({ todos: [], cursor: null, setCursor: (cursor) => set({ cursor }) }), {
 *     client,
 *     storageMapping: { todos: true },
 *     presenceMapping: { cursor: true },
 *   }),
 * );
 * const leave = useStore.getState().liveblocks.enterRoom("document-1");
 */
import { noRoom, StoreBinding } from "@weft/client/bindings";
import type { Mapping } from "@weft/client/bindings";
import type { UserMeta, Client, Room, Status, User } from "@weft/client";
import type { AppPresence, AppRoomEvent, AppStorage, AppUserMeta } from "@weft/client";
import type { StateCreator, StoreMutatorIdentifier } from "zustand";

export type { Mapping };

/** What a store knows of its room, under `liveblocks`. */
export interface WeftContext<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
  E = AppRoomEvent,
> {
  /** Enters a room, and leaves the one before. Answers a function that leaves it. */
  readonly enterRoom: (roomId: string) => () => void;
  readonly leaveRoom: () => void;
  readonly room: Room<P, S, U, E> | null;
  readonly others: readonly User<P, U>[];
  readonly isStorageLoading: boolean;
  readonly status: Status;
}
export type { WeftContext as LiveblocksContext };

/** The state of a store with its room under `liveblocks`. */
export type WithWeft<
  T,
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
  E = AppRoomEvent,
> = T & { readonly liveblocks: WeftContext<P, S, U, E> };
export type { WithWeft as WithLiveblocks };

/** The client, and which members of the store are shared. A member cannot be in both mappings. */
export interface SharedStoreOptions<T> {
  readonly client: Client;
  /** Members that are kept in Storage. */
  readonly storageMapping?: Mapping<T>;
  /** Members that are presence. */
  readonly presenceMapping?: Mapping<T>;
}

type SharedStore = <
  T,
  Mps extends [StoreMutatorIdentifier, unknown][] = [],
  Mcs extends [StoreMutatorIdentifier, unknown][] = [],
>(
  config: StateCreator<T, Mps, Mcs, Omit<T, "liveblocks">>,
  options: SharedStoreOptions<Omit<T, "liveblocks">>,
) => StateCreator<T, Mps, Mcs, T>;

type AnyState = { readonly liveblocks: WeftContext };
type AnyCreator = StateCreator<AnyState>;

const share = (
  config: StateCreator<AnyState, [], [], object>,
  { client, storageMapping, presenceMapping }: SharedStoreOptions<object>,
): AnyCreator =>
  function createShared(set, get, api) {
    const binding = new StoreBinding<object>({
      client,
      storageMapping,
      presenceMapping,
      read: get,
      patch: (members) => api.setState(members),
      roomChanged: (changed) => api.setState(({ liveblocks: before }) => ({ liveblocks: { ...before, ...changed } })),
    });
    api.subscribe((state, before) => binding.changed(before, state));
    const context = {
      ...noRoom,
      enterRoom: (roomId: string) => binding.enterRoom(roomId),
      leaveRoom: () => binding.leaveRoom(),
    };
    return { ...config(set, get, api), liveblocks: context };
  };

/** The middleware that shares members of a store with everyone in a room. */
export const weft = share as unknown as SharedStore;
export { weft as liveblocks };
