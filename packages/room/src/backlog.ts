import type { ClientMessage } from "@weft/protocol";
import type { Link } from "./ports.ts";

/**
 * What a room has taken in and not stored, and the connections that it does not read from because of it (RM31). A disk
 * that takes seconds for a commit would otherwise have the room hold all that its writers send meanwhile. They are not
 * refused: what they send waits in their kernel, and then with them.
 *
 * A connection is stopped when it has sent something that is to be stored, so presence and events of others pass by.
 */
export interface Backlog {
  /** A frame waits for its turn. */
  queued(bytes: number): void;
  /** It waits no longer, or is weighed elsewhere from here on. */
  dequeued(bytes: number): void;
  /** These messages of a connection were taken in: it is stopped if they belong to too much. */
  took(sender: Sender, messages: readonly ClientMessage[]): void;
  /** Reads on from everybody if the room may. */
  readOn(): void;
  left(sender: Sender): void;
}

interface Sender {
  readonly link: Pick<Link, "pause" | "resume">;
}

export interface BacklogOptions {
  readonly limit: number;
  /** Bytes that were decided or said and are not stored. */
  readonly unstored: () => number;
}

export function createBacklog({ limit, unstored }: BacklogOptions): Backlog {
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
      if (queued + unstored() <= limit || messages.every(isShownOnly) || stopped.has(sender)) return;
      stopped.add(sender);
      sender.link.pause();
    },
    readOn() {
      if (stopped.size === 0 || queued + unstored() > limit) return;
      for (const { link } of stopped) link.resume();
      stopped.clear();
    },
    left(sender) {
      stopped.delete(sender);
    },
  };
}

function isShownOnly({ type }: ClientMessage): boolean {
  return type === 100 || type === 103;
}
