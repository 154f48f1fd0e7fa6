import { describeFeed, describeFeedMessage, fullCommentAccess } from "@weft/collab";
import type {
  CommentRecord,
  ExportContents,
  ExportedRoom,
  FeedPlace,
  FeedRecord,
  FeedRecords,
  ThreadHead,
  ThreadPart,
  ThreadRecords,
} from "@weft/collab";
import { limits } from "@weft/protocol";
import type { RoomAddress } from "@weft/protocol";
import { describeThread } from "../../http/describe-thread.ts";
import { jsonFile, jsonPages } from "./json-pages.ts";

export interface DiscussionReading {
  readonly threads: Pick<ThreadRecords, "list" | "contents" | "settingsOfRoom">;
  readonly feeds: Pick<FeedRecords, "list" | "messages">;
  readonly contents: Pick<ExportContents, "subscriptions">;
}

/** Items of one file. A thread holds its comments. */
const threadsPerFile = 100;
const rowsPerFile = 1_000;
const feedBytes = 1_048_576;
const threadBytesPerFile = 8_388_608;

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
      const { threads: found, next } = await threads.list(room, every, { limit: threadsPerFile, after });
      let bytes = 0;
      const end = found.findIndex((thread, at) => (bytes += thread.bytes) > threadBytesPerFile && at > 0);
      const heads = end === -1 ? found : found.slice(0, end);
      const rows = await wholeThreads(threads.contents(room, heads));
      const last = end === -1 ? next : heads.at(-1);
      return last === undefined ? { rows } : { rows, next: last };
    },
    describeThread,
  );
  yield* jsonPages(
    "subscriptions",
    (after: readonly [string, string] | undefined) => contents.subscriptions(room, rowsPerFile, after),
    ({ createdAt, ...subscription }) => ({ ...subscription, createdAt: new Date(createdAt).toISOString() }),
  );
  const settings = (await Array.fromAsync(threads.settingsOfRoom(room))).flat();
  if (settings.length > 0) yield jsonFile("subscription-settings.json", settings);

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

async function wholeThreads(
  parts: AsyncIterable<ThreadPart>,
): Promise<readonly Parameters<typeof describeThread>[0][]> {
  const threads: { readonly thread: ThreadHead; readonly comments: CommentRecord[] }[] = [];
  for await (const { thread, comments, isFirst } of parts) {
    if (isFirst) threads.push({ thread, comments: [] });
    threads.at(-1)!.comments.push(...comments);
  }
  return threads.map(({ thread, comments }) => ({ ...thread, comments }));
}
