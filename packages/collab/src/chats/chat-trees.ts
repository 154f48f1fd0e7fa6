import type { Answers } from "./answers.ts";
import { readMessages } from "./read-messages.ts";
import type { ChatMessageRecord, ChatOwner, ChatRecord, ChatRecords } from "./chat-records.ts";

/** A chat with all of its messages, in the order of their creation. */
export interface ChatTree {
  readonly chat: ChatRecord;
  readonly messages: readonly ChatMessageRecord[];
}

export interface ChatTrees {
  /**
   * The chat as it is at the moment of the answer, with the content so far of answers in progress: what is published in the
   * same turn or later comes after it. A chat that does not exist is empty.
   */
  read(owner: ChatOwner, chatId: string): Promise<ChatTree>;
}

export function createChatTrees(
  records: Pick<ChatRecords, "find" | "page" | "message">,
  answers: Pick<Answers, "inProgress">,
  now: () => number,
): ChatTrees {
  return {
    async read(owner, chatId) {
      const chat = await records.find(owner, chatId);
      if (chat === undefined) return { chat: { id: chatId, title: "", metadata: {}, createdAt: now() }, messages: [] };
      let messages: readonly ChatMessageRecord[] = await readMessages(records, owner, chatId);
      /** Answers that other processes generate. */
      const elsewhere = new Set<string>();
      for (;;) {
        const settled = messages.filter(
          (message) =>
            message.role === "assistant" &&
            message.status === "generating" &&
            !elsewhere.has(message.id) &&
            answers.inProgress(owner, message.id) === undefined,
        );
        if (settled.length === 0)
          return { chat, messages: messages.map((message) => answers.inProgress(owner, message.id) ?? message) };
        // It has settled since the messages were read, or is not generated here.
        for (const { id } of settled) {
          const again = await records.message(owner, id);
          if (again?.role === "assistant" && again.status === "generating") elsewhere.add(id);
          messages = messages.flatMap((message) =>
            message.id !== id ? [message] : again === undefined ? [] : [again],
          );
        }
      }
    },
  };
}
