import type { NewestChange, Visibility } from "@weft/collab";
import type { CommentEvent, Limits, RoomAddress } from "@weft/protocol";
import { ServerMessageType } from "@weft/protocol";

/**
 * The threads of each room that changed in the last minutes, for connections that enter it. Clients read changes of
 * threads when they are told of them, and otherwise every five minutes; a client whose connection was lost, or whose
 * server restarted, was told of nothing meanwhile.
 *
 *     announced ─► noted ──────────────────────┐
 *     the database, once a room, until         ├─► of(room): one event a thread, the newest threads
 *     `commentsRecentMs` after the start ──────┘
 */
export interface RecentComments {
  noted(room: RoomAddress, event: CommentEvent, visibility: Visibility): void;
  /** Oldest change first. */
  of(room: RoomAddress, reads: readonly Visibility[]): Promise<readonly CommentEvent[]>;
}

export interface RecentCommentsOptions {
  readonly changes: (room: RoomAddress, since: number, limit: number) => Promise<readonly NewestChange[]>;
  readonly now: () => number;
  readonly limits: Pick<Limits, "commentsRecentMs" | "commentsRecentThreads">;
}

interface Recent {
  readonly event: CommentEvent;
  readonly visibility: Visibility;
  readonly at: number;
}

/** Rooms beyond this number are forgotten, the one whose last change is oldest first. */
const roomsKept = 10_000;

export function createRecentComments({ changes, now, limits }: RecentCommentsOptions): RecentComments {
  const { commentsRecentMs, commentsRecentThreads } = limits;
  const startedAt = now();
  /** By room, and by thread: oldest change first. */
  const rooms = new Map<string, Map<string, Recent>>();
  /** What the database says about rooms, until it can say nothing new. */
  const read = new Map<string, Promise<readonly NewestChange[]>>();

  const keyOf = ({ project, room }: RoomAddress) => `${project}\n${room}`;

  function forgetOld(): void {
    const since = now() - commentsRecentMs;
    for (const [key, threads] of rooms) {
      const newest = [...threads.values()].at(-1);
      if (newest !== undefined && newest.at >= since && rooms.size <= roomsKept) return;
      rooms.delete(key);
    }
  }

  async function fromDatabase(key: string, room: RoomAddress): Promise<readonly NewestChange[]> {
    if (now() - startedAt >= commentsRecentMs) {
      read.clear();
      return [];
    }
    let reading = read.get(key);
    if (reading === undefined && read.size < roomsKept) {
      reading = changes(room, startedAt - commentsRecentMs, commentsRecentThreads);
      read.set(key, reading);
      reading.catch(() => read.delete(key));
    }
    return reading ?? [];
  }

  return {
    noted(room, event, visibility) {
      const key = keyOf(room);
      const threads = rooms.get(key) ?? new Map<string, Recent>();
      rooms.delete(key);
      rooms.set(key, threads);
      const { threadId } = event;
      const known = threads.get(threadId)?.event;
      threads.delete(threadId);
      // After this event a client reads the whole thread, also one that it does not have.
      const keeps = known?.type === ServerMessageType.commentCreated && event.type !== ServerMessageType.threadDeleted;
      threads.set(threadId, { event: keeps ? known : event, visibility, at: now() });
      if (threads.size > commentsRecentThreads) threads.delete(threads.keys().next().value!);
      forgetOld();
    },

    async of(room, reads) {
      const key = keyOf(room);
      const since = now() - commentsRecentMs;
      const found = new Map<string, Recent>();
      for (const { id, visibility, commentId, changedAt } of await fromDatabase(key, room)) {
        const event: CommentEvent =
          commentId === undefined
            ? { type: ServerMessageType.threadDeleted, threadId: id }
            : { type: ServerMessageType.commentCreated, threadId: id, commentId };
        found.set(id, { event, visibility, at: changedAt });
      }
      for (const [id, recent] of rooms.get(key) ?? []) {
        const earlier = found.get(id)?.event;
        found.delete(id);
        const keeps =
          earlier?.type === ServerMessageType.commentCreated && recent.event.type !== ServerMessageType.threadDeleted;
        found.set(id, keeps ? { ...recent, event: earlier } : recent);
      }
      return [...found.values()]
        .filter(({ visibility, at }) => at >= since && reads.includes(visibility))
        .slice(-commentsRecentThreads)
        .map(({ event }) => event);
    },
  };
}
