import type { ChatOwner } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Tables } from "../tables/tables.ts";

/** The chats and messages of a user, as queries that their records add to. */
export function chatQueries(db: Kysely<Tables>) {
  const changeChat = (owner: ChatOwner, id: string) =>
    db
      .updateTable("chats")
      .where("project_id", "=", owner.project)
      .where("organization_id", "=", owner.organizationId)
      .where("user_id", "=", owner.userId)
      .where("id", "=", id);
  const messages = (owner: ChatOwner) =>
    db
      .selectFrom("chat_messages")
      .selectAll()
      .where("project_id", "=", owner.project)
      .where("organization_id", "=", owner.organizationId)
      .where("user_id", "=", owner.userId);
  const changeMessage = (owner: ChatOwner, id: string) =>
    db
      .updateTable("chat_messages")
      .where("project_id", "=", owner.project)
      .where("organization_id", "=", owner.organizationId)
      .where("user_id", "=", owner.userId)
      .where("id", "=", id);

  return { changeChat, messages, changeMessage };
}

export type ChatQueries = ReturnType<typeof chatQueries>;
