import type { ChatMessageRecord, ChatOwner, ChatRecords } from "./chat-records.ts";

/** Bytes of messages that are read, and parsed, at once. */
const pageBytes = 256 * 1_024;

/** Every message of a chat, deleted ones included, in the order of `createdAt`. Other work runs between its pages. */
export async function readMessages(
  records: Pick<ChatRecords, "page">,
  owner: ChatOwner,
  chatId: string,
): Promise<ChatMessageRecord[]> {
  const messages: ChatMessageRecord[] = [];
  for (let after = 0; ;) {
    const page = await records.page(owner, chatId, { after, bytes: pageBytes });
    const last = page.at(-1);
    if (last === undefined) return messages;
    messages.push(...page);
    after = last.createdAt;
  }
}

/** The first messages of a chat. */
export function readFirstMessages(
  records: Pick<ChatRecords, "page">,
  owner: ChatOwner,
  chatId: string,
): Promise<readonly ChatMessageRecord[]> {
  return records.page(owner, chatId, { after: 0, bytes: pageBytes });
}
