import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Tables } from "../tables/tables.ts";

/**
 * Deletes the contents of logged calls that named a user: in their path or query, or as a text in the body or the
 * answer. Contents of all calls about threads and attachments are deleted too, since these do not say who wrote a
 * comment or uploaded a file. The log entries themselves stay.
 */
export function deleteContentsOfUser(db: Kysely<Tables>, { contains }: Dialect, project: string, userId: string) {
  const encoded = encodeURIComponent(userId.toWellFormed());
  const texts = [
    `/users/${inJson(userId)}`,
    `/users/${encoded}`,
    `/users/${encodeURI(userId.toWellFormed())}`,
    `=${encoded}`,
    // Contents are JSON, and hold the JSON of a body as a text.
    inJson(JSON.stringify(userId)),
    "/threads",
    "/attachments/",
  ];
  return db
    .deleteFrom("request_contents")
    .where("project_id", "=", project)
    .where((eb) => eb.or(texts.map((text) => contains(eb.ref("contents"), text))));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
