/** What lists of threads have in common: their searches and answers, and how much one answer holds. */
import type { Limits } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import type { InboxRecord, Tombstone } from "../notifications/inbox-records.ts";
import type { OfUser, SubscriptionRecord, ThreadHead, ThreadRecords } from "./thread-records.ts";
import type { Visibility } from "../access/visibility.ts";

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

/** What every list reads from. */
export interface ThreadSource {
  readonly records: ThreadRecords;
  readonly cursors: Cursors;
  readonly now: () => number;
  readonly limits: Limits;
}

/** Threads of one read where many are read: their metadata comes with them. */
export const headsPerRead = 100;

/** The instant since when to ask for changes next. Writes that are under way are dated a little before they can be read. */
export function askedAt({ now, limits }: Pick<ThreadSource, "now" | "limits">): number {
  return now() - limits.changeOverlapMs;
}

export const idsOf = (threads: readonly ThreadHead[]) => threads.map(({ id }) => id);

export function fits(threads: readonly ThreadHead[], { threadsAnswer }: Pick<Limits, "threadsAnswer">): boolean {
  return threads.reduce((sum, { bytes }) => sum + bytes, 0) <= threadsAnswer;
}

/** The first of these threads, as many as one answer holds, but at least one. */
export function fitting<T extends ThreadHead>(
  threads: readonly T[],
  { threadsAnswer }: Pick<Limits, "threadsAnswer">,
): readonly T[] {
  let bytes = 0;
  const end = threads.findIndex((thread, at) => (bytes += thread.bytes) > threadsAnswer && at > 0);
  return end === -1 ? threads : threads.slice(0, end);
}
