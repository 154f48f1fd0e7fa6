import { z } from "zod";
import { JsonObject } from "../json.ts";
import { message } from "../message.ts";
import { ClientMessageType, ServerMessageType } from "./message-type.ts";

/** Chosen by the client; the answer carries it back. */
const requestId = z.string();
const feedId = z.string();
const messageId = z.string();
/** Milliseconds since the epoch. */
const instant = z.number();
const metadataValue = z.union([z.string(), z.array(z.string())]);
const metadata = z.record(z.string(), metadataValue);
/** A value of null removes the key. */
const metadataChange = z.record(z.string(), metadataValue.nullable());
const page = { cursor: z.string().optional(), since: instant.optional(), limit: z.number().optional() };

const FetchFeeds = message(
  ClientMessageType.fetchFeeds,
  { requestId, ...page, metadata: metadata.optional() },
  { since: 8, doc: "Ask for a page of the room's feeds, newest first." },
);
const FetchFeedMessages = message(
  ClientMessageType.fetchFeedMessages,
  { requestId, feedId, ...page },
  { since: 8, doc: "Ask for a page of a feed's messages, newest first." },
);
const AddFeed = message(
  ClientMessageType.addFeed,
  { requestId, feedId, metadata: metadata.optional(), createdAt: instant.optional() },
  { since: 8, doc: "Add a feed." },
);
const UpdateFeed = message(
  ClientMessageType.updateFeed,
  { requestId, feedId, metadata: metadataChange },
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

export const FeedRequestFailed = message(
  ServerMessageType.feedRequestFailed,
  { requestId: z.string(), code: z.string(), reason: z.string().optional() },
  { since: 8, doc: "A request about feeds failed; `code` is reported to the application." },
);
export type FeedRequestFailed = z.output<typeof FeedRequestFailed>;
