import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { AnswerFailure, Limits } from "@weft/protocol";
import { FreshCache } from "../fresh-cache.ts";
import type { Quotas } from "../quotas.ts";
import { keyOf } from "./chat-clients.ts";
import type { ChatOwner, ChatRecords } from "./chat-records.ts";

/**
 * The bytes that chats may take: of one chat, of one user, and, with everything else, of a project.
 *
 * The bytes of a user are read at most once a minute, and what is stored in between is added in memory. Answers in progress may
 * exceed the bounds, each by its own bound.
 */
export interface ChatSpace {
  /** Admits bytes that are about to be stored in a chat that holds others; why they may not be stored, if so. */
  admit(owner: ChatOwner, bytes: number, inChat: number): Promise<AnswerFailure | undefined>;
  /** Counts what was stored without being asked for: an answer. */
  stored(owner: ChatOwner, bytes: number): void;
  /** Something was deleted: the next question reads the bytes of the user again. */
  freed(owner: ChatOwner): void;
}

export interface ChatSpaceOptions {
  readonly records: Pick<ChatRecords, "bytes">;
  /** Those of the project. Without them, a project is not bounded. */
  readonly quotas?: Pick<Quotas, "admitBytes">;
  readonly now: () => number;
  readonly limits?: Pick<Limits, "chatBytes" | "chatBytesPerUser">;
}

const freshMs = 60_000;
/** Users whose bytes are remembered; the one that asked last longest ago is forgotten. */
const remembered = 10_000;

export function createChatSpace({ records, quotas, now, limits = platformLimits }: ChatSpaceOptions): ChatSpace {
  const known = new FreshCache<string, { bytes: number }>({ capacity: remembered, freshForMs: freshMs, now });
  const ofUser = (owner: ChatOwner) => known.read(keyOf(owner), async () => ({ bytes: await records.bytes(owner) }));

  return {
    async admit(owner, bytes, inChat) {
      if (inChat + bytes > limits.chatBytes) return "chatFull";
      const used = await ofUser(owner);
      if (used.bytes + bytes > limits.chatBytesPerUser) return "chatsFull";
      try {
        await quotas?.admitBytes(owner.project, bytes);
      } catch (error) {
        if (error instanceof WeftError && error.code === "PROJECT_FULL") return "projectFull";
        throw error;
      }
      used.bytes += bytes;
      return undefined;
    },
    stored(owner, bytes) {
      const found = known.last(keyOf(owner));
      if (found !== undefined) found.bytes += bytes;
      // It is stored in any case: a project that is full refuses the next question.
      void quotas?.admitBytes(owner.project, bytes).catch(() => {});
    },
    freed: (owner) => known.drop(keyOf(owner)),
  };
}
