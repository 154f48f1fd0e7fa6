import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Tables } from "../tables/tables.ts";

/** How calls name a room in what the request log holds of them: in their path, or as a text in the body or the answer. */
export interface NamesOfRoom {
  readonly plain: string;
  readonly encoded: string;
  readonly halfEncoded: string;
  readonly quoted: string;
}

export function namesOfRoom(room: string): NamesOfRoom {
  const inPath = (name: string) => `/rooms/${inJson(name)}`;
  return {
    plain: inPath(room),
    encoded: inPath(encodeURIComponent(room.toWellFormed())),
    halfEncoded: inPath(encodeURI(room.toWellFormed())),
    // Contents are JSON, and hold the JSON of a body as a text.
    quoted: inJson(JSON.stringify(room)),
  };
}

/**
 * Deletes what the request log holds of calls that named a room. A room of a common name takes more with it than its own
 * calls, which is the safe side.
 */
export function deleteContentsNaming(db: Kysely<Tables>, { contains }: Dialect, project: string, names: NamesOfRoom) {
  const { plain, encoded, halfEncoded, quoted } = names;
  return db
    .deleteFrom("request_contents")
    .where("project_id", "=", project)
    .where((eb) => eb.or([plain, encoded, halfEncoded, quoted].map((text) => contains(eb.ref("contents"), text))));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
