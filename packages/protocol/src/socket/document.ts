import { z } from "zod";
import { limits } from "../limits.ts";
import { message } from "../message.ts";
import { StorableText } from "../storable.ts";
import { ClientMessageType, ServerMessageType } from "./message-type.ts";

/** The name of a subdocument; the root document has none. */
const guid = StorableText.min(1).max(limits.documentGuidLength).optional();
const base64 = z.string();

export const FetchDocument = message(
  ClientMessageType.fetchDocument,
  { vector: base64, guid, v2: z.boolean().optional() },
  { since: 7, doc: "Ask for what this state vector lacks of a Yjs document; an empty one asks for everything." },
);
export type FetchDocument = z.output<typeof FetchDocument>;

export const UpdateDocument = message(
  ClientMessageType.updateDocument,
  { update: base64, guid, v2: z.boolean().optional() },
  { since: 7, doc: "A Yjs update, in the V2 encoding if `v2` says so." },
);
export type UpdateDocument = z.output<typeof UpdateDocument>;

export const DocumentUpdated = message(
  ServerMessageType.documentUpdated,
  {
    update: base64,
    isSync: z.boolean(),
    stateVector: base64.nullable(),
    guid: z.string().optional(),
    v2: z.boolean().optional(),
    remoteSnapshotHash: z.string(),
  },
  {
    since: 7,
    doc: "The response to a fetch (`isSync`, with the state vector of the server), or an update by any client, including the receiver. The hash is that of the server's document.",
  },
);
export type DocumentUpdated = z.output<typeof DocumentUpdated>;
