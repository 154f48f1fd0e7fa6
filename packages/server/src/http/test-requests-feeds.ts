import type { Feeds } from "@weft/collab";
import type { RoomAddress } from "@weft/protocol";

/** A feed of a room, and its message. */
export interface FeedExampleContext {
  readonly feed: { readonly id: string; readonly message: string };
}

/** Creates a feed with a message. */
export async function prepareFeed(feeds: Feeds, room: RoomAddress): Promise<FeedExampleContext["feed"]> {
  const { id } = await feeds.create(room, { id: "news" });
  const message = await feeds.addMessage(room, id, { data: { text: "hello" } });
  return { id, message: message.id };
}

interface FeedExample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

const ofFeed = ({ feed }: FeedExampleContext) => ({ path: { feedId: feed.id } });
const ofMessage = ({ feed }: FeedExampleContext) => ({ path: { feedId: feed.id, messageId: feed.message } });

/** The requests of `rest/feeds.ts`. */
export const feedExamples: readonly [string, (context: FeedExampleContext) => FeedExample][] = [
  ["list-feeds", () => ({ query: "?limit=5&since=1" })],
  ["create-feed", () => ({ body: { feedId: "new", metadata: { topic: ["a", "b"] }, timestamp: 5 } })],
  ["get-feed", ofFeed],
  ["update-feed", (context) => ({ ...ofFeed(context), body: { metadata: { topic: null, color: "red" } } })],
  ["delete-feed", ofFeed],
  ["list-feed-messages", (context) => ({ ...ofFeed(context), query: "?limit=5&since=1" })],
  [
    "create-feed-message",
    (context) => ({ ...ofFeed(context), body: { data: { text: "hi" }, id: "new", timestamp: 5 } }),
  ],
  ["update-feed-message", (context) => ({ ...ofMessage(context), body: { data: {}, timestamp: 5 } })],
  ["delete-feed-message", ofMessage],
];
