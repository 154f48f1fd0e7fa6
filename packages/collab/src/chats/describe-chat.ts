import type { AiAssistantMessage, AiChat, AiMessage, AiUserMessage } from "@weft/protocol";
import type { AnswerRecord, ChatMessageRecord, ChatRecord, UserMessageRecord } from "./chat-records.ts";

const instant = (at: number) => new Date(at).toISOString();

/** A chat as clients see it. */
export function describeChat({ id, title, metadata, createdAt, lastMessageAt }: ChatRecord): AiChat {
  return {
    id,
    title,
    metadata,
    createdAt: instant(createdAt),
    ...(lastMessageAt !== undefined && { lastMessageAt: instant(lastMessageAt) }),
  };
}

/** A message as clients see it: an answer without what its continuation needs. */
export function describeMessage(message: ChatMessageRecord): AiMessage {
  return message.role === "user" ? describeUserMessage(message) : describeAnswer(message);
}

export function describeUserMessage(message: UserMessageRecord): AiUserMessage {
  return { ...baseOf(message), role: "user", content: [...message.content] };
}

export function describeAnswer(answer: AnswerRecord): AiAssistantMessage {
  const { copilotId, status, content, errorReason = "" } = answer;
  const base = { ...baseOf(answer), role: "assistant", ...(copilotId !== undefined && { copilotId }) } as const;
  const parts = [...content];
  switch (status) {
    case "completed":
      return { ...base, status, content: parts };
    case "failed":
      return { ...base, status, contentSoFar: parts, errorReason };
    case "generating":
    case "awaiting-tool":
      return { ...base, status, contentSoFar: parts };
  }
}

function baseOf({ id, chatId, parentId, createdAt, deletedAt }: ChatMessageRecord) {
  return {
    id,
    chatId,
    parentId,
    createdAt: instant(createdAt),
    ...(deletedAt !== undefined && { deletedAt: instant(deletedAt) }),
  };
}
