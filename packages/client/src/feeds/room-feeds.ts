/**
 * Feeds of a room: lists of messages that are kept, such as those of a chat or a log. It is loaded when an application uses feeds for
 * the first time.
 */
import { ClientMessageType, ServerMessageType } from "@weft/protocol/codes";
import type { Feed, FeedMessage, JsonObject } from "@weft/protocol/types";
import { nanoid } from "../random-id.ts";
import type {
  AddFeedOptions,
  FeedEvent,
  FeedMessageQuery,
  FeedQuery,
  FeedUpdateMetadata,
  PageOptions,
} from "./feed-api.ts";
import { FeedRequests } from "./feed-requests.ts";
import type { FeedsRoom, NewFeedRequest } from "./feed-requests.ts";
import { PagedCollection } from "../paged-collection.ts";
import type { PagedList } from "../paged-collection.ts";

export class RoomFeeds {
  readonly #requests: FeedRequests;
  readonly #feeds = new PagedCollection<Feed>({ id: ({ feedId }) => feedId, time: createdAt });
  readonly #messages = new Map<string, PagedCollection<FeedMessage>>();
  #hasBeenConnected: boolean;

  constructor(room: FeedsRoom) {
    this.#requests = new FeedRequests(room);
    this.#hasBeenConnected = room.isOpen();
  }

  // ---- requests

  fetchFeeds(options: PageOptions & FeedQuery = {}): Promise<{ feeds: readonly Feed[]; nextCursor?: string }> {
    return this.#requests.make(
      { type: ClientMessageType.fetchFeeds, ...options },
      {
        isChange: false,
        answer: (message) =>
          message.type === ServerMessageType.feedList
            ? pageOf({ feeds: message.feeds }, message.nextCursor)
            : undefined,
      },
    );
  }

  fetchFeedMessages(
    feedId: string,
    options: PageOptions & FeedMessageQuery = {},
  ): Promise<{ messages: readonly FeedMessage[]; nextCursor?: string }> {
    return this.#requests.make(
      { type: ClientMessageType.fetchFeedMessages, feedId, ...options },
      {
        isChange: false,
        answer: (message) =>
          message.type === ServerMessageType.feedMessageList
            ? pageOf({ messages: message.messages }, message.nextCursor)
            : undefined,
      },
    );
  }

  addFeed(feedId: string, options: AddFeedOptions = {}): Promise<void> {
    return this.#change(
      { type: ClientMessageType.addFeed, feedId, ...options },
      (message) =>
        message.type === ServerMessageType.feedsAdded && message.feeds.some((feed) => feed.feedId === feedId),
    );
  }

  updateFeed(feedId: string, metadata: FeedUpdateMetadata): Promise<void> {
    return this.#change(
      { type: ClientMessageType.updateFeed, feedId, metadata },
      (message) =>
        message.type === ServerMessageType.feedsUpdated && message.feeds.some((feed) => feed.feedId === feedId),
    );
  }

  deleteFeed(feedId: string): Promise<void> {
    return this.#change(
      { type: ClientMessageType.deleteFeed, feedId },
      (message) => message.type === ServerMessageType.feedDeleted && message.feedId === feedId,
    );
  }

  addFeedMessage(
    feedId: string,
    data: JsonObject,
    // With an id of its own, the announcement of another message is not taken for an answer.
    { id = nanoid(), createdAt: at }: { readonly id?: string; readonly createdAt?: number } = {},
  ): Promise<void> {
    return this.#change(
      { type: ClientMessageType.addFeedMessage, feedId, data, id, ...(at === undefined ? {} : { createdAt: at }) },
      (message) =>
        message.type === ServerMessageType.feedMessagesAdded &&
        message.feedId === feedId &&
        message.messages.some((each) => each.id === id),
    );
  }

  updateFeedMessage(
    feedId: string,
    messageId: string,
    data: JsonObject,
    options: { readonly updatedAt?: number } = {},
  ): Promise<void> {
    return this.#change(
      { type: ClientMessageType.updateFeedMessage, feedId, messageId, data, ...options },
      (message) =>
        message.type === ServerMessageType.feedMessagesUpdated &&
        message.feedId === feedId &&
        message.messages.some(({ id }) => id === messageId),
    );
  }

  deleteFeedMessage(feedId: string, messageId: string): Promise<void> {
    return this.#change(
      { type: ClientMessageType.deleteFeedMessage, feedId, messageId },
      (message) =>
        message.type === ServerMessageType.feedMessagesDeleted &&
        message.feedId === feedId &&
        message.messageIds.includes(messageId),
    );
  }

  // ---- lists

  /** Feeds of the room, newest first. The same list for the same query. */
  feeds(query: FeedQuery = {}): PagedList<Feed> {
    return this.#feeds.list(keyOf(query), {
      matches: (feed) => isSince(feed, query) && hasMetadata(feed, query.metadata),
      fetch: async (cursor) => {
        const { feeds, nextCursor } = await this.fetchFeeds({ ...query, ...(cursor === undefined ? {} : { cursor }) });
        return { items: feeds, nextCursor };
      },
    });
  }

  /** Messages of a feed, newest first. The same list for the same feed and query. */
  messages(feedId: string, query: FeedMessageQuery = {}): PagedList<FeedMessage> {
    return this.#messagesOf(feedId).list(keyOf(query), {
      matches: (message) => isSince(message, query),
      fetch: async (cursor) => {
        const options = { ...query, ...(cursor === undefined ? {} : { cursor }) };
        const { messages, nextCursor } = await this.fetchFeedMessages(feedId, options);
        return { items: messages, nextCursor };
      },
    });
  }

  // ---- the connection

  connected(): void {
    this.#requests.connected();
    if (this.#hasBeenConnected) {
      this.#feeds.reconnected();
      for (const messages of this.#messages.values()) messages.reconnected();
    }
    this.#hasBeenConnected = true;
  }

  disconnected(): void {
    this.#requests.disconnected();
  }

  receive(message: FeedEvent): void {
    switch (message.type) {
      case ServerMessageType.feedsAdded:
      case ServerMessageType.feedsUpdated:
        this.#feeds.put(message.feeds);
        break;
      case ServerMessageType.feedDeleted:
        this.#feeds.remove([message.feedId]);
        this.#messages.get(message.feedId)?.clear();
        break;
      case ServerMessageType.feedMessagesAdded:
      case ServerMessageType.feedMessagesUpdated:
        this.#messages.get(message.feedId)?.put(message.messages);
        break;
      case ServerMessageType.feedMessagesDeleted:
        this.#messages.get(message.feedId)?.remove(message.messageIds);
        break;
      default:
    }
    this.#requests.receive(message);
  }

  #messagesOf(feedId: string): PagedCollection<FeedMessage> {
    let messages = this.#messages.get(feedId);
    if (messages === undefined)
      this.#messages.set(
        feedId,
        (messages = new PagedCollection<FeedMessage>({ id: ({ id }) => id, time: createdAt })),
      );
    return messages;
  }

  async #change(request: NewFeedRequest, isAnswer: (message: FeedEvent) => boolean): Promise<void> {
    await this.#requests.make(request, {
      isChange: true,
      answer: (message) => (isAnswer(message) ? true : undefined),
    });
  }
}

const createdAt = (item: { readonly createdAt: number }) => item.createdAt;

const pageOf = <T extends object>(items: T, nextCursor: string | undefined) => ({
  ...items,
  ...(nextCursor === undefined ? {} : { nextCursor }),
});

const keyOf = ({ since, limit, metadata = {} }: FeedQuery) =>
  JSON.stringify([since, limit, Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

const isSince = (item: { readonly createdAt: number }, { since }: FeedMessageQuery) =>
  since === undefined || item.createdAt > since;

const hasMetadata = ({ metadata }: Feed, wanted: FeedQuery["metadata"] = {}) =>
  Object.entries(wanted).every(([key, value]) => JSON.stringify(metadata[key]) === JSON.stringify(value));
