import { z } from "zod";
import { FetchDocument, UpdateDocument } from "./document.ts";
import { BroadcastEvent, UpdatePresence } from "./presence.ts";
import { FetchStorage, UpdateStorage } from "./storage.ts";

/** Everything a client may say. Feeds (510–517) take their place here with their issue. */
export const ClientMessage = z.discriminatedUnion("type", [
  UpdatePresence,
  BroadcastEvent,
  FetchStorage,
  UpdateStorage,
  FetchDocument,
  UpdateDocument,
]);
export type ClientMessage = z.output<typeof ClientMessage>;
