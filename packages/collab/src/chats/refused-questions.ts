import { limits as platformLimits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { keyOf } from "./chat-clients.ts";
import type { ChatMessageRecord, ChatOwner } from "./chat-records.ts";

/**
 * Questions that were refused, and what was answered: their users see them, and they are stored nowhere. They are kept in memory
 * for a while, so that a user can ask again, or ask the next question below one of them.
 *
 * The memory has a bound, and each user a share of it: beyond either, the oldest are forgotten.
 */
export interface RefusedQuestions {
  add(owner: ChatOwner, messages: readonly ChatMessageRecord[]): void;
  find(owner: ChatOwner, id: string): ChatMessageRecord | undefined;
  /** They are stored from now on. */
  remove(owner: ChatOwner, ids: readonly string[]): void;
}

export interface RefusedQuestionsOptions {
  readonly now: () => number;
  readonly limits?: Pick<Limits, "refusedQuestionBytes" | "refusedQuestionBytesPerUser" | "refusedQuestionMs">;
}

interface Kept {
  readonly message: ChatMessageRecord;
  readonly bytes: number;
  readonly at: number;
}

interface KeptOfUser {
  readonly messages: Map<string, Kept>;
  bytes: number;
}

/** About what an entry takes beside its content. */
const overhead = 500;

export function createRefusedQuestions({ now, limits = platformLimits }: RefusedQuestionsOptions): RefusedQuestions {
  /** The user who was refused last is the last. */
  const users = new Map<string, KeptOfUser>();
  let total = 0;

  function drop(key: string, user: KeptOfUser, id: string): void {
    const { bytes } = user.messages.get(id)!;
    user.messages.delete(id);
    user.bytes -= bytes;
    total -= bytes;
    if (user.messages.size === 0) users.delete(key);
  }

  function dropOldest(key: string, user: KeptOfUser): void {
    const oldest = user.messages.keys().next();
    if (!oldest.done) drop(key, user, oldest.value);
  }

  return {
    add(owner, messages) {
      const key = keyOf(owner);
      const user = users.get(key) ?? { messages: new Map<string, Kept>(), bytes: 0 };
      for (const message of messages) {
        if (user.messages.has(message.id)) drop(key, user, message.id);
        const bytes = Buffer.byteLength(JSON.stringify(message.content)) + overhead;
        user.messages.set(message.id, { message, bytes, at: now() });
        user.bytes += bytes;
        total += bytes;
      }
      users.delete(key);
      users.set(key, user);
      while (user.bytes > limits.refusedQuestionBytesPerUser) dropOldest(key, user);
      while (total > limits.refusedQuestionBytes) {
        const [first, ofFirst] = users.entries().next().value!;
        dropOldest(first, ofFirst);
      }
    },
    find(owner, id) {
      const found = users.get(keyOf(owner))?.messages.get(id);
      return found === undefined || now() - found.at > limits.refusedQuestionMs ? undefined : found.message;
    },
    remove(owner, ids) {
      const key = keyOf(owner);
      const user = users.get(key);
      for (const id of ids) if (user?.messages.has(id) === true) drop(key, user, id);
    },
  };
}
