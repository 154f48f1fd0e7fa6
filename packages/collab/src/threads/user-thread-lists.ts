/** What is read of the threads of any room that concern a user. Threads that the user may not read are left out. */
import type { ProjectId } from "@weft/protocol";
import type { InboxRecord } from "../notifications/inbox-records.ts";
import { readThreadQuery } from "./thread-query.ts";
import { deletionsByKind } from "./readable-tombstones.ts";
import type { MayRead } from "./readable-tombstones.ts";
import { askedAt, fits, fitting, headsPerRead, idsOf } from "./thread-pages.ts";
import type { ThreadChanges, ThreadPage, ThreadSource } from "./thread-pages.ts";
import type { OfUser, ThreadHead } from "./thread-records.ts";

export interface UserThreadLists {
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
  /** The newest changes, newest first. */
  changesOfUser(project: ProjectId, userId: string, since: number, mayRead: MayRead): Promise<ThreadChanges>;
}

/** Reads of one page of a user's threads, some of which they may not read. */
const readsPerPage = 10;

export function createUserThreadLists(source: ThreadSource): UserThreadLists {
  const { records, cursors, limits } = source;

  /** What a user has of threads of several rooms. */
  async function ofUser(project: ProjectId, userId: string, threads: readonly ThreadHead[]): Promise<OfUser> {
    const parts = await Promise.all(
      [...Map.groupBy(threads, ({ room }) => room)].map(([room, some]) =>
        records.ofUser({ project, room }, userId, idsOf(some)),
      ),
    );
    return {
      notifications: parts.flatMap(({ notifications }): readonly InboxRecord[] => notifications),
      subscriptions: parts.flatMap(({ subscriptions }) => subscriptions),
    };
  }

  return {
    async pageOfUser(project, userId, { query = "", limit, cursor, mayRead }) {
      const requestedAt = askedAt(source);
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
      const threads = fitting(known.slice(0, limit), limits);
      const last = known.length > threads.length ? threads.at(-1) : more ? after : undefined;
      return {
        threads,
        ...(await ofUser(project, userId, threads)),
        nextCursor: last === undefined ? null : cursors.encode(scope, [last.updatedAt, last.id]),
        requestedAt,
      };
    },

    async changesOfUser(project, userId, since, mayRead) {
      const requestedAt = askedAt(source);
      const readable: ThreadHead[] = [];
      let after: (ThreadHead & { readonly changedAt: number }) | undefined;
      for (
        let read = headsPerRead, all = 0;
        read === headsPerRead && all < limits.threadChanges && fits(readable, limits);
      ) {
        const page = { limit: headsPerRead, ...(after && { after }) };
        const found = await records.changedOfUserSince({ project }, userId, since, page);
        read = found.length;
        all += read;
        after = found.at(-1);
        for (const thread of found) if (await mayRead(thread)) readable.push(thread);
      }
      const threads = fitting(readable, limits);
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

async function* pagesOf<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items;
}
