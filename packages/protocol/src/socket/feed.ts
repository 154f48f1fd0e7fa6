import { z } from "zod";
import { Feed, FeedMessage, FeedMetadata, FeedMetadataChange } from "../feed.ts";
import { JsonObject } from "../json.ts";
import { message } from "../message.ts";
import { ClientMessageType, ServerMessageType } from "./message-type.ts";

/** Chosen by the client; the answer carries it back. */
const requestId = z.string();
const feedId = z.string();
const messageId = z.string();
/** Milliseconds since the epoch. */
const instant = z.number();
const page = { cursor: z.string().optional(), since: instant.optional(), limit: z.number().optional() };

const FetchFeeds = message(
  ClientMessageType.fetchFeeds,
  { requestId, ...page, metadata: FeedMetadata.optional() },
  { since: 8, doc: "Ask for a page of the room's feeds, newest first." },
);
const FetchFeedMessages = message(
  ClientMessageType.fetchFeedMessages,
  { requestId, feedId, ...page },
  { since: 8, doc: "Ask for a page of a feed's messages, newest first." },
);
const AddFeed = message(
  ClientMessageType.addFeed,
  { requestId, feedId, metadata: FeedMetadata.optional(), createdAt: instant.optional() },
  { since: 8, doc: "Add a feed." },
);
const UpdateFeed = message(
  ClientMessageType.updateFeed,
  { requestId, feedId, metadata: FeedMetadataChange },
  { since: 8, doc: "Change the metadata of a feed; null removes a key." },
);
const DeleteFeed = message(ClientMessageType.deleteFeed, { requestId, feedId }, { since: 8, doc: "Delete a feed." });
const AddFeedMessage = message(
  ClientMessageType.addFeedMessage,
  { requestId, feedId, data: JsonObject, id: messageId.optional(), createdAt: instant.optional() },
  { since: 8, doc: "Add a message to a feed." },
);
const UpdateFeedMessage = message(
  ClientMessageType.updateFeedMessage,
  { requestId, feedId, messageId, data: JsonObject, updatedAt: instant.optional() },
  { since: 8, doc: "Replace the data of a feed's message." },
);
const DeleteFeedMessage = message(
  ClientMessageType.deleteFeedMessage,
  { requestId, feedId, messageId },
  { since: 8, doc: "Delete a message of a feed." },
);

/** Requests about feeds. Each is answered under its `requestId`. */
export const FeedRequest = z.discriminatedUnion("type", [
  FetchFeeds,
  FetchFeedMessages,
  AddFeed,
  UpdateFeed,
  DeleteFeed,
  AddFeedMessage,
  UpdateFeedMessage,
  DeleteFeedMessage,
]);
export type FeedRequest = z.output<typeof FeedRequest>;

const FeedList = message(
  ServerMessageType.feedList,
  { requestId, feeds: z.array(Feed), nextCursor: z.string().optional() },
  { since: 8, doc: "A page of the room's feeds, newest first." },
);
const FeedMessageList = message(
  ServerMessageType.feedMessageList,
  { requestId, feedId, messages: z.array(FeedMessage), nextCursor: z.string().optional() },
  { since: 8, doc: "A page of a feed's messages, newest first." },
);
const FeedRequestFailed = message(
  ServerMessageType.feedRequestFailed,
  { requestId, code: z.string(), reason: z.string().optional() },
  { since: 8, doc: "A request about feeds failed; `code` is reported to the application." },
);

/** Answers to requests about feeds, for the connection that asked. */
export const FeedReply = z.discriminatedUnion("type", [FeedList, FeedMessageList, FeedRequestFailed]);
export type FeedReply = z.output<typeof FeedReply>;

const FeedsAdded = message(
  ServerMessageType.feedsAdded,
  { feeds: z.array(Feed) },
  { since: 8, doc: "Feeds were added." },
);
const FeedsUpdated = message(
  ServerMessageType.feedsUpdated,
  { feeds: z.array(Feed) },
  { since: 8, doc: "The metadata of feeds changed." },
);
const FeedDeleted = message(
  ServerMessageType.feedDeleted,
  { feedId },
  { since: 8, doc: "A feed was deleted, with its messages." },
);
const FeedMessagesAdded = message(
  ServerMessageType.feedMessagesAdded,
  { feedId, messages: z.array(FeedMessage) },
  { since: 8, doc: "Messages were added to a feed." },
);
const FeedMessagesUpdated = message(
  ServerMessageType.feedMessagesUpdated,
  { feedId, messages: z.array(FeedMessage) },
  { since: 8, doc: "The data of messages changed." },
);
const FeedMessagesDeleted = message(
  ServerMessageType.feedMessagesDeleted,
  { feedId, messageIds: z.array(messageId) },
  { since: 8, doc: "Messages were deleted." },
);

/** Changes of feeds, for every connection that may read them. They also tell the sender that its request succeeded. */
export const FeedAnnouncement = z.discriminatedUnion("type", [
  FeedsAdded,
  FeedsUpdated,
  FeedDeleted,
  FeedMessagesAdded,
  FeedMessagesUpdated,
  FeedMessagesDeleted,
]);
export type FeedAnnouncement = z.output<typeof FeedAnnouncement>;
