import type { Json } from "@weft/protocol/types";
import type { AppFeedMessageData as FMD, AppFeedMetadata as FM } from "@weft/client";
import type {
  CreateFeedMessageOptions,
  CreateFeedOptions,
  RoomFeed,
  RoomFeedMessage,
  UpdateFeedMessageOptions,
  UpdateFeedOptions,
} from "../types/rooms.ts";
import type { IterationOptions, RequestOptions } from "./calls.ts";
import { GroupCalls } from "./group-calls.ts";
import { itemsOf } from "./pages.ts";
import type { CursorOptions, ListPage } from "./pages.ts";

interface OfFeed {
  roomId: string;
  feedId: string;
}
interface OfMessage extends OfFeed {
  messageId: string;
}
interface Since extends CursorOptions {
  /** Only what was created after this time, in milliseconds since the epoch. */
  since?: number;
}

/** Feeds of rooms, and their messages. */
export abstract class FeedCalls extends GroupCalls {
  /** Lists the feeds of a room, newest first. */
  getFeeds<M extends Json = FM>(
    params: { roomId: string } & Since,
    options?: RequestOptions,
  ): Promise<ListPage<RoomFeed<M>>> {
    const { roomId, limit, cursor, since } = params;
    return this.json("getFeeds", { path: { roomId }, query: { limit, cursor, since }, ...options });
  }

  /** Goes through the feeds of a room, newest first. */
  iterFeeds<M extends Json = FM>(
    params: { roomId: string; since?: number },
    { pageSize, ...options }: IterationOptions = {},
  ) {
    return itemsOf((cursor) => this.getFeeds<M>({ ...params, cursor, limit: pageSize }, options));
  }

  createFeed<M extends Json = FM>(
    params: { roomId: string } & CreateFeedOptions,
    options?: RequestOptions,
  ): Promise<RoomFeed<M>> {
    const { roomId, feedId, metadata, createdAt } = params;
    const body = { feedId, metadata, timestamp: createdAt };
    return this.json("createFeed", { path: { roomId }, body, ...options });
  }

  getFeed<M extends Json = FM>(params: OfFeed, options?: RequestOptions): Promise<RoomFeed<M>> {
    return this.json("getFeed", { path: ofFeed(params), ...options });
  }

  updateFeed<M extends Json = FM>(params: OfFeed & UpdateFeedOptions, options?: RequestOptions): Promise<RoomFeed<M>> {
    const { metadata } = params;
    return this.json("updateFeed", { path: ofFeed(params), body: { metadata }, ...options });
  }

  /** Deletes a feed with its messages. */
  deleteFeed(params: OfFeed, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteFeed", { path: ofFeed(params), ...options });
  }

  /** Lists the messages of a feed, oldest first. */
  getFeedMessages<D extends Json = FMD>(
    params: OfFeed & Since,
    options?: RequestOptions,
  ): Promise<ListPage<RoomFeedMessage<D>>> {
    const { limit, cursor, since } = params;
    return this.json("getFeedMessages", { path: ofFeed(params), query: { limit, cursor, since }, ...options });
  }

  /** Goes through the messages of a feed, oldest first. */
  iterFeedMessages<D extends Json = FMD>(
    params: OfFeed & { since?: number },
    { pageSize, ...options }: IterationOptions = {},
  ) {
    return itemsOf((cursor) => this.getFeedMessages<D>({ ...params, cursor, limit: pageSize }, options));
  }

  createFeedMessage<D extends Json = FMD>(
    params: OfFeed & CreateFeedMessageOptions<D>,
    options?: RequestOptions,
  ): Promise<RoomFeedMessage<D>> {
    const { id, data, createdAt } = params;
    const body = { id, data, timestamp: createdAt };
    return this.json("createFeedMessage", { path: ofFeed(params), body, ...options });
  }

  /** Replaces the data of a message. */
  updateFeedMessage<D extends Json = FMD>(
    params: OfMessage & UpdateFeedMessageOptions<D>,
    options?: RequestOptions,
  ): Promise<RoomFeedMessage<D>> {
    const { data, updatedAt } = params;
    const body = { data, timestamp: updatedAt };
    return this.json("updateFeedMessage", { path: ofMessage(params), body, ...options });
  }

  deleteFeedMessage(params: OfMessage, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteFeedMessage", { path: ofMessage(params), ...options });
  }
}

function ofFeed({ roomId, feedId }: OfFeed) {
  return { roomId, feedId };
}

function ofMessage({ roomId, feedId, messageId }: OfMessage) {
  return { roomId, feedId, messageId };
}
