import { z } from "zod";
import { BroadcastEvent, UpdatePresence } from "./presence.ts";
import { FetchStorage, UpdateStorage } from "./storage.ts";

/** Everything a client may say. Yjs (300, 301) and feeds (510–517) take their place here with their issues. */
export const ClientMessage = z.discriminatedUnion("type", [
  UpdatePresence,
  BroadcastEvent,
  FetchStorage,
  UpdateStorage,
]);
export type ClientMessage = z.output<typeof ClientMessage>;
