import type { RoomFilter, RoomRecords } from "@weft/collab";
import { sql } from "kysely";
import type { Expression, SqlBool } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { createIndexedList } from "../lists/indexed-list.ts";
import type { IdRange, IndexTable, Match } from "../lists/indexed-list.ts";
import { endOfPrefix } from "../lists/prefix.ts";
import { roomColumns, toRoomRecord } from "./room-row.ts";
import type { RoomRow } from "./room-row.ts";

const position = ["created_at", "id"] as const;
const indexPosition = ["created_at", "room_id"] as const;
const metadataIndex: IndexTable = { table: "room_metadata", key: "room_key", position: indexPosition };
const accessIndex: IndexTable = { table: "room_accesses", key: "room_key", position: indexPosition };

/** Pages of rooms, newest first: by metadata pairs, by the users and groups with an access, by id and organization. */
export function createRoomList(engine: Engine, dialect: Dialect): RoomRecords["list"] {
  const list = createIndexedList<RoomRow>(engine, dialect, {
    table: "rooms",
    key: "key",
    position,
    columns: roomColumns,
  });

  return async (project, filter, { limit, after, lookAt }) => {
    const ids = idRange(filter);
    if (ids === "none") return { rooms: [], next: undefined };
    const { rows, next } = await list(
      {
        scope: { project_id: project },
        matches: matchesOf(filter),
        ids,
        conditions: ownConditions(filter),
      },
      { limit, after: after && [after.createdAt, after.id], lookAt },
    );
    return { rooms: rows.map(toRoomRecord), next: next && { createdAt: next[0], id: String(next[1]) } };
  };
}

/** What a filter asks of the row of a room, which is named `item`. */
export function ownConditions({ organizationId, isPublic }: RoomFilter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (organizationId !== undefined) conditions.push(sql`${sql.ref("item.organization_id")} = ${organizationId}`);
  if (isPublic !== undefined)
    conditions.push(sql`${sql.ref("item.default_accesses")} ${isPublic ? sql`<>` : sql`=`} '[]'`);
  return conditions;
}

/** What a filter asks of the indexes of rooms. */
export function matchesOf(filter: RoomFilter): readonly Match[] {
  const pairs = filter.metadata.map(([key, value]): Match => ({ index: metadataIndex, anyOf: [{ key, value }] }));
  return [...pairs, ...matchOfSubjects(filter)];
}

/** None when the filter names neither users nor groups; an empty list of groups names them, and matches no room. */
function matchOfSubjects({ userId, groupIds }: RoomFilter): readonly Match[] {
  if (userId === undefined && groupIds === undefined) return [];
  const users = userId === undefined ? [] : [{ kind: "user", subject: userId }];
  const groups = Array.from(new Set(groupIds), (subject) => ({ kind: "group", subject }));
  return [{ index: accessIndex, anyOf: [...users, ...groups] }];
}

/** All ids and prefixes must hold, so at most one id, or the longest prefix, is left; `none` when nothing can match. */
export function idRange({ ids, idPrefixes }: RoomFilter): IdRange | undefined | "none" {
  const prefix = [...idPrefixes].sort((a, b) => b.length - a.length)[0] ?? "";
  if (!idPrefixes.every((other) => prefix.startsWith(other))) return "none";
  const [only] = ids;
  if (only !== undefined) return ids.every((other) => other === only) && only.startsWith(prefix) ? { only } : "none";
  return prefix === "" ? undefined : { from: prefix, to: endOfPrefix(prefix) };
}
