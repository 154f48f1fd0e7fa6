import type { AnswerRecord, AnswerRun, ChatMessageRecord, ChatOwner, Lease } from "@weft/collab";
import type { AiAnswerStatus, AiAssistantPart, AiUserPart } from "@weft/protocol";
import type { Selectable } from "kysely";
import { lockChats, shareProject } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";

type MessageRow = Selectable<Tables["chat_messages"]>;

export function toMessage(row: MessageRow): ChatMessageRecord {
  const base = {
    id: row.id,
    chatId: row.chat_id,
    parentId: row.parent_id,
    createdAt: row.created_at,
    ...(row.deleted_at !== null && { deletedAt: row.deleted_at }),
  };
  if (row.role === "user") return { ...base, role: "user", content: JSON.parse(row.content) as AiUserPart[] };
  return {
    ...base,
    role: "assistant",
    status: row.status as AiAnswerStatus,
    content: JSON.parse(row.content) as AiAssistantPart[],
    ...(row.error_reason !== null && { errorReason: row.error_reason }),
    ...(row.copilot_id !== null && { copilotId: row.copilot_id }),
    run: JSON.parse(row.run!) as AnswerRun,
  };
}

export function toMessageRow(
  { project, organizationId, userId }: ChatOwner,
  message: ChatMessageRecord,
  lease: Lease,
): MessageRow {
  const { id, chatId, parentId, role, content, createdAt, deletedAt } = message;
  return {
    project_id: project,
    organization_id: organizationId,
    user_id: userId,
    id,
    chat_id: chatId,
    parent_id: parentId,
    role,
    created_at: createdAt,
    deleted_at: deletedAt ?? null,
    ...(message.role === "assistant"
      ? answerColumns(message, lease)
      : {
          status: null,
          content: JSON.stringify(content),
          error_reason: null,
          copilot_id: null,
          run: null,
          lease_node: null,
          lease_until: null,
          settled_at: null,
        }),
  };
}

/** What changes while an answer is generated, and when it settles. */
export function answerColumns({ status, content, errorReason, copilotId, run }: AnswerRecord, lease: Lease) {
  const generating = status === "generating";
  return {
    status,
    content: JSON.stringify(content),
    error_reason: errorReason ?? null,
    copilot_id: copilotId ?? null,
    run: JSON.stringify(run),
    lease_node: generating ? lease.node : null,
    lease_until: generating ? lease.until : null,
    settled_at: generating ? null : lease.now,
  };
}

/** What a unit holds that creates or deletes chats, or adds messages. */
export const changing = ({ project, userId }: ChatOwner) => [shareProject(project), lockChats(project, userId)];
