import { z } from "zod";
import type { Json, JsonObject } from "../json.ts";
import { message } from "../message.ts";
import type { NodeType, ServerOp } from "./op.ts";
import type { FileData } from "./file.ts";
import { Op } from "./op.ts";
import type { TextData } from "./text.ts";

export const FetchStorage = message(200, {}, { since: 7, doc: "Ask for the whole Storage tree." });

export const UpdateStorage = message(201, { ops: z.array(Op) }, { since: 7, doc: "Ops to apply, in order." });

export type UpdateStorage = z.output<typeof UpdateStorage>;

const CompactNodes = z.custom<readonly CompactNode[]>((value) => Array.isArray(value));
const ServerOps = z.custom<readonly ServerOp[]>((value) => Array.isArray(value));

export const StorageState = message(
  200,
  { items: z.custom<readonly VerboseNode[]>((value) => Array.isArray(value)) },
  { since: 7, doc: "The whole Storage tree in one frame; only on `/v7`." },
);

export const StorageUpdated = message(
  201,
  { ops: ServerOps },
  { since: 7, doc: "Ops of others (no `opId`), acknowledgements (with `opId`) and fixes for the sender." },
);

export const StorageChunk = message(
  210,
  { nodes: CompactNodes },
  { since: 8, doc: "A part of the Storage tree, in any order." },
);

export const StorageStreamEnd = message(211, {}, { since: 8, doc: "The Storage tree is complete." });

export const RejectStorageOp = message(
  299,
  { opIds: z.array(z.string()), reason: z.string() },
  { since: 7, doc: "These ops were refused; the connection is closed so that the client loads Storage anew." },
);

/** A node in the compact form of STORAGE_CHUNK. The same text is what the store keeps. */
export type CompactNode =
  | readonly ["root", JsonObject]
  | readonly [id: string, type: 0, parentId: string, parentKey: string, data: JsonObject]
  | readonly [id: string, type: 1, parentId: string, parentKey: string]
  | readonly [id: string, type: 2, parentId: string, parentKey: string]
  | readonly [id: string, type: 3, parentId: string, parentKey: string, data: Json]
  | readonly [id: string, type: 4, parentId: string, parentKey: string, data: TextData, version: number]
  | readonly [id: string, type: 5, parentId: string, parentKey: string, data: FileData];

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
