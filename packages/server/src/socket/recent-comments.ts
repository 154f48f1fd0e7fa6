import type { NewestChange, Visibility } from "@weft/collab";
import type { CommentEvent, Limits, RoomAddress } from "@weft/protocol";
import { ServerMessageType } from "@weft/protocol";
import { keyOf } from "@weft/room";
import type { Clock } from "@weft/room";

/**
 * The threads of each room that changed in the last minutes, for users who return to it. Clients read changes of threads
 * when they receive an event, and otherwise every five minutes; a client whose connection was lost, or whose server
 * restarted, received none meanwhile. Users who were not there before read the threads anyway, and receive nothing; but
 * a user whom a node of a cluster has not seen may have been there through another one.
 *
 *     announced ─► noted ──────────────────────┐
 *     the database, once a room, until         ├─► entered(room, user): one event a thread, the newest threads
 *     `commentsRecentMs` after the start ──────┘
 */
export interface RecentComments {
  noted(room: RoomAddress, event: CommentEvent, visibility: Visibility): void;
  /**
   * A connection of a user enters the room. Returns what changed while the user may have been away, oldest change
   * first. After a start, every user may have been away.
   */
  entered(room: RoomAddress, user: string, reads: readonly Visibility[]): Promise<readonly CommentEvent[]>;
  /** Changes that were announced by other nodes may not have been noted. The database knows them. */
  missed(): void;
  /** A connection that entered has left. */
  left(room: RoomAddress, user: string): void;
}

export interface RecentCommentsOptions {
  readonly changes: (room: RoomAddress, since: number, limit: number) => Promise<readonly NewestChange[]>;
  /** Whether there are other nodes. */
  readonly isShared?: () => boolean;
  readonly now: () => number;
  readonly limits: Pick<Limits, "commentsRecentMs" | "commentsRecentThreads" | "silentConnectionMs" | "heartbeatMs">;
}

interface Recent {
  readonly event: CommentEvent;
  readonly visibility: Visibility;
  readonly at: number;
}

/** Rooms beyond this number are forgotten, the one whose last change is oldest first. */
const roomsKept = 10_000;
/** Users beyond this number who have left are forgotten, the one who left first is first. */
const usersKept = 100_000;

export function createRecentComments({
  changes,
  isShared = () => false,
  now,
  limits,
}: RecentCommentsOptions): RecentComments {
  const { commentsRecentMs, commentsRecentThreads, silentConnectionMs, heartbeatMs } = limits;
  /** How long a connection may have been lost before that is noticed. */
  const unnoticedMs = silentConnectionMs + heartbeatMs;
  /** Since when all changes are noted. */
  let startedAt = now();
  /** By room, and by thread: oldest change first. */
  const rooms = new Map<string, Map<string, Recent>>();
  /** What the database says about rooms, until it can say nothing new. */
  const read = new Map<string, Promise<readonly NewestChange[]>>();

  /** By room and user: how many connections they have. */
  const here = new Map<string, number>();
  /** By room and user: when the last connection left, in this order. */
  const leftAt = new Map<string, number>();

  function forgetOld(): void {
    const since = now() - commentsRecentMs;
    for (const [key, threads] of rooms) {
      const newest = [...threads.values()].at(-1);
      if (newest !== undefined && newest.at >= since && rooms.size <= roomsKept) return;
      rooms.delete(key);
    }
  }

  /** When the user may have begun to miss events; undefined if they were not in the room lately. */
  function awaySince(visitor: string): number | undefined {
    const earliest = now() - commentsRecentMs;
    if (now() - startedAt < commentsRecentMs) return earliest;
    // A connection that seems to be there may have been lost.
    const left = here.has(visitor) ? now() : leftAt.get(visitor);
    if (left !== undefined && left >= earliest) return Math.max(earliest, left - unnoticedMs);
    return isShared() ? earliest : undefined;
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

    async entered(room, user, reads) {
      const key = keyOf(room);
      const visitor = `${key}\n${user}`;
      const since = awaySince(visitor);
      here.set(visitor, (here.get(visitor) ?? 0) + 1);
      leftAt.delete(visitor);
      if (since === undefined || reads.length === 0) return [];
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

    missed() {
      startedAt = now();
      read.clear();
    },

    left(room, user) {
      const visitor = `${keyOf(room)}\n${user}`;
      const others = (here.get(visitor) ?? 1) - 1;
      if (others > 0) return void here.set(visitor, others);
      here.delete(visitor);
      leftAt.set(visitor, now());
      const earliest = now() - commentsRecentMs;
      for (const [other, at] of leftAt) {
        if (at >= earliest && leftAt.size <= usersKept) return;
        leftAt.delete(other);
      }
    },
  };
}

const gapMs = 250;

/**
 * Sends events one at a time: a client answers each with a call, and a user has one rate of calls for all of their tabs.
 * `send` answers whether there is anyone left to send to.
 */
export function sendInTurn(
  [event, ...others]: readonly CommentEvent[],
  clock: Pick<Clock, "setTimer">,
  send: (event: CommentEvent) => boolean,
): void {
  if (event === undefined || !send(event) || others.length === 0) return;
  clock.setTimer(gapMs, () => sendInTurn(others, clock, send));
}
