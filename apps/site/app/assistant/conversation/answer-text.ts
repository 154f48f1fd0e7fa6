import type { AiAssistantMessage, AiMessage } from "@weft/protocol";
import { contentOf } from "../chat-client/chat-state.ts";

/** The text of an answer, as it is copied. */
export function answerText(message: AiAssistantMessage): string {
  return contentOf(message)
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n\n");
}

export function questionText(message: AiMessage): string {
  if (message.role !== "user") return "";
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}
