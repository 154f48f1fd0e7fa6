/** What is read of the threads of one room: pages, changes since an instant, searches. */
import { WeftError } from "@weft/protocol";
import type { RoomAddress } from "@weft/protocol";
import { readCommentQuery, readThreadQuery } from "./thread-query.ts";
import { deletionsByKind } from "./readable-tombstones.ts";
import { askedAt, fits, fitting, headsPerRead, idsOf } from "./thread-pages.ts";
import type { ThreadChanges, ThreadPage, ThreadSearch, ThreadSource } from "./thread-pages.ts";
import type { CommentMatch, OfUser, OldestPlace, ThreadFilter, ThreadHead } from "./thread-records.ts";
import type { Visibility } from "../access/visibility.ts";
import { wordsIn } from "./words-in.ts";

export interface RoomThreadLists {
  /** Every thread that is searched for, oldest first, in pages. INVALID_QUERY. */
  all(room: RoomAddress, search: ThreadSearch): AsyncIterable<readonly ThreadHead[]>;
  /**
   * Oldest first. A page may be short, or empty, before the last one. INVALID_QUERY; UNPROCESSABLE_ENTITY for a cursor that is
   * not of this list.
   */
  page(
    room: RoomAddress,
    userId: string | undefined,
    search: ThreadSearch & { readonly limit: number; readonly cursor?: string },
  ): Promise<ThreadPage>;
  /**
   * Threads that changed since, and what the user has that changed since. The oldest changes: where there are more,
   * `requestedAt` is the instant of the first one that is left out.
   */
  changes(
    room: RoomAddress,
    userId: string | undefined,
    since: number,
    visibilities: readonly Visibility[],
  ): Promise<ThreadChanges>;
  /** Undefined when there is no such thread of these visibilities. */
  one(
    room: RoomAddress,
    userId: string | undefined,
    id: string,
    visibilities: readonly Visibility[],
  ): Promise<(OfUser & { readonly thread: ThreadHead }) | undefined>;
  /** The newest matches first, of the newest comments. INVALID_QUERY. */
  search(room: RoomAddress, text: string, search: Omit<ThreadSearch, "userId">): Promise<readonly CommentMatch[]>;
}

const none: OfUser = { notifications: [], subscriptions: [] };

export function createRoomThreadLists(source: ThreadSource): RoomThreadLists {
  const { records, cursors, limits } = source;
  const lookAt = limits.rowsLookedAt;

  const filterOf = ({ query = "", metadata = new Map(), visibilities, userId }: ThreadSearch): ThreadFilter => {
    const filter = readThreadQuery(query, visibilities, userId);
    const entries = [...metadata].map(([key, value]) => ({ key, operator: ":", value }) as const);
    return { ...filter, metadata: [...filter.metadata, ...entries] };
  };

  /** The oldest changes of a room, as many as one answer holds, and the instant of the first one that is left out. */
  async function changedSince(room: RoomAddress, since: number, visibilities: readonly Visibility[]) {
    const found: (ThreadHead & { readonly changedAt: number })[] = [];
    for (let more = true; more && found.length <= limits.threadChanges && fits(found, limits);) {
      const after = found.at(-1);
      const page = { limit: headsPerRead, ...(after && { after }) };
      const read = await records.changedSince(room, since, visibilities, page);
      more = read.length === headsPerRead;
      found.push(...read);
    }
    const kept = fitting(found.slice(0, limits.threadChanges), limits);
    const upTo = found[kept.length]?.changedAt;
    if (upTo === undefined) return { threads: kept };
    // Changes of one instant stay together: asking again begins at an instant.
    const before = kept.filter(({ changedAt }) => changedAt < upTo);
    const threads = before.length > 0 ? before : found.filter(({ changedAt }) => changedAt === upTo);
    return before.length > 0 ? { threads, upTo } : { threads, upTo: upTo + 1 };
  }

  return {
    async *all(room, search) {
      const filter = filterOf(search);
      for (let after: OldestPlace | undefined; ;) {
        const { threads, next } = await records.list(room, filter, { limit: headsPerRead, after, lookAt });
        if (threads.length > 0) yield threads;
        if (next === undefined) return;
        after = next;
      }
    },

    async page(room, userId, { limit, cursor, ...search }) {
      const requestedAt = askedAt(source);
      const scope = { project: room.project, list: `threads of ${room.room}` };
      const [createdAt, id] = cursor === undefined ? [] : cursors.decode(scope, cursor);
      const after = cursor === undefined ? undefined : { createdAt: Number(createdAt), id: String(id) };
      const filter = filterOf({ ...search, ...(userId !== undefined && { userId }) });
      const { threads: found, next } = await records.list(room, filter, { limit, after, lookAt });
      const threads = fitting(found, limits);
      const last = found.length > threads.length ? threads.at(-1) : next;
      return {
        threads,
        ...(userId === undefined ? none : await records.ofUser(room, userId, idsOf(threads))),
        nextCursor: last === undefined ? null : cursors.encode(scope, [last.createdAt, last.id]),
        requestedAt,
      };
    },

    async changes(room, userId, since, visibilities) {
      const requestedAt = askedAt(source);
      const { threads, upTo = requestedAt } = await changedSince(room, since, visibilities);
      const isReadable = ({ visibility }: { readonly visibility: Visibility }) => visibilities.includes(visibility);
      const own = userId === undefined ? none : await records.ofUser(room, userId, idsOf(threads));
      return {
        threads,
        notifications: withLater(
          own.notifications,
          ({ id }) => id,
          userId === undefined ? [] : records.notificationsOfUserSince(room, userId, since),
          isReadable,
        ),
        subscriptions: withLater(
          own.subscriptions,
          ({ threadId }) => threadId,
          userId === undefined ? [] : records.subscriptionsOfUserSince(room, userId, since),
          isReadable,
        ),
        deleted: deletionsByKind(() => records.deletedSince(room, userId ?? "", since), isReadable),
        // What is being written may be dated a little before it can be read.
        requestedAt: Math.min(upTo, requestedAt),
      };
    },

    async one(room, userId, id, visibilities) {
      const [thread, own] = await Promise.all([
        records.head(room, id),
        userId === undefined ? none : records.ofUser(room, userId, [id]),
      ]);
      return thread === undefined || !visibilities.includes(thread.visibility) ? undefined : { thread, ...own };
    },

    async search(room, text, { query = "", visibilities }) {
      const words = wordsIn(text);
      if (text.length > limits.queryLength)
        throw new WeftError("UNPROCESSABLE_ENTITY", {
          message: `Value at key 'text': must be at most ${limits.queryLength} characters long.`,
        });
      const bounds = { limit: limits.commentSearchResults, lookAt: limits.commentsSearched };
      return records.search(room, { words, ...readCommentQuery(query, visibilities) }, bounds);
    },
  };
}

/** Those that are known, and after them others that a user may read. */
async function* withLater<T, V extends T & { readonly visibility: Visibility }>(
  known: readonly T[],
  keyOf: (one: T) => string,
  later: AsyncIterable<readonly V[]> | readonly [],
  isReadable: (one: V) => boolean,
): AsyncGenerator<readonly T[]> {
  yield known;
  const keys = new Set(known.map(keyOf));
  for await (const page of later) yield page.filter((one) => isReadable(one) && !keys.has(keyOf(one)));
}
