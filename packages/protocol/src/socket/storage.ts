import { z } from "zod";
import { Json, JsonObject } from "../json.ts";
import { clientLimits } from "../client-limits.ts";
import { message } from "../message.ts";
import { ClientMessageType, ServerMessageType } from "./message-type.ts";
import { FileData } from "./file.ts";
import { NodeType } from "./op-type.ts";
import { Op, ServerOp } from "./op.ts";
import { TextData } from "./text.ts";

/** A node in the compact form of STORAGE_CHUNK. The same text is what the store keeps. */
export type CompactNode =
  | readonly ["root", JsonObject]
  | readonly [id: string, type: typeof NodeType.object, parentId: string, parentKey: string, data: JsonObject]
  | readonly [id: string, type: typeof NodeType.list, parentId: string, parentKey: string]
  | readonly [id: string, type: typeof NodeType.map, parentId: string, parentKey: string]
  | readonly [id: string, type: typeof NodeType.register, parentId: string, parentKey: string, data: Json]
  | readonly [
      id: string,
      type: typeof NodeType.text,
      parentId: string,
      parentKey: string,
      data: TextData,
      version: number,
    ]
  | readonly [id: string, type: typeof NodeType.file, parentId: string, parentKey: string, data: FileData];

const placed = [z.string(), z.string()] as const;
const CompactNodes: z.ZodType<readonly CompactNode[]> = z.array(
  z.union([
    z.tuple([z.literal("root"), JsonObject]),
    z.tuple([z.string(), z.literal(NodeType.object), ...placed, JsonObject]),
    z.tuple([z.string(), z.literal(NodeType.list), ...placed]),
    z.tuple([z.string(), z.literal(NodeType.map), ...placed]),
    z.tuple([z.string(), z.literal(NodeType.register), ...placed, Json]),
    z.tuple([z.string(), z.literal(NodeType.text), ...placed, TextData, z.int().nonnegative()]),
    z.tuple([z.string(), z.literal(NodeType.file), ...placed, FileData]),
  ]),
);

/** A node in the verbose form of `/v7` and of the NDJSON answers. */
export type VerboseNode = readonly [
  id: string,
  node: {
    readonly type: NodeType;
    readonly parentId?: string;
    readonly parentKey?: string;
    readonly data?: Json;
    readonly version?: number;
  },
];

const VerboseNodes: z.ZodType<readonly VerboseNode[]> = z.array(
  z.tuple([
    z.string(),
    z.object({
      type: z.literal(Object.values(NodeType)),
      parentId: z.string().optional(),
      parentKey: z.string().optional(),
      data: Json.optional(),
      version: z.int().nonnegative().optional(),
    }),
  ]),
);

export const FetchStorage = message(
  ClientMessageType.fetchStorage,
  {},
  { since: 7, doc: "Ask for the whole Storage tree." },
);

export const UpdateStorage = message(
  ClientMessageType.updateStorage,
  { ops: z.array(Op) },
  { since: 7, doc: "Ops to apply, in order." },
);

export type UpdateStorage = z.output<typeof UpdateStorage>;

export const AskDecidedOps = message(
  ClientMessageType.askDecidedOps,
  { opIds: z.array(z.string()).max(clientLimits.opIdsAsked).readonly() },
  {
    since: 8,
    doc: "Ask which of these ops the room has decided, before asking for Storage: those are in it, or had no effect.",
  },
);

export const StorageState = message(
  ServerMessageType.storageState,
  { items: VerboseNodes },
  { since: 7, doc: "The whole Storage tree in one frame; only on `/v7`." },
);

export const StorageUpdated = message(
  ServerMessageType.storageUpdated,
  { ops: z.array(ServerOp).readonly() },
  { since: 7, doc: "Ops of others (no `opId`), acknowledgements (with `opId`) and fixes for the sender." },
);

export const StorageChunk = message(
  ServerMessageType.storageChunk,
  { nodes: CompactNodes },
  { since: 8, doc: "A part of the Storage tree, in any order." },
);

export const StorageStreamEnd = message(
  ServerMessageType.storageStreamEnd,
  {},
  { since: 8, doc: "The Storage tree is complete." },
);

export const DecidedOps = message(
  ServerMessageType.decidedOps,
  { opIds: z.array(z.string()).readonly() },
  {
    since: 8,
    doc: "Those of the ops that ASK_DECIDED_OPS named which the room has decided. They need not be sent again.",
  },
);

export const RejectStorageOp = message(
  ServerMessageType.rejectStorageOp,
  { opIds: z.array(z.string()), reason: z.string() },
  { since: 7, doc: "These ops were refused; the connection is closed so that the client loads Storage anew." },
);
