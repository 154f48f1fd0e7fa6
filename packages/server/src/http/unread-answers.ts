import type { ServerResponse } from "node:http";
import { finished, Readable } from "node:stream";
import type { Limits } from "@weft/protocol";
import type { FastifyReply } from "fastify";
import { createHeldMemory } from "../held-memory.ts";
import type { HeldMemory, Owner } from "../held-memory.ts";
import { TooManyRequests } from "./rates.ts";
import { encoded } from "./route.ts";

/** What a stream holds of a file or of bytes that all answers share, while it waits for its reader. */
const streamBytes = 64 * 1_024;

/**
 * Whether the operating system has all of an answer, as it has most answers when they have just been sent.
 * `writableFinished` becomes true only later.
 */
export function isHandedOver({ writableEnded, writableLength }: ServerResponse): boolean {
  return writableEnded && writableLength === 0;
}

/** Answers that are being sent. A caller who does not read them holds memory of the server. */
export interface UnreadAnswers extends Disposable {
  /** Throws TOO_MANY_REQUESTS while a caller holds its share of unread answers. */
  check(caller: string): void;
  /** The payload in pieces if it is long, so that it can be seen to be read. */
  prepare(payload: unknown, reply: FastifyReply): unknown;
  /** Counts an answer that its caller did not take at once. `bytes`: what it holds, if its payload does not say so. */
  watch(caller: string, payload: unknown, bytes: number | undefined, reply: FastifyReply): void;
}

export function openUnreadAnswers(
  limits: Pick<Limits, "restUnsent" | "restUnsentPerCaller" | "restUnreadMs">,
  now: () => number,
): UnreadAnswers {
  const { restUnsent: total, restUnsentPerCaller: share, restUnreadMs: stalledMs } = limits;
  const memory: HeldMemory = createHeldMemory({ total, stalledMs, strideBytes: 1 }, now);
  return {
    check(caller) {
      if (memory.heldBy(caller) >= share) throw new TooManyRequests(1_000);
    },

    prepare(payload, reply) {
      const isLong = (typeof payload === "string" || Buffer.isBuffer(payload)) && payload.length > streamBytes;
      if (!isLong) return payload;
      const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
      reply.header("Content-Length", bytes.length);
      reply.request.weft.heldBytes ??= bytes.length;
      return Readable.from(encoded(bytes).pieces, { objectMode: false });
    },

    watch(caller, payload, bytes, { raw }) {
      const { socket } = raw;
      const owner: Owner = { name: caller, share };
      const holding = memory.hold([owner], {
        moved: () => (socket === null ? 0 : (socket.bytesWritten ?? 0) - socket.writableLength),
        end: () => raw.destroy(),
      });
      const own = typeof payload === "string" || Buffer.isBuffer(payload) ? payload.length : streamBytes;
      holding.force(bytes ?? own);
      finished(raw, () => holding[Symbol.dispose]());
    },

    [Symbol.dispose]: () => memory[Symbol.dispose](),
  };
}
