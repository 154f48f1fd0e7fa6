import type {
  AddFeedOptions,
  AppFeedMessageData,
  AppFeedMetadata,
  Feed,
  FeedMessage,
  FeedMessageQuery,
  FeedQuery,
  FeedUpdateMetadata,
  JsonObject,
} from "@weft/client";
import type { PagesOf } from "./result-types.ts";

/**
 * Lists of messages that a room keeps, such as those of a chat or a log. Newest first.
 *
 * @param feedId The id of the feed.
 */
export interface FeedHooks<Suspends extends boolean, FM = AppFeedMetadata, FMD = AppFeedMessageData> {
  /** The feeds of the room, in pages. */
  readonly useFeeds: (query?: FeedQuery) => PagesOf<Suspends, Feed<FM>, "feeds">;
  /** The messages of a feed, in pages. */
  readonly useFeedMessages: (
    feedId: string,
    query?: FeedMessageQuery,
  ) => PagesOf<Suspends, FeedMessage<FMD>, "messages">;
  /** A function that creates a feed. Its promise rejects if the server refuses that. */
  readonly useCreateFeed: () => (feedId: string, options?: AddFeedOptions) => Promise<void>;
  /** A function that changes metadata of a feed; null removes a key. */
  readonly useUpdateFeedMetadata: () => (feedId: string, metadata: FeedUpdateMetadata) => Promise<void>;
  /** A function that deletes a feed with its messages. */
  readonly useDeleteFeed: () => (feedId: string) => Promise<void>;
  /** A function that adds a message to a feed. Its promise rejects if the server refuses that. */
  readonly useCreateFeedMessage: () => (
    feedId: string,
    data: JsonObject,
    options?: { readonly id?: string; readonly createdAt?: number },
  ) => Promise<void>;
  /** A function that replaces the data of a message in a feed. */
  readonly useUpdateFeedMessage: () => (
    feedId: string,
    messageId: string,
    data: JsonObject,
    options?: { readonly updatedAt?: number },
  ) => Promise<void>;
  /** A function that deletes a message of a feed. */
  readonly useDeleteFeedMessage: () => (feedId: string, messageId: string) => Promise<void>;
}
