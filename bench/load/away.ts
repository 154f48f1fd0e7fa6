import { firstAckLoad } from "./first-ack.ts";
import { eachOf, join, pause } from "./member.ts";

export interface AwayLoad {
  /** Each client's address, and the one at which it comes back. */
  readonly clients: readonly { readonly url: string; readonly back: string }[];
  /** The process that is sent the signal once all clients are in their rooms. */
  readonly pid: number;
  readonly signal: "SIGTERM" | "SIGKILL";
}

export interface AwayResult {
  /** How long each client was without an answer: from the end of its connection until its next op was acked. Ascending. */
  readonly awayMs: readonly number[];
  /** From the signal until the last client was back. */
  readonly wallMs: number;
}

/** The first and the longest pause before a client connects again, as in the SDK; it doubles in between. */
const firstPauseMs = 250;
const longestPauseMs = 4_000;
const nothing = () => {};

/** A node of a cluster ends, and its clients continue at other ones. */
export async function awayLoad({ clients, pid, signal }: AwayLoad): Promise<AwayResult> {
  const closings = await eachOf(clients, async ({ url }) => {
    const closed = Promise.withResolvers<number>();
    await join(url, nothing, () => closed.resolve(performance.now()));
    return { closed: closed.promise };
  });
  const startedAt = performance.now();
  process.kill(pid, signal);
  const awayMs = await Promise.all(
    closings.map(async ({ closed }, index) => {
      const closedAt = await closed;
      await ackedAt(clients[index]!.back);
      return performance.now() - closedAt;
    }),
  );
  return { awayMs: awayMs.toSorted((one, other) => one - other), wallMs: performance.now() - startedAt };
}

async function ackedAt(url: string): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    await pause(pauseMs);
    try {
      await firstAckLoad({ url });
      return;
    } catch {
      // The room is not on another node yet.
    }
  }
}
