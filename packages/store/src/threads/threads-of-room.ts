import type { NewestChange, ThreadRecords, Visibility } from "@weft/collab";
import type { RoomAddress, RoomId } from "@weft/protocol";
import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { comesAfter } from "../lists/keyset.ts";
import type { Position } from "../lists/keyset.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import { createProjectThreadList } from "./project-thread-list.ts";
import { createCommentSearch } from "./comment-search.ts";
import { createContentsTest } from "./contents-test.ts";
import { createReadNamed } from "./thread-reads.ts";
import { createThreadList } from "./thread-list.ts";
import { threadColumns, toHead } from "./thread-rows.ts";
import type { Tables } from "../tables/tables.ts";

const placeOf = ([createdAt, id]: Position) => ({ createdAt, id: String(id) });

/** Lists threads of a room and of a project. */
export function createThreadLists(
  engine: Engine,
  db: Kysely<Tables>,
  dialect: Dialect,
): Pick<ThreadRecords, "list" | "listOfProject" | "withContents" | "newestOfRoom" | "count" | "search"> {
  const list = createThreadList(engine, dialect);
  const newestOfRoom = createThreadList(engine, dialect, "newestFirst");
  const listOfProject = createProjectThreadList(engine, dialect);
  const keyOf = async ({ project, room }: RoomAddress) => (await keyOfRoom(db, project, room).executeTakeFirst())?.key;

  return {
    async list(room, filter, page) {
      const key = await keyOf(room);
      if (key === undefined) return { threads: [], next: undefined };
      const { rows, next } = await list(room.project, key, filter, page);
      return { threads: rows.map((row) => toHead(row, room.room)), next: next && placeOf(next) };
    },

    async listOfProject({ project }, filter, page) {
      const { rows, next } = await listOfProject(project, filter, page);
      const keys = [...new Set(rows.map(({ room_key }) => room_key))];
      const rooms =
        keys.length === 0
          ? []
          : await db
              .selectFrom("rooms")
              .select(["key", "id"])
              .where("project_id", "=", project)
              .where("key", "in", keys)
              .execute();
      const idOf = new Map(rooms.map(({ key, id }) => [key, id]));
      // The threads of a room that was deleted are erased a little later than the room.
      const there = rows.filter(({ room_key }) => idOf.has(room_key));
      return {
        threads: there.map((row) => toHead(row, idOf.get(row.room_key)! as RoomId)),
        places: there.map(({ created_at, key }) => [created_at, key] as const),
        next,
      };
    },

    async newestOfRoom(room, filter, { after, ...page }) {
      const key = await keyOf(room);
      if (key === undefined) return { threads: [], places: [], next: undefined };
      const { rows, next } = await newestOfRoom(room.project, key, filter, { ...page, after: after && placeOf(after) });
      return {
        threads: rows.map((row) => toHead(row, room.room)),
        places: rows.map(({ created_at, id }) => [created_at, id] as const),
        next,
      };
    },

    async count({ project, room }) {
      const row = await db
        .selectFrom("threads")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room))
        .executeTakeFirst();
      return row?.count ?? 0;
    },

    withContents: createContentsTest(createReadNamed(engine, dialect), dialect),

    search: createCommentSearch(engine, dialect, keyOf),
  };
}

/** Lists the threads of a room that have changed. */
export function createThreadChanges(db: Kysely<Tables>): Pick<ThreadRecords, "changedSince" | "newestChanges"> {
  const rowsIn = ({ project, room }: RoomAddress) =>
    db
      .selectFrom("threads")
      .select([...threadColumns])
      .select((eb) => eb.val(room as string).as("room"))
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room));

  return {
    async changedSince(room, since, visibilities, { limit, after }) {
      if (visibilities.length === 0) return [];
      const rows = await rowsIn(room)
        .select("changed_at")
        .where("changed_at", ">=", since)
        .where("visibility", "in", [...visibilities])
        .$if(after !== undefined, (query) =>
          query.where(comesAfter(["changed_at", "id"], [after!.changedAt, after!.id], "oldestFirst")),
        )
        .orderBy("changed_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toHead(row, room.room), changedAt: row.changed_at }));
    },

    async newestChanges(room, since, limit) {
      const { project } = room;
      const key = keyOfRoom(db, project, room.room);
      const [changed, deleted] = await Promise.all([
        db
          .selectFrom("threads")
          .select((eb) => [
            "id",
            "visibility",
            "changed_at",
            eb
              .selectFrom("comments")
              .select("comments.id")
              .whereRef("comments.project_id", "=", "threads.project_id")
              .whereRef("comments.room_key", "=", "threads.room_key")
              .whereRef("comments.thread_id", "=", "threads.id")
              .orderBy("comments.created_at", "desc")
              .orderBy("comments.id", "desc")
              .limit(1)
              .as("comment"),
          ])
          .where("project_id", "=", project)
          .where("room_key", "=", key)
          .where("changed_at", ">=", since)
          .orderBy("changed_at", "desc")
          .limit(limit)
          .execute(),
        db
          .selectFrom("tombstones")
          .select(["id", "visibility", "deleted_at"])
          .where("project_id", "=", project)
          .where("room_key", "=", key)
          .where("user_id", "=", "")
          .where("kind", "=", "thread")
          .where("deleted_at", ">=", since)
          .where("organization_id", "is", null)
          .orderBy("deleted_at", "desc")
          .limit(limit)
          .execute(),
      ]);
      const changes: NewestChange[] = [];
      for (const { id, visibility, changed_at: changedAt, comment } of changed)
        if (comment !== null) changes.push({ id, visibility: visibility as Visibility, commentId: comment, changedAt });
      for (const { id, visibility, deleted_at: changedAt } of deleted)
        if (visibility !== null) changes.push({ id, visibility: visibility as Visibility, changedAt });
      return changes.toSorted((one, other) => one.changedAt - other.changedAt).slice(-limit);
    },
  };
}
