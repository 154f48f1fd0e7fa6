import type { Kysely } from "kysely";
import type { Dialect } from "../dialect.ts";
import type { Tables } from "../tables.ts";

/**
 * Deletes what the request log holds of calls that named a user: in their path or query, or as a text in the body or the
 * answer. Contents of all calls about threads and attachments go with them: these do not say who wrote a comment, or whose
 * file it is. What the log lists of the calls stays.
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
