/**
 * Shares members of a Redux store with everyone in a room.
 *
 * @example
 * const store = configureStore({
 *   reducer: { todos, cursor },
 *   enhancers: (defaults) =>
 *     defaults().concat(weftEnhancer({ client, storageMapping: { todos: true }, presenceMapping: { cursor: true } })),
 * });
 * store.dispatch(actions.enterRoom("document-1"));
 */
import { noRoom, StoreBinding } from "@weft/client/bindings";
import type { BoundRoom, Mapping } from "@weft/client/bindings";
import type { AppPresence, AppUserMeta, UserMeta, Client, Status, User } from "@weft/client";
import type { Reducer, StoreEnhancer } from "redux";

export type { Mapping };

/** What a store knows of its room, under `liveblocks`. */
export interface RoomOfStore<P extends object = AppPresence, U extends UserMeta = AppUserMeta> {
  readonly others: readonly User<P, U>[];
  readonly isStorageLoading: boolean;
  readonly status: Status;
}

/** The state of a store with its room under `liveblocks`. */
export type WithWeftState<T, P extends object = AppPresence, U extends UserMeta = AppUserMeta> = T & {
  readonly liveblocks: RoomOfStore<P, U>;
};
export type { WithWeftState as WithLiveblocks, WithWeftState as WithWeft };

const types = {
  enter: "@@WEFT/ENTER_ROOM",
  leave: "@@WEFT/LEAVE_ROOM",
  patch: "@@WEFT/PATCH",
  room: "@@WEFT/ROOM",
} as const;

// Type aliases: an interface is no `UnknownAction`.
/** Enters a room, and leaves the one before. */
export type EnterRoomAction = { readonly type: typeof types.enter; readonly roomId: string };
/** Leaves the room. */
export type LeaveRoomAction = { readonly type: typeof types.leave };

/** Actions that enter and leave a room. */
export const actions = {
  /** Enters a room, and leaves the one before. */
  enterRoom: (roomId: string): EnterRoomAction => ({ type: types.enter, roomId }),
  leaveRoom: (): LeaveRoomAction => ({ type: types.leave }),
};

/** The client, and which members of the state are shared. A member cannot be in both mappings. */
export interface EnhancerOptions<T> {
  readonly client: Client;
  /** Members that are kept in Storage. */
  readonly storageMapping?: Mapping<T>;
  /** Members that are presence. */
  readonly presenceMapping?: Mapping<T>;
}

type State = Readonly<Record<string, unknown>>;
type OwnAction =
  | EnterRoomAction
  | LeaveRoomAction
  | { readonly type: typeof types.patch; readonly members: State }
  | { readonly type: typeof types.room; readonly changed: Partial<RoomOfStore> };

const { others, isStorageLoading, status } = noRoom;
const outside: RoomOfStore = { others, isStorageLoading, status };

/** The reducer of an application, which does not know `liveblocks`, and what the store knows of its room. */
function sharing(reducer: Reducer<State | undefined>): Reducer<State | undefined> {
  return (state, action) => {
    const { liveblocks = outside, ...rest } = state ?? {};
    const own = action as unknown as OwnAction;
    if (own.type === types.patch) return { ...rest, ...own.members, liveblocks };
    if (own.type === types.room) return { ...rest, liveblocks: { ...(liveblocks as RoomOfStore), ...own.changed } };
    const next = reducer(state === undefined ? undefined : rest, action);
    // A state that the store begins with has none yet.
    const isWhole = state !== undefined && Object.hasOwn(state, "liveblocks");
    return isWhole && next === rest ? state : { ...next, liveblocks };
  };
}

/** A room is no plain data, so that it is not in the state: `client.getRoom(id)` has it. */
function withoutRoom(changed: Partial<BoundRoom>): Partial<RoomOfStore> {
  const { room: _room, ...rest } = changed;
  return rest;
}

/** The store enhancer that shares members of a state with everyone in a room. */
export function weftEnhancer<T extends object>(options: EnhancerOptions<T>): StoreEnhancer {
  const { client, storageMapping, presenceMapping } = options;
  const enhancer: StoreEnhancer = (createStore) => (reducer, preloaded) => {
    const store = createStore(sharing(reducer as unknown as Reducer<State | undefined>) as never, preloaded as never);
    const dispatch = store.dispatch as unknown as (action: OwnAction) => unknown;
    const read = () => store.getState() as unknown as T;
    const binding = new StoreBinding<T>({
      client,
      storageMapping,
      presenceMapping,
      read,
      patch: (members) => dispatch({ type: types.patch, members: members }),
      roomChanged: (changed) => dispatch({ type: types.room, changed: withoutRoom(changed) }),
    });
    let known = read();
    store.subscribe(() => {
      const before = known;
      known = read();
      binding.changed(before, known);
    });
    return {
      ...store,
      dispatch: ((action: OwnAction) => {
        if (action.type === types.enter) binding.enterRoom(action.roomId);
        else if (action.type === types.leave) binding.leaveRoom();
        return dispatch(action);
      }) as never,
    } as never;
  };
  return enhancer;
}
export { weftEnhancer as liveblocksEnhancer };
