import { describeFeed, describeFeedMessage, fullCommentAccess } from "@weft/collab";
import type { ExportContents, ExportedRoom, FeedPlace, FeedRecord, FeedRecords, ThreadRecords } from "@weft/collab";
import { limits } from "@weft/protocol";
import type { RoomAddress } from "@weft/protocol";
import { describeThread } from "../../http/describe-thread.ts";
import { jsonFile, jsonPages } from "./json-pages.ts";

export interface DiscussionReading {
  readonly threads: Pick<ThreadRecords, "list" | "settings">;
  readonly feeds: Pick<FeedRecords, "list" | "messages">;
  readonly contents: Pick<ExportContents, "subscriptions">;
}

/** Items of one file. A thread holds its comments. */
const threadsPerFile = 100;
const rowsPerFile = 1_000;
const feedBytes = 1_048_576;

/**
 * What users leave for each other in a room, a page at a time:
 *
 *   threads/….json             threads with their comments, reactions, and what attachments are called
 *   subscriptions/….json       who is subscribed to which thread
 *   subscription-settings.json what users chose to be notified of
 *   feeds/….json               feeds
 *   feed-messages/….json       their messages
 */
export async function* readDiscussions(
  { threads, feeds, contents }: DiscussionReading,
  room: RoomAddress,
): AsyncGenerator<ExportedRoom["files"][number]> {
  const every = { visibilities: fullCommentAccess.read, metadata: [] };
  yield* jsonPages(
    "threads",
    async (after: { readonly createdAt: number; readonly id: string } | undefined) => {
      const rows = await threads.list(room, every, { limit: threadsPerFile, ...(after && { after }) });
      const last = rows.at(-1);
      return rows.length < threadsPerFile || last === undefined ? { rows } : { rows, next: last };
    },
    describeThread,
  );
  yield* jsonPages(
    "subscriptions",
    (after: readonly [string, string] | undefined) => contents.subscriptions(room, rowsPerFile, after),
    ({ createdAt, ...subscription }) => ({ ...subscription, createdAt: new Date(createdAt).toISOString() }),
  );
  const settings = await threads.settings(room);
  if (settings.size > 0)
    yield jsonFile(
      "subscription-settings.json",
      Array.from(settings, ([userId, chosen]) => ({ userId, ...chosen })),
    );

  const range = { order: "oldestFirst", limit: limits.pageSizeMax, bytes: feedBytes } as const;
  const named: FeedRecord["id"][] = [];
  yield* jsonPages(
    "feeds",
    async (after: FeedPlace | undefined) => {
      const { items, more } = await feeds.list(room, { ...range, ...(after && { after }) });
      named.push(...items.map(({ id }) => id));
      return more ? { rows: items, next: items.at(-1)! } : { rows: items };
    },
    describeFeed,
  );
  yield* jsonPages(
    "feed-messages",
    async (at: { readonly feed: number; readonly after?: FeedPlace | undefined } = { feed: 0 }) => {
      const feed = named[at.feed];
      if (feed === undefined) return { rows: [] };
      const { items, more } = await feeds.messages(room, feed, { ...range, ...(at.after && { after: at.after }) });
      const rows = items.map((message) => ({ feed, message }));
      return { rows, next: more ? { feed: at.feed, after: items.at(-1)! } : { feed: at.feed + 1 } };
    },
    ({ feed, message }) => ({ feedId: feed, ...describeFeedMessage(message) }),
  );
}
