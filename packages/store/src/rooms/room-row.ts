import type { NewRoomRecord, RoomRecord } from "@weft/collab";
import type { Permission, RoomId, TextEditor } from "@weft/protocol";
import type { Selectable } from "kysely";
import type { Tables } from "../tables/tables.ts";

/** A room's row as queries of this package read it. */
export type RoomRow = Omit<Selectable<Tables["rooms"]>, "project_id" | "key">;

export const roomColumns = [
  "id",
  "organization_id",
  "created_at",
  "last_connection_at",
  "metadata",
  "default_accesses",
  "users_accesses",
  "groups_accesses",
  "text_editor",
  "revision",
] as const satisfies readonly (keyof RoomRow)[];

/** The columns that an update may change. */
export type RoomColumns = Pick<
  RoomRow,
  "organization_id" | "metadata" | "default_accesses" | "users_accesses" | "groups_accesses" | "text_editor"
>;

export function toColumns(room: NewRoomRecord): RoomColumns {
  return {
    organization_id: room.organizationId,
    metadata: JSON.stringify([...room.metadata]),
    default_accesses: JSON.stringify(room.defaultAccesses),
    users_accesses: JSON.stringify([...room.usersAccesses]),
    groups_accesses: JSON.stringify([...room.groupsAccesses]),
    text_editor: room.textEditor === undefined ? null : JSON.stringify(room.textEditor),
  };
}

/** How much text a row holds beside its ids. */
export function textLength(row: RoomColumns): number {
  const { metadata, default_accesses, users_accesses, groups_accesses } = row;
  return metadata.length + default_accesses.length + users_accesses.length + groups_accesses.length;
}

export function toRoomRecord(row: RoomRow): RoomRecord {
  return {
    id: row.id as RoomId,
    organizationId: row.organization_id,
    createdAt: row.created_at,
    lastConnectionAt: row.last_connection_at ?? undefined,
    metadata: new Map(JSON.parse(row.metadata) as [string, string | string[]][]),
    defaultAccesses: JSON.parse(row.default_accesses) as Permission[],
    usersAccesses: new Map(JSON.parse(row.users_accesses) as [string, Permission[]][]),
    groupsAccesses: new Map(JSON.parse(row.groups_accesses) as [string, Permission[]][]),
    ...(row.text_editor !== null && { textEditor: JSON.parse(row.text_editor) as TextEditor }),
    revision: row.revision,
  };
}
