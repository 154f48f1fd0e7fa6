import { describeFeed, describeFeedMessage } from "@weft/collab";
import type { FeedSearch, Feeds } from "@weft/collab";
import { ClientMessageType, FeedRequest, ServerMessageType, WeftError } from "@weft/protocol";
import type {
  BroadcastEvent,
  ClientMessage,
  FeedAnnouncement,
  FeedReply,
  Level,
  Limits,
  RoomAddress,
  RoomMessage,
} from "@weft/protocol";
import type { RoomConnection } from "@weft/room";
import type { ErrorBoundary } from "../error-boundary.ts";
import { asWeftError } from "../http/failure.ts";
import type { ClientConnection, MessageHandler } from "./connection.ts";

export interface FeedRequestsOptions {
  /** Takes all other messages. */
  readonly room: RoomConnection;
  readonly address: RoomAddress;
  /** The connection's rights on feeds. */
  readonly level: Level;
  readonly socket: Pick<ClientConnection, "pause" | "resume" | "close">;
  readonly feeds: Feeds;
  readonly limits: Limits;
  readonly boundary: ErrorBoundary;
}

/**
 * Answers a connection's requests about feeds, and passes everything else on to its room.
 *
 *     frame ─┬─ requests about feeds ─► queue ─► feeds ─┬─ a list, or a failure ─► this connection
 *            │                                          └─ a change ─► announced by the room, here too
 *            └─ everything else ───────────────────────► room
 *
 * - Requests are handled one at a time, in order. Events that are sent behind one wait for it, so that no event arrives
 *   before the change that it refers to.
 * - Each request is answered once. Those that still wait when the connection ends are dropped.
 * - The connection is not read while too many requests wait.
 */
export function createFeedRequests(options: FeedRequestsOptions): MessageHandler {
  return new FeedRequestQueue(options);
}

interface Waiting {
  readonly message: FeedRequest | BroadcastEvent;
  /** The size of its frame, counted with the last of the frame that waits. */
  bytes: number;
}

class FeedRequestQueue implements MessageHandler {
  readonly #options: FeedRequestsOptions;
  readonly #waiting: Waiting[] = [];
  #bytes = 0;
  #running = false;
  #left = false;

  constructor(options: FeedRequestsOptions) {
    this.#options = options;
  }

  receive(messages: readonly ClientMessage[], bytes = 0): void {
    const { room } = this.#options;
    if (this.#waiting.length === 0 && !messages.some(isFeedRequest))
      return room.receive(messages as RoomMessage[], bytes);
    const before = this.#waiting.length;
    const others: RoomMessage[] = [];
    for (const message of messages) {
      if (isFeedRequest(message)) this.#waiting.push({ message, bytes: 0 });
      else if (message.type === ClientMessageType.broadcastEvent && this.#waiting.length > 0)
        this.#waiting.push({ message, bytes: 0 });
      else others.push(message);
    }
    if (this.#waiting.length > before) {
      this.#waiting.at(-1)!.bytes = bytes;
      this.#bytes += bytes;
    }
    if (others.length > 0) room.receive(others, bytes);
    const { socket, boundary } = this.#options;
    if (this.#overBounds) socket.pause("feeds");
    if (this.#running) return;
    const end = () => socket.close("INTERNAL_SERVER_ERROR");
    boundary.run("feed requests", () => this.#run(), end);
  }

  leave(closeCode: number): void {
    this.#left = true;
    this.#waiting.length = 0;
    this.#options.room.leave(closeCode);
  }

  get #overBounds(): boolean {
    const { feedRequestsWaiting, feedRequestBytesWaiting } = this.#options.limits;
    return this.#waiting.length > feedRequestsWaiting || this.#bytes > feedRequestBytesWaiting;
  }

  async #run(): Promise<void> {
    this.#running = true;
    // The first stays in the queue while it is handled: what is sent meanwhile is behind it.
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const { message } = next;
      if (message.type === ClientMessageType.broadcastEvent) this.#options.room.receive([message]);
      else await this.#handle(message);
      if (this.#left) return;
      this.#waiting.shift();
      this.#bytes -= next.bytes;
      if (!this.#overBounds) this.#options.socket.resume("feeds");
    }
    this.#running = false;
  }

  async #handle(request: FeedRequest): Promise<void> {
    const { boundary, address, feeds, level } = this.#options;
    try {
      if (!isAllowed(request, level)) {
        const message = `The connection may not ${isRead(request) ? "read" : "change"} feeds.`;
        throw new WeftError("FORBIDDEN", { message });
      }
      const reply = await answer(request, address, feeds, this.#options.limits);
      if (reply !== undefined) this.#send(reply);
    } catch (cause) {
      const failure = asWeftError(cause);
      if (failure.code === "INTERNAL_SERVER_ERROR") boundary.report("feed request", cause);
      const { requestId } = request;
      const code = failureCode(request, failure);
      this.#send({ type: ServerMessageType.feedRequestFailed, requestId, code, reason: failure.message });
    }
  }

  #send(message: FeedReply | FeedAnnouncement): void {
    // Through the room, which may still be about to send announcements that are older.
    if (!this.#left) this.#options.room.reply(message);
  }
}

const requestTypes: ReadonlySet<number> = new Set(FeedRequest.options.map(({ shape }) => shape.type.value));

function isFeedRequest(message: ClientMessage): message is FeedRequest {
  return requestTypes.has(message.type);
}

function isRead({ type }: FeedRequest): boolean {
  return type === ClientMessageType.fetchFeeds || type === ClientMessageType.fetchFeedMessages;
}

function isAllowed(request: FeedRequest, level: Level): boolean {
  return level === "write" || (level === "read" && isRead(request));
}

/**
 * Carries out a request. What it answers goes to the sender alone: lists, and the confirmation of a request that changed
 * nothing. A change is announced to the sender as to everyone else.
 */
async function answer(
  request: FeedRequest,
  room: RoomAddress,
  feeds: Feeds,
  limits: Limits,
): Promise<FeedReply | FeedAnnouncement | undefined> {
  switch (request.type) {
    case ClientMessageType.fetchFeeds: {
      const { requestId } = request;
      const metadata = new Map(Object.entries(request.metadata ?? {}));
      const { items, nextCursor } = await feeds.list(room, { ...searchOf(request, limits), metadata });
      return { type: ServerMessageType.feedList, requestId, feeds: items.map(describeFeed), ...more(nextCursor) };
    }
    case ClientMessageType.fetchFeedMessages: {
      const { requestId, feedId } = request;
      const search = { ...searchOf(request, limits), order: "newestFirst" } as const;
      const { items, nextCursor } = await feeds.messages(room, feedId, search);
      const messages = items.map(describeFeedMessage);
      return { type: ServerMessageType.feedMessageList, requestId, feedId, messages, ...more(nextCursor) };
    }
    case ClientMessageType.addFeed: {
      const { feedId: id, metadata, createdAt } = request;
      await feeds.create(room, { id, metadata: new Map(Object.entries(metadata ?? {})), createdAt });
      return undefined;
    }
    case ClientMessageType.updateFeed:
      await feeds.update(room, request.feedId, new Map(Object.entries(request.metadata)));
      return undefined;
    case ClientMessageType.deleteFeed: {
      const { feedId } = request;
      const deleted = await feeds.delete(room, feedId);
      return deleted ? undefined : { type: ServerMessageType.feedDeleted, feedId };
    }
    case ClientMessageType.addFeedMessage: {
      const { feedId, id, data, createdAt } = request;
      await feeds.addMessage(room, feedId, { id, data, createdAt });
      return undefined;
    }
    case ClientMessageType.updateFeedMessage: {
      const { feedId, messageId, data, updatedAt } = request;
      const { message, changed } = await feeds.updateMessage(room, feedId, messageId, { data, updatedAt });
      const messages = [describeFeedMessage(message)];
      return changed ? undefined : { type: ServerMessageType.feedMessagesUpdated, feedId, messages };
    }
    case ClientMessageType.deleteFeedMessage: {
      const { feedId, messageId } = request;
      const deleted = await feeds.deleteMessage(room, feedId, messageId);
      return deleted ? undefined : { type: ServerMessageType.feedMessagesDeleted, feedId, messageIds: [messageId] };
    }
  }
}

/** Official clients have no way to learn of a page that is refused, so numbers are brought into their bounds. */
function searchOf(
  { limit, cursor, since }: Extract<FeedRequest, { limit?: number }>,
  { pageSize, pageSizeMax }: Limits,
): FeedSearch {
  return {
    limit: limit === undefined ? pageSize : clamp(limit, 1, pageSizeMax),
    cursor,
    foreignCursor: "ignored",
    since: since === undefined ? undefined : clamp(since, -1, Number.MAX_SAFE_INTEGER),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.floor(value)));
}

function more(nextCursor: string | null): { readonly nextCursor?: string } {
  return nextCursor === null ? {} : { nextCursor };
}

/** The code that official clients know, where they know one, or a code of the catalogue. */
function failureCode({ type }: FeedRequest, { code }: WeftError): string {
  const isOfMessage = type === ClientMessageType.updateFeedMessage;
  if (code === "RESOURCE_NOT_FOUND") return isOfMessage ? "FEED_MESSAGE_NOT_FOUND" : "FEED_NOT_FOUND";
  if (code === "RESOURCE_ALREADY_EXISTS")
    return type === ClientMessageType.addFeed ? "FEED_ALREADY_EXISTS" : "INTERNAL";
  return code === "INTERNAL_SERVER_ERROR" ? "INTERNAL" : code;
}
