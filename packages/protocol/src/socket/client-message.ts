import { z } from "zod";
import { FetchDocument, UpdateDocument } from "./document.ts";
import { FeedRequest } from "./feed.ts";
import { BroadcastEvent, UpdatePresence } from "./presence.ts";
import { FetchStorage, UpdateStorage } from "./storage.ts";

/** Every message of a client. */
export const ClientMessage = z.discriminatedUnion("type", [
  UpdatePresence,
  BroadcastEvent,
  FetchStorage,
  UpdateStorage,
  FetchDocument,
  UpdateDocument,
  ...FeedRequest.options,
]);
export type ClientMessage = z.output<typeof ClientMessage>;
