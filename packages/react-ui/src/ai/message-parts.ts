/** The parts of messages in a chat. */
import type { AiChatMessage, AiUserMessage } from "@weft/client";

export type ShownAnswer = Extract<AiChatMessage, { readonly role: "assistant" }>;
export type ShownUserMessage = Extract<AiChatMessage, { readonly role: "user" }>;
export type FailedMessage = Extract<ShownAnswer, { readonly status: "failed" }>;
type ContentOf<M> = M extends { readonly content: infer C }
  ? C
  : M extends { readonly contentSoFar: infer C }
    ? C
    : never;
export type AnswerPart = ContentOf<ShownAnswer>[number];

/** The reason of answers that the user stopped. It is no failure. */
export const abortedByUser = "Aborted by user";

/** The parts of an answer, finished or not. */
export function partsOf(message: ShownAnswer): readonly AnswerPart[] {
  return message.status === "completed" ? message.content : message.contentSoFar;
}

/** Whether an answer is being written, or waits for a tool. */
export function isOpen(message: ShownAnswer): boolean {
  return message.status === "generating" || message.status === "awaiting-tool";
}

/** Whether an answer has failed, other than that the user stopped it. */
export function hasFailed(message: ShownAnswer): message is FailedMessage {
  return message.status === "failed" && message.errorReason !== abortedByUser;
}

/** The text of a message, as it is copied. */
export function textOf(parts: AiUserMessage["content"] | readonly AnswerPart[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}
