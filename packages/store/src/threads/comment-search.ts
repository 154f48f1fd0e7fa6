import type { CommentMatch, ThreadRecords } from "@weft/collab";
import type { RoomAddress } from "@weft/protocol";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import type { SqlValue } from "../database/query.ts";
import { threadConditions } from "./thread-list.ts";

/** Comments whose text one query reads: other reads have their turn in between. */
const commentsPerLook = 500;

type Found = { readonly thread_id: string; readonly id: string; readonly content: string };
type Place = { readonly created_at: number; readonly thread_id: string; readonly id: string };

/**
 * Searches the comments of a room, from the newest on, one look after the other. A look walks the index by age, so that
 * neither it nor the whole search depends on how many comments the room has.
 */
export function createCommentSearch(
  engine: Engine,
  dialect: Dialect,
  keyOf: (room: RoomAddress) => Promise<number | undefined>,
): ThreadRecords["search"] {
  const read = <R extends object>(query: RawBuilder<R>): Promise<readonly R[]> => {
    const { sql: text, parameters } = query.compile(dialect.sql);
    return engine.read<R>(text, parameters as readonly SqlValue[]);
  };

  return async (room, { words, thread, hasAttachments, hasMentions }, { limit, lookAt }) => {
    const { project } = room;
    const key = await keyOf(room);
    if (key === undefined || thread.visibilities.length === 0) return [];
    const text = sql.ref<string>("said.content");
    const conditions = [
      sql<SqlBool>`said.deleted_at is null`,
      ...words.map((word) => dialect.contains(text, word)),
      ...threadConditions(project, key, thread),
    ];
    if (hasAttachments !== undefined) conditions.push(sql`said.attachments ${hasAttachments ? sql`<>` : sql`=`} '[]'`);
    if (hasMentions !== undefined) {
      // Within a text, the quotes would be escaped.
      const mentions = dialect.contains(sql.ref<string>("said.body"), '"type":"mention"');
      conditions.push(hasMentions ? mentions : sql`not ${mentions}`);
    }

    const found: CommentMatch[] = [];
    let after: Place | undefined;
    for (let looked = 0; looked < lookAt; looked += commentsPerLook) {
      const look = Math.min(commentsPerLook, lookAt - looked);
      const newest = sql`select project_id, room_key, created_at, thread_id, id from comments
        where project_id = ${project} and room_key = ${key}
        ${after === undefined ? sql`` : sql`and (created_at, thread_id, id) < (${after.created_at}, ${after.thread_id}, ${after.id})`}
        order by created_at desc, thread_id desc, id desc limit ${look}`;
      const [rows, ends] = await Promise.all([
        read(sql<Found>`select said.thread_id, said.id, said.content from (${newest}) as place
          cross join comments as said cross join threads as item
          where said.project_id = place.project_id and said.room_key = place.room_key
          and said.thread_id = place.thread_id and said.id = place.id
          and item.project_id = place.project_id and item.room_key = place.room_key and item.id = place.thread_id
          and ${sql.join(conditions, sql` and `)}
          order by place.created_at desc, place.thread_id desc, place.id desc limit ${limit - found.length}`),
        // The last comment of a whole look.
        read(sql<Place>`select created_at, thread_id, id from (${newest}) as place
          order by created_at desc, thread_id desc, id desc limit 1 offset ${look - 1}`),
      ]);
      found.push(...rows.map(({ thread_id, id, content }) => ({ threadId: thread_id, commentId: id, content })));
      const [end] = ends;
      if (found.length === limit || end === undefined) break;
      after = end;
    }
    return found;
  };
}
