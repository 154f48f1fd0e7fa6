/** What rooms and clients know, as values that components subscribe to. */
import { WeftError } from "@weft/client";
import type { Json, JsonObject, Observable, Status, SyncStatus } from "@weft/client";
import { historyControlsOf } from "@weft/client/framework";
import type { HistoryControls } from "@weft/client/framework";
import type { AnyClient, AnyMember, AnyRoom } from "./room.ts";
import type { ExternalValue } from "./selection.ts";

export interface RoomValues {
  readonly status: ExternalValue<Status>;
  readonly self: ExternalValue<AnyMember | null>;
  readonly others: ExternalValue<readonly AnyMember[]>;
  readonly myPresence: ExternalValue<JsonObject>;
  readonly canUndo: ExternalValue<boolean>;
  readonly canRedo: ExternalValue<boolean>;
  /** The root of Storage, and its JSON; null until it has been loaded. Whatever subscribes to them has Storage loaded. */
  readonly root: ExternalValue<ReturnType<AnyRoom["getStorageSnapshot"]>>;
  readonly storage: ExternalValue<JsonObject | null>;
  /** The room's history, whose methods may be taken out of it. */
  readonly history: HistoryControls;
}

const valuesOfRoom = new WeakMap<AnyRoom, RoomValues>();
const noOne: readonly AnyMember[] = [];

export function valuesOf(room: AnyRoom): RoomValues {
  let values = valuesOfRoom.get(room);
  if (values === undefined) valuesOfRoom.set(room, (values = createValues(room)));
  return values;
}

function createValues(room: AnyRoom): RoomValues {
  const { events, history } = room;
  const initialPresence = room.getPresence();
  return {
    status: valueOf(
      [events.status],
      () => room.getStatus(),
      () => "initial",
    ),
    self: valueOf(
      [events.self],
      () => room.getSelf(),
      () => null,
    ),
    others: valueOf(
      [events.others],
      () => room.getOthers(),
      () => noOne,
    ),
    myPresence: valueOf(
      [events.myPresence],
      () => room.getPresence(),
      () => initialPresence,
    ),
    canUndo: valueOf(
      [events.history],
      () => history.canUndo(),
      () => false,
    ),
    canRedo: valueOf(
      [events.history],
      () => history.canRedo(),
      () => false,
    ),
    root: valueOf(
      [loading(room), events.storageDidLoad],
      () => room.getStorageSnapshot(),
      () => null,
    ),
    storage: valueOf(
      [loading(room), events.storageDidLoad, events.storageBatch],
      () => jsonOf(room),
      () => null,
    ),
    history: historyControlsOf(history),
  };
}

export function jsonOf(room: AnyRoom): JsonObject | null {
  // The same object until something of it changes (CS4).
  return (room.getStorageSnapshot()?.toJSON() as JsonObject | undefined) ?? null;
}

type Source = Pick<Observable<Json>, "subscribe">;

function valueOf<T>(
  sources: readonly { subscribe(listener: () => void): () => void }[],
  read: () => T,
  readOnServer: () => T,
): ExternalValue<T> {
  return {
    subscribe(changed) {
      let told = read();
      // Events that come together, as those of a frame, are one change.
      const tell = () => {
        const now = read();
        if (Object.is(told, now)) return;
        told = now;
        changed();
      };
      const stops = sources.map((source) => source.subscribe(tell));
      return () => {
        for (const stop of stops) stop();
      };
    },
    read,
    readOnServer,
  };
}

/** Not a source of changes: loads Storage once something listens. */
function loading(room: AnyRoom): Source {
  return {
    subscribe() {
      room.waitUntilStorageReady().catch((error: unknown) => {
        // A refusal is in `events.error`. Otherwise the code could not be loaded. The next component tries again.
        if (!(error instanceof WeftError)) console.error(error);
      });
      return () => {};
    },
  };
}

const syncStatuses = new WeakMap<AnyClient, ExternalValue<SyncStatus>>();

export function syncStatusOf(client: AnyClient): ExternalValue<SyncStatus> {
  let value = syncStatuses.get(client);
  if (value === undefined) {
    value = valueOf(
      [client.events.syncStatus],
      () => client.getSyncStatus(),
      () => "synchronized",
    );
    syncStatuses.set(client, value);
  }
  return value;
}
