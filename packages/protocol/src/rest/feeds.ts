/** Feeds of rooms and their messages, for back ends. Clients use the same feeds over their sockets. */
import { z } from "zod";
import { endpoint, integer, mapOf } from "../endpoint.ts";
import { Feed, FeedMessage } from "../feed.ts";
import { FeedId, FeedMessageId, RoomId } from "../ids.ts";
import { JsonObject } from "../json.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";

const roomPath = z.object({ roomId: RoomId });
const feedPath = z.object({ roomId: RoomId, feedId: FeedId });
const messagePath = z.object({ roomId: RoomId, feedId: FeedId, messageId: FeedMessageId });

const metadataText = StorableText.max(limits.metadataValueLength);
const MetadataValue = z.union([metadataText, z.array(metadataText)]);
/** The last one is that of a `Date`. */
const timestamp = z.int().min(0).max(8_640_000_000_000_000).optional();
const data = JsonObject.meta({
  type: "object",
  description: "Any JSON object; the limits page names the largest (`feedMessageData`).",
});

const since = z
  .string()
  .transform((text, context) => {
    if (/^\d{1,15}$/.test(text)) return Number(text);
    context.addIssue({ code: "custom", message: "must be an instant in milliseconds since the epoch." });
    return z.NEVER;
  })
  .optional()
  .meta({ type: "integer", minimum: 0, description: "Only what was created after this instant, in milliseconds." });
const page = (what: string) =>
  z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: `${what} per page.` }),
    cursor: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
    since,
  });
const nextCursor = z.string().nullable().meta({ description: "Null on the last page." });
const shortPages = "A page of large items may hold fewer than `limit`.";

const tag = "Feeds";

export const listFeeds = endpoint({
  id: "list-feeds",
  route: "GET /v2/rooms/{roomId}/feeds",
  tag,
  summary: "List feeds",
  description: shortPages,
  auth: "secret",
  path: roomPath,
  query: page("Feeds"),
  returns: z.strictObject({ data: z.array(Feed), nextCursor }),
  errors: ["ROOM_NOT_FOUND"],
});

export const createFeed = endpoint({
  id: "create-feed",
  route: "POST /v2/rooms/{roomId}/feeds",
  tag,
  summary: "Create feed",
  auth: "secret",
  path: roomPath,
  body: z.object({
    feedId: FeedId,
    metadata: mapOf(MetadataValue, {
      entries: limits.metadataEntries,
      keyLength: limits.metadataKeyLength,
    }).optional(),
    timestamp: timestamp.meta({ description: "When it was created, in milliseconds since the epoch; now by default." }),
  }),
  returns: Feed,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_ALREADY_EXISTS", "PROJECT_FULL"],
});

export const getFeed = endpoint({
  id: "get-feed",
  route: "GET /v2/rooms/{roomId}/feeds/{feedId}",
  tag,
  summary: "Get feed",
  auth: "secret",
  path: feedPath,
  returns: Feed,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

export const updateFeed = endpoint({
  id: "update-feed",
  route: "PATCH /v2/rooms/{roomId}/feeds/{feedId}",
  tag,
  summary: "Update feed",
  description: "Keys that you omit don't change; null removes a key.",
  auth: "secret",
  path: feedPath,
  body: z.object({
    metadata: mapOf(z.union([metadataText, z.array(metadataText), z.null()]), { keyLength: limits.metadataKeyLength }),
  }),
  returns: Feed,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND", "PROJECT_FULL"],
});

export const deleteFeed = endpoint({
  id: "delete-feed",
  route: "DELETE /v2/rooms/{roomId}/feeds/{feedId}",
  tag,
  summary: "Delete feed",
  auth: "secret",
  path: feedPath,
  returns: { empty: true },
  status: 204,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

export const listFeedMessages = endpoint({
  id: "list-feed-messages",
  route: "GET /v2/rooms/{roomId}/feeds/{feedId}/messages",
  tag,
  summary: "List feed messages",
  description: shortPages,
  auth: "secret",
  path: feedPath,
  query: page("Messages"),
  returns: z.strictObject({ data: z.array(FeedMessage), nextCursor }),
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

export const createFeedMessage = endpoint({
  id: "create-feed-message",
  route: "POST /v2/rooms/{roomId}/feeds/{feedId}/messages",
  tag,
  summary: "Create feed message",
  auth: "secret",
  path: feedPath,
  body: z.object({
    data,
    id: FeedMessageId.optional().meta({ description: "A new id by default." }),
    timestamp: timestamp.meta({ description: "When it was created, in milliseconds since the epoch; now by default." }),
  }),
  returns: FeedMessage,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND", "RESOURCE_ALREADY_EXISTS", "PROJECT_FULL"],
});

export const updateFeedMessage = endpoint({
  id: "update-feed-message",
  route: "PATCH /v2/rooms/{roomId}/feeds/{feedId}/messages/{messageId}",
  tag,
  summary: "Update feed message",
  description:
    "An update with a `timestamp` before the message's `updatedAt` changes nothing; the answer is the message.",
  auth: "secret",
  path: messagePath,
  body: z.object({
    data,
    timestamp: timestamp.meta({ description: "When it changed, in milliseconds since the epoch; now by default." }),
  }),
  returns: FeedMessage,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND", "PROJECT_FULL"],
});

export const deleteFeedMessage = endpoint({
  id: "delete-feed-message",
  route: "DELETE /v2/rooms/{roomId}/feeds/{feedId}/messages/{messageId}",
  tag,
  summary: "Delete feed message",
  auth: "secret",
  path: messagePath,
  returns: { empty: true },
  status: 204,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

export const feedEndpoints = [
  listFeeds,
  createFeed,
  getFeed,
  updateFeed,
  deleteFeed,
  listFeedMessages,
  createFeedMessage,
  updateFeedMessage,
  deleteFeedMessage,
] as const;
