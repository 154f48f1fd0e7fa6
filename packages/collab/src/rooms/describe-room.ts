import type { Permission, RoomId, TextEditor } from "@weft/protocol";
import type { RoomRecord } from "./room-records.ts";
import type { MetadataValue } from "./room-rules.ts";

/** A room as REST shows it. Its objects have no prototype, since users choose their keys. */
export interface RoomDescription {
  readonly type: "room";
  readonly id: RoomId;
  readonly organizationId: string;
  readonly createdAt: string;
  /** Absent until a user has connected. */
  readonly lastConnectionAt?: string;
  readonly metadata: Readonly<Record<string, MetadataValue>>;
  readonly defaultAccesses: readonly Permission[];
  readonly usersAccesses: Readonly<Record<string, readonly Permission[]>>;
  readonly groupsAccesses: Readonly<Record<string, readonly Permission[]>>;
  /** Absent until a text editor was mounted. */
  readonly experimental_textEditor?: TextEditor;
}

/** `connectedAt`: when a connection last entered the room, where that is newer than what is recorded. */
export function describeRoom(room: RoomRecord, connectedAt = 0): RoomDescription {
  const { lastConnectionAt = connectedAt } = room;
  const newest = Math.max(lastConnectionAt, connectedAt);
  return {
    type: "room",
    id: room.id,
    organizationId: room.organizationId,
    createdAt: new Date(room.createdAt).toISOString(),
    ...(newest > 0 && { lastConnectionAt: new Date(newest).toISOString() }),
    metadata: dictionary(room.metadata),
    defaultAccesses: room.defaultAccesses,
    usersAccesses: dictionary(room.usersAccesses),
    groupsAccesses: dictionary(room.groupsAccesses),
    ...(room.textEditor !== undefined && { experimental_textEditor: room.textEditor }),
  };
}

function dictionary<V>(entries: ReadonlyMap<string, V>): Readonly<Record<string, V>> {
  const object: Record<string, V> = Object.create(null);
  for (const [key, value] of entries) object[key] = value;
  return object;
}
