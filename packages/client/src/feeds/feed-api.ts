/** Feeds as applications use them. */
import type { Feed, FeedAnnouncement, FeedMessage, FeedMetadata, FeedReply, JsonObject } from "@weft/protocol/types";
import type { PagedList } from "../paged-collection.ts";

export interface PageOptions {
  /** The `nextCursor` of the page before. */
  readonly cursor?: string;
}

/** Which messages are listed: those since a time (milliseconds since 1970), at most `limit` at once. */
export interface FeedMessageQuery {
  /** Only what was created after this instant, in milliseconds since the epoch. */
  readonly since?: number;
  /** Of one page: at most 100, by default 20. */
  readonly limit?: number;
}

/** Values that the metadata of a feed must have to be listed. */
export type FeedFetchMetadataFilter = Readonly<Record<string, string>>;
/** Metadata of a new feed. */
export type FeedCreateMetadata = FeedMetadata;
/** Changes of a feed's metadata. Null removes a key. */
export type FeedUpdateMetadata = Readonly<Record<string, FeedMetadata[string] | null>>;

/** Which feeds are listed. */
export interface FeedQuery extends FeedMessageQuery {
  /** Only feeds that have these values. */
  readonly metadata?: FeedFetchMetadataFilter;
}

/** How a feed is created: with metadata, and with another time than now (milliseconds since 1970). */
export interface AddFeedOptions {
  readonly metadata?: FeedCreateMetadata;
  /** Milliseconds since the epoch; by default the server's time. */
  readonly createdAt?: number;
}

/** A feed whose metadata an application has declared. */
export type TypedFeed<M> = Omit<Feed, "metadata"> & { readonly metadata: M };
/** A message of a feed whose data an application has declared. */
export type TypedFeedMessage<D> = Omit<FeedMessage, "data"> & { readonly data: D };

/** What the server says about feeds: answers of this connection, and what anyone has changed. */
export type FeedEvent = FeedReply | FeedAnnouncement;
/** The answer of the server to a request about feeds that failed. */
export type FeedRequestFailure = Extract<FeedReply, { readonly code: string }>;

/** Lists of feeds and messages that components show: stable snapshots that follow the announcements. */
export interface FeedLists<M, D> {
  feeds(query?: FeedQuery): PagedList<TypedFeed<M>>;
  messages(feedId: string, query?: FeedMessageQuery): PagedList<TypedFeedMessage<D>>;
}

/**
 * What a room offers of feeds. A request fails with a `WeftError` whose context is a `FEED_REQUEST_ERROR`: with the server's code, with
 * `TIMEOUT` after five seconds, or with `CONNECTION_LOST` for a change whose answer was lost, which may have been made.
 */
export interface FeedsApi<M, D> {
  /** A page of feeds, newest first. */
  fetchFeeds(
    options?: PageOptions & FeedQuery,
  ): Promise<{ readonly feeds: readonly TypedFeed<M>[]; readonly nextCursor?: string }>;
  /** A page of a feed's messages, newest first. */
  fetchFeedMessages(
    feedId: string,
    options?: PageOptions & FeedMessageQuery,
  ): Promise<{ readonly messages: readonly TypedFeedMessage<D>[]; readonly nextCursor?: string }>;
  addFeed(feedId: string, options?: AddFeedOptions): Promise<void>;
  updateFeed(feedId: string, metadata: FeedUpdateMetadata): Promise<void>;
  /** Deletes a feed with its messages. It succeeds if there is none. */
  deleteFeed(feedId: string): Promise<void>;
  addFeedMessage(
    feedId: string,
    data: JsonObject,
    options?: { readonly id?: string; readonly createdAt?: number },
  ): Promise<void>;
  updateFeedMessage(
    feedId: string,
    messageId: string,
    data: JsonObject,
    options?: { readonly updatedAt?: number },
  ): Promise<void>;
  /** It succeeds if there is no such message. */
  deleteFeedMessage(feedId: string, messageId: string): Promise<void>;
  /** Loads what keeps lists of feeds up to date. */
  getFeedLists(): Promise<FeedLists<M, D>>;
}
