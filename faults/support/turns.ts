import type { Limits } from "@weft/protocol";
import { ServerMessageType, ClientMessageType } from "@weft/protocol";
import { startServer } from "@weft/testkit";
import type { RawClient } from "./raw-client.ts";
import { openRawClient } from "./raw-client.ts";

/** A server that continues a large piece of work only when clients elsewhere have been served. */
export async function openTurns(limits: Partial<Limits> = {}) {
  let between: (() => Promise<void>) | undefined;
  let last = Promise.resolve();
  let breaths = 0;
  const server = await startServer({
    limits: {
      bytesBurst: 1e9,
      opsBurst: 1e9,
      messagesBurst: 1e9,
      messagesPerFrame: 1e9,
      frameMessages: 1e9,
      ...limits,
    },
    async yieldToEventLoop() {
      breaths++;
      if (between !== undefined) last = between();
      await last;
    },
  });
  return {
    server,
    /** How often the work let others go first. */
    get breaths() {
      return breaths;
    },
    /** Waits until the last pause has ended. */
    get settled() {
      return last;
    },
    /** From now on they are served at every pause, at most this often. */
    listen(pairs: readonly (readonly [speaker: RawClient, hearer: RawClient])[], times = Infinity) {
      breaths = 0;
      between = async () => {
        const event = breaths;
        if (event >= times) between = undefined;
        for (const [speaker] of pairs) speaker.send({ type: ClientMessageType.broadcastEvent, event });
        for (const [, hearer] of pairs)
          await hearer.hear(
            `event ${event}`,
            (message) => message.type === ServerMessageType.eventBroadcasted && message.event === event,
          );
      };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Two clients in a room. */
export async function openPair(server: { readonly url: string; readonly publicKey: string }, room: string) {
  return [await openRawClient({ ...server, room }), await openRawClient({ ...server, room })] as const;
}
