import type { Kysely } from "kysely";
import { deleteKnowledge } from "../knowledge/knowledge-records.ts";
import type { Tables } from "../tables/tables.ts";

/** Deletes the copilots, chats and knowledge of a project that is deleted. */
export function deleteAssistance(db: Kysely<Tables>, project: string) {
  return [
    db.deleteFrom("chat_messages").where("project_id", "=", project),
    db.deleteFrom("chats").where("project_id", "=", project),
    ...deleteKnowledge(db, project),
    db.deleteFrom("copilot_versions").where("project_id", "=", project),
    db.deleteFrom("copilot_trials").where("project_id", "=", project),
    db.deleteFrom("copilots").where("project_id", "=", project),
  ];
}
