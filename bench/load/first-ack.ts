import { join } from "./member.ts";
import type { Member } from "./member.ts";

export interface FirstAckLoad {
  readonly url: string;
}

export interface FirstAckResult {
  /** From the first byte of the connection to the ack of an op that was sent as soon as Storage was there. */
  readonly wallMs: number;
}

export async function firstAckLoad({ url }: FirstAckLoad): Promise<FirstAckResult> {
  const startedAt = performance.now();
  const acked = Promise.withResolvers<void>();
  // In a busy room, frames arrive before this has noticed that it is in.
  let member: Member | undefined;
  member = await join(
    url,
    (bytes, from, to) => {
      if (member === undefined) return;
      const { actor, socket } = member;
      const frame = bytes.toString("latin1", from, to);
      if (frame.includes(`"opId":"${actor}:0"`)) acked.resolve();
      else if (frame.includes('{"type":211}'))
        socket.send(`[{"type":201,"ops":[{"type":3,"opId":"${actor}:0","id":"root","data":{"back":${actor}}}]}]`);
    },
    acked.reject,
  );
  const { socket } = member;
  socket.send('[{"type":100,"targetActor":-1,"data":{}},{"type":200}]');
  await acked.promise;
  const wallMs = performance.now() - startedAt;
  socket.close();
  return { wallMs };
}
