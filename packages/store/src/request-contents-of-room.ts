import { sql } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Statement } from "./engine.ts";
import { prepare } from "./query.ts";

/**
 * Deletes what the request log holds of calls that named a room: in their path, or as a text in the body or the answer.
 * A room of a common name takes more with it than its own calls, which is the safe side.
 */
export function createRoomContentsEraser({ sql: db }: Dialect): (project: string, room: string) => Statement {
  type Args = { project: string; plain: string; encoded: string; halfEncoded: string; quoted: string };
  const query = prepare<Args>((slot) => {
    const holds = (name: keyof Args) => sql<boolean>`instr(lower(contents), lower(${slot(name)})) > 0`;
    return db
      .deleteFrom("request_contents")
      .where("project_id", "=", slot("project"))
      .where((eb) => eb.or([holds("plain"), holds("encoded"), holds("halfEncoded"), holds("quoted")]));
  });
  return (project, room) => {
    const inPath = (name: string) => `/rooms/${inJson(name)}`;
    return {
      sql: query.sql,
      values: [
        query.bind({
          project,
          plain: inPath(room),
          encoded: inPath(encodeURIComponent(room.toWellFormed())),
          halfEncoded: inPath(encodeURI(room.toWellFormed())),
          // Contents are JSON, and hold the JSON of a body as a text.
          quoted: inJson(JSON.stringify(room)),
        }),
      ],
    };
  };
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
