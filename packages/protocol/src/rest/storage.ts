import { z } from "zod";
import { StorageDocument } from "../compat.ts";
import { endpoint } from "../endpoint.ts";
import { RoomId } from "../ids.ts";
import { JsonObject } from "../json.ts";
import { Op } from "../socket/op.ts";

const path = z.object({ roomId: RoomId });
const tag = "Storage";

export const getStorage = endpoint({
  id: "get-storage",
  route: "GET /v2/rooms/{roomId}/storage",
  tag,
  summary: "Get Storage",
  auth: "secret",
  path,
  query: z.object({
    format: z
      .string()
      .optional()
      .meta({
        description:
          "`json` for plain JSON. Defaults to `plain-lson`, in which every node has its type, so that the document can be sent back.",
        examples: ["plain-lson", "json"],
      }),
  }),
  returns: JsonObject,
  errors: ["ROOM_NOT_FOUND"],
});

/** A node of a Storage tree with its id. */
export const StorageNode = z
  .tuple([z.string(), JsonObject])
  .meta({ id: "StorageNode", description: "A node's id and the node. The root comes first, parents before children." });

export const getStorageNodes = endpoint({
  id: "get-storage-as-user",
  route: "GET /v2/c/rooms/{roomId}/storage",
  tag,
  summary: "Get Storage nodes as user",
  auth: "user",
  needs: { storage: "read" },
  path,
  returns: z.array(StorageNode),
});

export const initialiseStorage = endpoint({
  id: "initialize-storage",
  route: "POST /v2/rooms/{roomId}/storage",
  tag,
  summary: "Initialize Storage",
  description: "Works only while the root is empty. Connected users are disconnected and load the new document.",
  auth: "secret",
  path,
  body: StorageDocument,
  bodyLimit: "restStorageBody",
  returns: StorageDocument,
  errors: ["ROOM_NOT_FOUND", "CANNOT_UPDATE_EXISTING_STORAGE"],
});

export const deleteStorage = endpoint({
  id: "delete-storage",
  route: "DELETE /v2/rooms/{roomId}/storage",
  tag,
  summary: "Delete Storage",
  description: "Connected users are disconnected. Documents and uploaded files are kept.",
  auth: "secret",
  path,
  returns: { empty: true },
  errors: ["ROOM_NOT_FOUND"],
});

/** RFC 6902. Its finer rules are those of the operations, and are checked where they are applied. */
export const JsonPatch = z
  .array(
    z.object({
      op: z.enum(["add", "remove", "replace", "move", "copy", "test"]),
      path: z.string(),
      from: z.string().optional(),
      value: z.any().optional(),
    }),
  )
  .meta({ id: "JsonPatch", description: "Operations of RFC 6902, in order." });

export const patchStorage = endpoint({
  id: "patch-storage",
  route: "PATCH /v2/rooms/{roomId}/storage/json-patch",
  tag,
  summary: "Patch Storage",
  description: "Atomic: if an operation fails, the document is not changed.",
  auth: "secret",
  path,
  body: JsonPatch,
  bodyLimit: "restStorageBody",
  returns: { empty: true },
  errors: ["ROOM_NOT_FOUND", "INVALID_STORAGE_MUTATION_REQUEST"],
});

export const requestStorageMutation = endpoint({
  id: "request-storage-mutation",
  route: "POST /v2/rooms/{roomId}/request-storage-mutation",
  tag,
  summary: "Request Storage mutation",
  description:
    'The first line is `{"actor":N}`, a number never used before in the room. Each following line is a node, `[id, node]`, parents first.',
  auth: "secret",
  path,
  returns: { lines: z.union([z.strictObject({ actor: z.int() }), StorageNode]) },
  errors: ["ROOM_NOT_FOUND"],
});

export const sendMessage = endpoint({
  id: "send-message",
  route: "POST /v2/rooms/{roomId}/send-message",
  tag,
  summary: "Send Storage ops",
  description: "The response contains the acknowledgements of each message.",
  auth: "secret",
  path,
  body: z.object({ messages: z.array(z.object({ type: z.literal(201), ops: z.array(Op) })) }),
  bodyLimit: "restStorageBody",
  returns: z.strictObject({
    messages: z.array(z.array(z.strictObject({ type: z.literal(201), ops: z.array(JsonObject) }))),
  }),
  errors: ["ROOM_NOT_FOUND"],
});

export const storageEndpoints = [
  getStorage,
  initialiseStorage,
  deleteStorage,
  patchStorage,
  requestStorageMutation,
  sendMessage,
  getStorageNodes,
] as const;
