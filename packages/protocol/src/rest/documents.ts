/** The Yjs documents of a room: the root document, and the subdocuments that it refers to. */
import { z } from "zod";
import { bytes, endpoint, flag } from "../endpoint.ts";
import { RoomId } from "../ids.ts";
import { Json } from "../json.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";

const path = z.object({ roomId: RoomId });
const tag = "Documents";

const guid = StorableText.max(limits.documentGuidLength)
  .optional()
  .meta({ description: "The `guid` of a subdocument. Defaults to the root document." });

export const getDocument = endpoint({
  id: "get-document",
  route: "GET /v2/rooms/{roomId}/ydoc",
  tag,
  summary: "Get Yjs document",
  description:
    "Returns an object with all roots. With `key`, the object has only that root. With `key` and `type`, returns the root " +
    "itself. Texts are strings, XML is markup, binary values are objects of bytes by index, and subdocuments are empty.",
  auth: "secret",
  path,
  query: z.object({
    formatting: flag("Returns texts as lists of text and formatting."),
    key: z.string().optional().meta({ description: "The name of a root." }),
    type: z
      .string()
      .optional()
      .meta({
        description:
          "What the root `key` is read as, instead of what it looks like. Other values than those of the examples are " +
          "passed over.",
        examples: ["ymap", "ytext", "yxmltext", "yxmlfragment", "yarray"],
      }),
  }),
  returns: Json,
  errors: ["ROOM_NOT_FOUND"],
});

export const updateDocument = endpoint({
  id: "update-document",
  route: "PUT /v2/rooms/{roomId}/ydoc",
  tag,
  summary: "Send Yjs update",
  description:
    "The body is one update, sent as `application/octet-stream`. Everyone in the room receives it. The update is durable when the " +
    "call returns. Applying it again changes nothing.",
  auth: "secret",
  path,
  query: z.object({
    guid,
    encoder: z.string().optional().meta({ description: "`v2` if the update is in Yjs's V2 encoding." }),
  }),
  body: bytes("The update.", { octetStream: true }),
  bodyLimit: "restDocumentBody",
  returns: z.strictObject({ success: z.literal(true) }),
  errors: ["ROOM_NOT_FOUND"],
});

export const getDocumentAsUpdate = endpoint({
  id: "get-document-as-update",
  route: "GET /v2/rooms/{roomId}/ydoc-binary",
  tag,
  summary: "Get Yjs document as binary update",
  description: "In Yjs's V1 encoding. A document without updates is the bytes `00 00`.",
  auth: "secret",
  path,
  query: z.object({ guid }),
  returns: { octets: "The whole state as one update." },
  errors: ["ROOM_NOT_FOUND"],
});

export const documentEndpoints = [getDocument, updateDocument, getDocumentAsUpdate] as const;
