import { z } from "zod";
import { CommentEvent } from "./comment-event.ts";
import { DocumentUpdated } from "./document.ts";
import { FeedAnnouncement, FeedReply } from "./feed.ts";
import { EventBroadcasted, PresenceUpdated, RoomState, UserJoined, UserLeft } from "./presence.ts";
import {
  DecidedOps,
  RejectStorageOp,
  StorageChunk,
  StorageState,
  StorageStreamEnd,
  StorageUpdated,
} from "./storage.ts";

/** Every message of the server. */
export const ServerMessage = z.discriminatedUnion("type", [
  PresenceUpdated,
  UserJoined,
  UserLeft,
  EventBroadcasted,
  RoomState,
  StorageState,
  StorageUpdated,
  StorageChunk,
  StorageStreamEnd,
  DecidedOps,
  RejectStorageOp,
  DocumentUpdated,
  ...CommentEvent.options,
  ...FeedReply.options,
  ...FeedAnnouncement.options,
]);
export type ServerMessage = z.output<typeof ServerMessage>;
