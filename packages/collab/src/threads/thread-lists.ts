/**
 * What is read of threads: pages, changes since an instant, searches, and what a user has of them.
 *
 *   list ─► heads by index ─► cut by rows and bytes ─► comments of these, read while the answer is sent
 *
 * A list answers threads without their comments; `contents` reads these in parts. Neither holds more than a few parts in
 * memory, whatever the threads hold.
 */
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import type { InboxRecord, Tombstone } from "../notifications/inbox-records.ts";
import { readCommentQuery, readThreadQuery } from "../query/thread-query.ts";
import { deletionsByKind } from "./readable-tombstones.ts";
import type { MayRead } from "./readable-tombstones.ts";
import type {
  CommentMatch,
  OfUser,
  SubscriptionRecord,
  ThreadFilter,
  ThreadHead,
  ThreadPart,
  ThreadRecord,
  ThreadRecords,
} from "./thread-records.ts";
import type { Visibility } from "./visibility.ts";

/** Which threads of a room, as the caller wrote it. */
export interface ThreadSearch {
  readonly visibilities: readonly Visibility[];
  /** The filter language. */
  readonly query?: string;
  /** Further entries that the threads have; null for an entry that they do not have. */
  readonly metadata?: ReadonlyMap<string, string | number | boolean | null>;
  /** Whom `subscribed` in the query is about. */
  readonly userId?: string;
}

/** Threads, with what the user has of them. */
export interface ThreadPage extends OfUser {
  /** Fewer than asked for where they hold many bytes. */
  readonly threads: readonly ThreadHead[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Before anything was read. Asking for changes since then misses none. */
  readonly requestedAt: number;
}

/** What has changed since an instant. What may be long is read while the answer is sent, in pages. */
export interface ThreadChanges {
  readonly threads: readonly ThreadHead[];
  readonly notifications: AsyncIterable<readonly InboxRecord[]>;
  readonly subscriptions: AsyncIterable<readonly SubscriptionRecord[]>;
  /** Of one kind. */
  readonly deleted: (kind: Tombstone["kind"]) => AsyncIterable<readonly Tombstone[]>;
  readonly requestedAt: number;
}

export interface ThreadLists {
  /** Every thread that is searched for, oldest first, in pages. INVALID_QUERY. */
  all(room: RoomAddress, search: ThreadSearch): AsyncIterable<readonly ThreadHead[]>;
  /** Oldest first. INVALID_QUERY; UNPROCESSABLE_ENTITY for a cursor that is not of this list. */
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
  /** The comments of threads of one project, thread after thread, in parts. */
  contents(project: ProjectId, threads: readonly ThreadHead[]): AsyncIterable<ThreadPart>;
  /** The newest matches first, of the newest comments. INVALID_QUERY. */
  search(room: RoomAddress, text: string, search: Omit<ThreadSearch, "userId">): Promise<readonly CommentMatch[]>;
  /**
   * Threads of any room of the project that concern the user, most recently updated first; `mayRead` leaves others out. A
   * page may be short, or empty, before the last one.
   */
  pageOfUser(
    project: ProjectId,
    userId: string,
    search: {
      readonly query?: string;
      readonly limit: number;
      readonly cursor?: string;
      readonly mayRead: MayRead;
    },
  ): Promise<ThreadPage>;
  /**
   * Threads of the project, or of one of its rooms, newest first, for those who may read them all. A page may be short, or
   * empty, before the last one. INVALID_QUERY; UNPROCESSABLE_ENTITY for a cursor that is not of this list.
   */
  newest(
    project: ProjectId,
    search: {
      readonly room?: RoomId | undefined;
      readonly query?: string | undefined;
      readonly limit: number;
      readonly cursor?: string | undefined;
    },
  ): Promise<Pick<ThreadPage, "threads" | "nextCursor">>;
  /** The newest changes, newest first. */
  changesOfUser(project: ProjectId, userId: string, since: number, mayRead: MayRead): Promise<ThreadChanges>;
}

export interface ThreadListsOptions {
  readonly records: ThreadRecords;
  readonly cursors: Cursors;
  readonly now?: () => number;
  readonly limits?: Limits;
}

/** Threads of one read where many are read: their metadata comes with them. */
const headsPerRead = 100;
/** Reads of one page of a user's threads, some of which they may not read. */
const readsPerPage = 10;

export function createThreadLists({
  records,
  cursors,
  now = Date.now,
  limits = platformLimits,
}: ThreadListsOptions): ThreadLists {
  /** Writes that are under way are dated a little before they can be read. */
  const askedAt = () => now() - limits.changeOverlapMs;
  const filterOf = ({ query = "", metadata = new Map(), visibilities, userId }: ThreadSearch): ThreadFilter => {
    const filter = readThreadQuery(query, visibilities, userId);
    const entries = [...metadata].map(([key, value]) => ({ key, operator: ":", value }) as const);
    return { ...filter, metadata: [...filter.metadata, ...entries] };
  };
  const ids = (threads: readonly ThreadHead[]) => threads.map(({ id }) => id);

  /** What a user has of threads of several rooms. */
  async function ofUser(project: ProjectId, userId: string, threads: readonly ThreadHead[]): Promise<OfUser> {
    const parts = await Promise.all(
      [...Map.groupBy(threads, ({ room }) => room)].map(([room, some]) =>
        records.ofUser({ project, room }, userId, ids(some)),
      ),
    );
    return {
      notifications: parts.flatMap(({ notifications }): readonly InboxRecord[] => notifications),
      subscriptions: parts.flatMap(({ subscriptions }) => subscriptions),
    };
  }

  const none: OfUser = { notifications: [], subscriptions: [] };

  const fits = (threads: readonly ThreadHead[]) =>
    threads.reduce((sum, { bytes }) => sum + bytes, 0) <= limits.threadsAnswer;

  /** The first of these threads, as many as one answer holds, but at least one. */
  function fitting<T extends ThreadHead>(threads: readonly T[]): readonly T[] {
    let bytes = 0;
    const end = threads.findIndex((thread, at) => (bytes += thread.bytes) > limits.threadsAnswer && at > 0);
    return end === -1 ? threads : threads.slice(0, end);
  }

  /** The oldest changes of a room, as many as one answer holds, and the instant of the first one that is left out. */
  async function changedSince(room: RoomAddress, since: number, visibilities: readonly Visibility[]) {
    const found: (ThreadHead & { readonly changedAt: number })[] = [];
    for (let more = true; more && found.length <= limits.threadChanges && fits(found);) {
      const after = found.at(-1);
      const page = { limit: headsPerRead, ...(after && { after }) };
      const read = await records.changedSince(room, since, visibilities, page);
      more = read.length === headsPerRead;
      found.push(...read);
    }
    const kept = fitting(found.slice(0, limits.threadChanges));
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
      for (let after: ThreadHead | undefined; ;) {
        const page = await records.list(room, filter, { limit: headsPerRead, ...(after && { after }) });
        if (page.length > 0) yield page;
        if (page.length < headsPerRead) return;
        after = page.at(-1);
      }
    },

    async page(room, userId, { limit, cursor, ...search }) {
      const requestedAt = askedAt();
      const scope = { project: room.project, list: `threads of ${room.room}` };
      const [createdAt, id] = cursor === undefined ? [] : cursors.decode(scope, cursor);
      const after = cursor === undefined ? undefined : { createdAt: Number(createdAt), id: String(id) };
      const filter = filterOf({ ...search, ...(userId !== undefined && { userId }) });
      const found = await records.list(room, filter, { limit: limit + 1, ...(after && { after }) });
      const threads = fitting(found.slice(0, limit));
      const last = found.length > threads.length ? threads.at(-1) : undefined;
      return {
        threads,
        ...(userId === undefined ? none : await records.ofUser(room, userId, ids(threads))),
        nextCursor: last === undefined ? null : cursors.encode(scope, [last.createdAt, last.id]),
        requestedAt,
      };
    },

    async changes(room, userId, since, visibilities) {
      const requestedAt = askedAt();
      const { threads, upTo = requestedAt } = await changedSince(room, since, visibilities);
      const isReadable = ({ visibility }: { readonly visibility: Visibility }) => visibilities.includes(visibility);
      const own = userId === undefined ? none : await records.ofUser(room, userId, ids(threads));
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

    contents: (project, threads) => records.contents({ project }, threads),

    async search(room, text, { query = "", visibilities }) {
      const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
      if (text.length > limits.queryLength)
        throw new WeftError("UNPROCESSABLE_ENTITY", {
          message: `Value at key 'text': must be at most ${limits.queryLength} characters long.`,
        });
      return records.search(room, { words, ...readCommentQuery(query, visibilities) }, limits.commentSearchResults);
    },

    async pageOfUser(project, userId, { query = "", limit, cursor, mayRead }) {
      const requestedAt = askedAt();
      const scope = { project, list: `threads of user ${userId}` };
      const filter = readThreadQuery(query, ["public", "private"]);
      const known: ThreadHead[] = [];
      let after: { readonly updatedAt: number; readonly id: string } | undefined;
      if (cursor !== undefined) {
        const [updatedAt, id] = cursors.decode(scope, cursor);
        after = { updatedAt: Number(updatedAt), id: String(id) };
      }
      // Threads that a user may not read are left out after they were found: a page may take several reads.
      let more = true;
      for (let reads = 0; more && known.length <= limit && reads < readsPerPage; reads++) {
        const size = reads === 0 ? limit + 1 : headsPerRead;
        const found = await records.listOfUser({ project }, userId, filter, { limit: size, ...(after && { after }) });
        more = found.length === size;
        after = found.at(-1) ?? after;
        for (const thread of found) if (await mayRead(thread)) known.push(thread);
      }
      const threads = fitting(known.slice(0, limit));
      const last = known.length > threads.length ? threads.at(-1) : more ? after : undefined;
      return {
        threads,
        ...(await ofUser(project, userId, threads)),
        nextCursor: last === undefined ? null : cursors.encode(scope, [last.updatedAt, last.id]),
        requestedAt,
      };
    },

    async newest(project, { room, query = "", limit, cursor }) {
      const scope = { project, list: room === undefined ? "newest threads" : `newest threads of ${room}` };
      const filter = readThreadQuery(query, ["public", "private"]);
      const [createdAt, tie] = cursor === undefined ? [] : cursors.decode(scope, cursor);
      const after = tie === undefined ? undefined : ([Number(createdAt), tie] as const);
      const { threads, next } =
        room === undefined
          ? await records.listOfProject({ project }, filter, { limit, after })
          : await records.newestOfRoom({ project, room }, filter, { limit, after });
      return { threads, nextCursor: next === undefined ? null : cursors.encode(scope, next) };
    },

    async changesOfUser(project, userId, since, mayRead) {
      const requestedAt = askedAt();
      const readable: ThreadHead[] = [];
      let after: (ThreadHead & { readonly changedAt: number }) | undefined;
      for (let read = headsPerRead, all = 0; read === headsPerRead && all < limits.threadChanges && fits(readable);) {
        const page = { limit: headsPerRead, ...(after && { after }) };
        const found = await records.changedOfUserSince({ project }, userId, since, page);
        read = found.length;
        all += read;
        after = found.at(-1);
        for (const thread of found) if (await mayRead(thread)) readable.push(thread);
      }
      const threads = fitting(readable);
      const { notifications, subscriptions } = await ofUser(project, userId, threads);
      return {
        threads,
        notifications: pagesOf(notifications),
        subscriptions: pagesOf(subscriptions),
        deleted: deletionsByKind(() => records.deletedOfUserSince({ project }, userId, since), mayRead),
        requestedAt,
      };
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

async function* pagesOf<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items;
}

type Filter = ReturnType<typeof readThreadQuery>;

/** Whether a thread is one that a filter is for; of subscriptions it says nothing. */
export function meets(
  thread: Pick<ThreadRecord, "resolved" | "visibility" | "metadata">,
  { resolved, visibilities, metadata }: Filter,
): boolean {
  if (resolved !== undefined && thread.resolved !== resolved) return false;
  if (!visibilities.includes(thread.visibility)) return false;
  return metadata.every((condition) => {
    const value = thread.metadata.get(condition.key);
    switch (condition.operator) {
      case ":":
        return (value ?? null) === condition.value;
      case "^":
        return typeof value === "string" && value.startsWith(condition.value);
      case "<":
        return typeof value === "number" && value < condition.value;
      case "<=":
        return typeof value === "number" && value <= condition.value;
      case ">":
        return typeof value === "number" && value > condition.value;
      case ">=":
        return typeof value === "number" && value >= condition.value;
    }
  });
}
