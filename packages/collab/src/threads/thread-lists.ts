/** What is read of threads: pages, changes since an instant, searches, and what a user has of them. */
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import type { InboxRecord, Tombstone } from "../notifications/inbox-records.ts";
import { readCommentQuery, readThreadQuery } from "../query/thread-query.ts";
import { readableTombstones } from "./readable-tombstones.ts";
import type { MayRead } from "./readable-tombstones.ts";
import type { CommentMatch, OfUser, ThreadFilter, ThreadRecord, ThreadRecords } from "./thread-records.ts";
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
  readonly threads: readonly ThreadRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Before anything was read. Asking for changes since then misses none. */
  readonly requestedAt: number;
}

export interface ThreadChanges extends OfUser {
  readonly threads: readonly ThreadRecord[];
  readonly deleted: readonly Tombstone[];
  readonly requestedAt: number;
}

export interface ThreadLists {
  /** Every thread that is searched for, oldest first. INVALID_QUERY. */
  all(room: RoomAddress, search: ThreadSearch): Promise<readonly ThreadRecord[]>;
  /** Oldest first. INVALID_QUERY; UNPROCESSABLE_ENTITY for a cursor that is not of this list. */
  page(
    room: RoomAddress,
    userId: string,
    search: ThreadSearch & { readonly limit: number; readonly cursor?: string },
  ): Promise<ThreadPage>;
  /** Threads that changed since, and what the user has that changed since. */
  changes(
    room: RoomAddress,
    userId: string,
    since: number,
    visibilities: readonly Visibility[],
  ): Promise<ThreadChanges>;
  /** Undefined when there is no such thread of these visibilities. */
  one(
    room: RoomAddress,
    userId: string,
    id: string,
    visibilities: readonly Visibility[],
  ): Promise<(OfUser & { readonly thread: ThreadRecord }) | undefined>;
  /** Best match first. INVALID_QUERY. */
  search(room: RoomAddress, text: string, search: Omit<ThreadSearch, "userId">): Promise<readonly CommentMatch[]>;
  /** Threads of any room of the project that concern the user, most recently updated first; `mayRead` leaves others out. */
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
  changesOfUser(project: ProjectId, userId: string, since: number, mayRead: MayRead): Promise<ThreadChanges>;
}

export interface ThreadListsOptions {
  readonly records: ThreadRecords;
  readonly cursors: Cursors;
  readonly now?: () => number;
  readonly limits?: Limits;
}

/** Public and private. */
const everyVisibility = 2;
/** Threads of one query while many are read. */
const threadsPerRead = 500;
/** Threads that one answer to a question for changes holds. */
const changesPerAnswer = 1_000;

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
  const ids = (threads: readonly ThreadRecord[]) => threads.map(({ id }) => id);

  /** What a user has of threads of several rooms. */
  async function ofUser(project: ProjectId, userId: string, threads: readonly ThreadRecord[]): Promise<OfUser> {
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

  /** Without what the user has of threads that they may not read. */
  async function ofReadable(room: RoomAddress, own: OfUser, visibilities: readonly Visibility[]): Promise<OfUser> {
    if (visibilities.length === everyVisibility) return own;
    const threads = new Set([
      ...own.notifications.map(({ subjectId }) => subjectId),
      ...own.subscriptions.map(({ threadId }) => threadId),
    ]);
    const readable = new Set<string>();
    for (const some of chunks([...threads], threadsPerRead))
      for (const { id, visibility } of await records.findMany(some.map((thread) => ({ room, id: thread }))))
        if (visibilities.includes(visibility)) readable.add(id);
    return {
      notifications: own.notifications.filter(({ subjectId }) => readable.has(subjectId)),
      subscriptions: own.subscriptions.filter(({ threadId }) => readable.has(threadId)),
    };
  }

  return {
    async all(room, search) {
      const filter = filterOf(search);
      const threads: ThreadRecord[] = [];
      for (;;) {
        const page = await records.list(room, filter, { limit: threadsPerRead, after: threads.at(-1) });
        threads.push(...page);
        if (page.length < threadsPerRead) return threads;
      }
    },

    async page(room, userId, { limit, cursor, ...search }) {
      const requestedAt = askedAt();
      const scope = { project: room.project, list: `threads of ${room.room}` };
      const [createdAt, id] = cursor === undefined ? [] : cursors.decode(scope, cursor);
      const after = cursor === undefined ? undefined : { createdAt: Number(createdAt), id: String(id) };
      const found = await records.list(room, filterOf({ ...search, userId }), { limit: limit + 1, after });
      const threads = found.slice(0, limit);
      const last = found.length > limit ? threads.at(-1) : undefined;
      return {
        threads,
        ...(await records.ofUser(room, userId, ids(threads))),
        nextCursor: last === undefined ? null : cursors.encode(scope, [last.createdAt, last.id]),
        requestedAt,
      };
    },

    async changes(room, userId, since, visibilities) {
      const requestedAt = askedAt();
      const [{ threads, upTo }, own, deleted] = await Promise.all([
        records.changedSince(room, since, visibilities, changesPerAnswer),
        records.ofUserSince(room, userId, since).then((found) => ofReadable(room, found, visibilities)),
        records.deletedSince(room, userId, since),
      ]);
      const more = await records.ofUser(room, userId, ids(threads));
      const known = new Set(own.notifications.map((notification) => notification.id));
      const subscribed = new Set(own.subscriptions.map(({ threadId }) => threadId));
      return {
        threads,
        notifications: [...own.notifications, ...more.notifications.filter(({ id }) => !known.has(id))],
        subscriptions: [
          ...own.subscriptions,
          ...more.subscriptions.filter(({ threadId }) => !subscribed.has(threadId)),
        ],
        deleted: await readableTombstones(deleted, ({ visibility }) => visibilities.includes(visibility)),
        // Where there are more changes, the next question begins at the last of these.
        requestedAt: upTo ?? requestedAt,
      };
    },

    async one(room, userId, id, visibilities) {
      const [thread, own] = await Promise.all([records.find(room, id), records.ofUser(room, userId, [id])]);
      return thread === undefined || !visibilities.includes(thread.visibility) ? undefined : { thread, ...own };
    },

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
      const known: ThreadRecord[] = [];
      let after: { readonly updatedAt: number; readonly id: string } | undefined;
      if (cursor !== undefined) {
        const [updatedAt, id] = cursors.decode(scope, cursor);
        after = { updatedAt: Number(updatedAt), id: String(id) };
      }
      // What a user may not read is left out after it was found: a page may take several. One more tells of a next page.
      for (let more = true; more && known.length <= limit;) {
        const found = await records.listOfUser({ project }, userId, { limit, after });
        more = found.length === limit;
        after = found.at(-1);
        for (const thread of found) if (meets(thread, filter) && (await mayRead(thread))) known.push(thread);
      }
      const threads = known.slice(0, limit);
      const last = known.length > limit ? threads.at(-1) : undefined;
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
      const threads: ThreadRecord[] = [];
      for (const thread of await records.changedOfUserSince({ project }, userId, since))
        if (await mayRead(thread)) threads.push(thread);
      const tombstones = await records.deletedOfUserSince({ project }, userId, since);
      const deleted = await readableTombstones(tombstones, mayRead);
      return { threads, ...(await ofUser(project, userId, threads)), deleted, requestedAt };
    },
  };
}

function* chunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
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
