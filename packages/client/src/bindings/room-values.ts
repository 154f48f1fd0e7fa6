/** What rooms and clients know, as values that user interfaces subscribe to. */
import type { AppPresence, AppStorage, AppUserMeta, UserMeta } from "../app-types.ts";
import type { Status } from "../connection/states.ts";
import { ClientError } from "../error.ts";
import type { PresentUser } from "../presence/others.ts";
import type { RoomApi, RoomHistory } from "../room/room-api.ts";
import type { ToJson } from "../storage/live/lson.ts";
import type { LiveObject } from "../storage/live/structures.ts";
import type { SyncStatus } from "../sync-status.ts";
import { observed } from "./observed-value.ts";
import type { ObservedValue } from "./observed-value.ts";

/** Undo and redo of a room. The functions may be taken out of the object. */
export interface HistoryControls {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  /** Forgets everything. */
  readonly clear: () => void;
  /** Until `resume`, all edits are one entry. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Edits inside are not recorded. */
  readonly disable: <T>(run: () => T) => T;
}

/** The history of a room, whose functions may be taken out of it. */
export function historyControlsOf(history: RoomHistory): HistoryControls {
  return {
    undo: () => history.undo(),
    redo: () => history.redo(),
    canUndo: () => history.canUndo(),
    canRedo: () => history.canRedo(),
    clear: () => history.clear(),
    pause: () => history.pause(),
    resume: () => history.resume(),
    disable: (run) => history.disable(run),
  };
}

/** What is known in a room. */
export interface ValuesOfRoom<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
> {
  readonly status: ObservedValue<Status>;
  /** Null until the room has been connected. */
  readonly self: ObservedValue<PresentUser<P, U> | null>;
  readonly others: ObservedValue<readonly PresentUser<P, U>[]>;
  readonly presence: ObservedValue<P>;
  readonly canUndo: ObservedValue<boolean>;
  readonly canRedo: ObservedValue<boolean>;
  /** The root of Storage; null until it has been loaded. A subscription loads Storage. */
  readonly root: ObservedValue<LiveObject<S> | null>;
  /** Storage as JSON; null until it has been loaded. A subscription loads Storage. */
  readonly storage: ObservedValue<ToJson<S> | null>;
  readonly history: HistoryControls;
}

const valuesOfRoom = new WeakMap<object, unknown>();

/** The values of a room. */
export function valuesOf<P extends object, S extends object, U extends UserMeta, E>(
  room: RoomApi<P, S, U, E>,
): ValuesOfRoom<P, S, U> {
  let values = valuesOfRoom.get(room) as ValuesOfRoom<P, S, U> | undefined;
  if (values === undefined) valuesOfRoom.set(room, (values = createValues(room)));
  return values;
}

function createValues<P extends object, S extends object, U extends UserMeta, E>(
  room: RoomApi<P, S, U, E>,
): ValuesOfRoom<P, S, U> {
  const { events, history } = room;
  const load = { subscribe: () => loadStorage(room) };
  const loaded = [load, events.storageDidLoad];
  return {
    status: observed([events.status], () => room.getStatus()),
    self: observed([events.self], () => room.getSelf()),
    others: observed([events.others], () => room.getOthers()),
    presence: observed([events.myPresence], () => room.getPresence()),
    canUndo: observed([events.history], () => history.canUndo()),
    canRedo: observed([events.history], () => history.canRedo()),
    root: observed(loaded, () => room.getStorageSnapshot()),
    // The same object until something of it changes (CS4).
    storage: observed(
      [...loaded, events.storageBatch],
      () => (room.getStorageSnapshot()?.toJSON() ?? null) as ToJson<S> | null,
    ),
    history: historyControlsOf(history),
  };
}

/** A refusal is in `events.error`. Otherwise the code could not be loaded, and the next subscription tries again. */
function loadStorage(room: { waitUntilStorageReady(): Promise<void> }): () => void {
  room.waitUntilStorageReady().catch((error: unknown) => {
    if (!(error instanceof ClientError)) console.error(error);
  });
  return () => {};
}

interface WithSyncStatus {
  getSyncStatus(): SyncStatus;
  readonly events: { readonly syncStatus: { subscribe(listener: () => void): () => void } };
}

/** Whether everything that was written, in all rooms of the client, is on the server's disk. */
export function syncStatusOf(client: WithSyncStatus): ObservedValue<SyncStatus> {
  return observed([client.events.syncStatus], () => client.getSyncStatus());
}
