import { z } from "zod";
import { FetchDocument, UpdateDocument } from "./document.ts";
import { FeedRequest } from "./feed.ts";
import { BroadcastEvent, UpdatePresence } from "./presence.ts";
import { AskDecidedOps, FetchStorage, UpdateStorage } from "./storage.ts";

/** Messages for the room of a connection: presence, events, Storage and documents. */
export const RoomMessage = z.discriminatedUnion("type", [
  UpdatePresence,
  BroadcastEvent,
  FetchStorage,
  UpdateStorage,
  AskDecidedOps,
  FetchDocument,
  UpdateDocument,
]);
export type RoomMessage = z.output<typeof RoomMessage>;

/** Every message of a client. */
export const ClientMessage = z.discriminatedUnion("type", [...RoomMessage.options, ...FeedRequest.options]);
export type ClientMessage = z.output<typeof ClientMessage>;
