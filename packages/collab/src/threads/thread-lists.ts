/**
 * What is read of threads: pages, changes since an instant, searches, and what a user has of them.
 *
 *   list ─► heads by index ─► cut by rows and bytes ─► comments of these, read while the answer is sent
 *
 * A list answers threads without their comments; `contents` reads these in parts. Neither holds more than a few parts in
 * memory, whatever the threads hold.
 */
import { limits as platformLimits } from "@weft/protocol";
import type { Limits, ProjectId, RoomId } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { readThreadQuery } from "./thread-query.ts";
import { createRoomThreadLists } from "./room-thread-lists.ts";
import type { RoomThreadLists } from "./room-thread-lists.ts";
import type { ThreadPage } from "./thread-pages.ts";
import type { NewestPage, ThreadHead, ThreadPart, ThreadRecord, ThreadRecords } from "./thread-records.ts";
import { testedThreads } from "./tested-threads.ts";
import { wordsIn } from "./words-in.ts";
import { createUserThreadLists } from "./user-thread-lists.ts";
import type { UserThreadLists } from "./user-thread-lists.ts";

export interface ThreadLists extends RoomThreadLists, UserThreadLists {
  /** The comments of threads of one project, thread after thread, in parts. */
  contents(project: ProjectId, threads: readonly ThreadHead[]): AsyncIterable<ThreadPart>;
  /**
   * Threads of the project, or of one of its rooms, newest first, for those who may read them all. `text`: words, all of which
   * are in one comment. A page may be short, or empty, before the last one. INVALID_QUERY; UNPROCESSABLE_ENTITY for a cursor
   * that is not of this list.
   */
  newest(
    project: ProjectId,
    search: {
      readonly room?: RoomId | undefined;
      readonly query?: string | undefined;
      readonly text?: string | undefined;
      readonly participant?: string | undefined;
      readonly hasAttachments?: boolean | undefined;
      readonly limit: number;
      readonly cursor?: string | undefined;
    },
  ): Promise<Pick<ThreadPage, "threads" | "nextCursor">>;
}

export interface ThreadListsOptions {
  readonly records: ThreadRecords;
  readonly cursors: Cursors;
  readonly now?: () => number;
  readonly limits?: Limits;
}

export function createThreadLists(options: ThreadListsOptions): ThreadLists {
  const { records, cursors, now = Date.now, limits = platformLimits } = options;
  const source = { records, cursors, now, limits };
  return {
    ...createRoomThreadLists(source),
    ...createUserThreadLists(source),

    contents: (project, threads) => records.contents({ project }, threads),

    async newest(project, { room, query = "", text = "", participant, hasAttachments, limit, cursor }) {
      const lookAt = limits.rowsLookedAt;
      const scope = { project, list: room === undefined ? "newest threads" : `newest threads of ${room}` };
      const filter = readThreadQuery(query, ["public", "private"]);
      const words = wordsIn(text);
      const [createdAt, tie] = cursor === undefined ? [] : cursors.decode(scope, cursor);
      const after = tie === undefined ? undefined : ([Number(createdAt), tie] as const);
      const read = (page: NewestPage) =>
        room === undefined
          ? records.listOfProject({ project }, filter, page)
          : records.newestOfRoom({ project, room }, filter, page);
      const isTested = words.length > 0 || participant !== undefined || hasAttachments !== undefined;
      const { threads, next } = isTested
        ? await testedThreads({
            read,
            test: (some) => records.withContents({ project }, some, { words, participant, hasAttachments }),
            limit,
            after,
            lookAt,
          })
        : await read({ limit, after, lookAt });
      return { threads, nextCursor: next === undefined ? null : cursors.encode(scope, next) };
    },
  };
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
