import type { Feed, FeedMessage } from "@weft/protocol";
import type { FeedMessageRecord, FeedRecord } from "./feed-records.ts";

/** A feed as REST and sockets show it. */
export function describeFeed({ id, metadata, createdAt, updatedAt }: FeedRecord): Feed {
  return { feedId: id, metadata: Object.fromEntries(metadata), createdAt, updatedAt };
}

/** A message as REST and sockets show it. */
export function describeFeedMessage({ id, data, createdAt, updatedAt }: FeedMessageRecord): FeedMessage {
  return { id, data, createdAt, updatedAt };
}
