import type { RoomMessage } from "@weft/protocol";
import { ClientMessageType } from "@weft/protocol";
import type { LiveConnection } from "./connection.ts";
import type { Gate } from "./gate.ts";

/**
 * Back-pressure: the bytes that a room has received and not yet stored, and the connections that are paused because of
 * them (RM31). Otherwise, during a commit that takes seconds, the room would buffer everything that its writers send.
 * Their messages are not refused: they wait in the sockets, and then in the clients.
 *
 * Only connections that send changes are paused. Presence and events of the others are not affected.
 */
export interface Backlog {
  /** A frame waits for its turn. */
  queued(bytes: number): void;
  /** It no longer waits, or is counted elsewhere. */
  dequeued(bytes: number): void;
  /** These messages were received: pauses their sender if the room is over the limit. */
  took(sender: Sender, messages: readonly RoomMessage[]): void;
  /** Resumes all paused connections if the room is under the limit. */
  readOn(): void;
  left(sender: Sender): void;
}

type Sender = Pick<LiveConnection, "pause" | "resume">;

export interface BacklogOptions {
  readonly limit: number;
  /** Decided changes, and messages held behind them, that are not stored. */
  readonly gate: Pick<Gate<unknown>, "bytes">;
}

export function createBacklog({ limit, gate }: BacklogOptions): Backlog {
  const stopped = new Set<Sender>();
  let queued = 0;

  return {
    queued(bytes) {
      queued += bytes;
    },
    dequeued(bytes) {
      queued -= bytes;
    },
    took(sender, messages) {
      if (queued + gate.bytes <= limit || messages.every(isShownOnly) || stopped.has(sender)) return;
      stopped.add(sender);
      sender.pause();
    },
    readOn() {
      if (stopped.size === 0 || queued + gate.bytes > limit) return;
      for (const sender of stopped) sender.resume();
      stopped.clear();
    },
    left(sender) {
      stopped.delete(sender);
    },
  };
}

function isShownOnly({ type }: RoomMessage): boolean {
  return type === ClientMessageType.updatePresence || type === ClientMessageType.broadcastEvent;
}
