import { z } from "zod";
import { Json, JsonObject } from "../json.ts";
import { FileData } from "./file.ts";
import { TextData, TextOperation } from "./text.ts";

/** Kinds of Storage nodes, by wire code. */
export const NodeType = { object: 0, list: 1, map: 2, register: 3, text: 4, file: 5 } as const;
export type NodeType = (typeof NodeType)[keyof typeof NodeType];

/** Kinds of ops, by wire code. */
export const OpType = {
  setParentKey: 1,
  createList: 2,
  updateObject: 3,
  createObject: 4,
  deleteNode: 5,
  deleteObjectKey: 6,
  createMap: 7,
  createRegister: 8,
  createText: 9,
  updateText: 10,
  createFile: 11,
} as const;
export type OpType = (typeof OpType)[keyof typeof OpType];

const common = { id: z.string(), opId: z.string() };
const placed = {
  parentId: z.string(),
  parentKey: z.string(),
  intent: z.enum(["set", "push"]).optional(),
  deletedId: z.string().optional(),
};

export const SetParentKeyOp = z.object({ type: z.literal(1), ...common, parentKey: z.string() });
export const CreateListOp = z.object({ type: z.literal(2), ...common, ...placed });
export const UpdateObjectOp = z.object({ type: z.literal(3), ...common, data: JsonObject });
export const CreateObjectOp = z.object({ type: z.literal(4), ...common, ...placed, data: JsonObject });
export const DeleteNodeOp = z.object({ type: z.literal(5), ...common });
export const DeleteObjectKeyOp = z.object({ type: z.literal(6), ...common, key: z.string() });
export const CreateMapOp = z.object({ type: z.literal(7), ...common, ...placed });
export const CreateRegisterOp = z.object({ type: z.literal(8), ...common, ...placed, data: Json });
export const CreateTextOp = z.object({
  type: z.literal(9),
  ...common,
  ...placed,
  data: TextData,
  version: z.int().nonnegative(),
});
export const UpdateTextOp = z.object({
  type: z.literal(10),
  ...common,
  /** The version that the steps were made for. */
  baseVersion: z.int().nonnegative(),
  ops: z.array(TextOperation).readonly(),
  /** The version that they lead to; the server's to say. */
  version: z.int().nonnegative().optional(),
});
export const CreateFileOp = z.object({ type: z.literal(11), ...common, ...placed, data: FileData });

/** One Storage mutation as a client sends it. */
export const Op = z.discriminatedUnion("type", [
  SetParentKeyOp,
  CreateListOp,
  UpdateObjectOp,
  CreateObjectOp,
  DeleteNodeOp,
  DeleteObjectKeyOp,
  CreateMapOp,
  CreateRegisterOp,
  CreateTextOp,
  UpdateTextOp,
  CreateFileOp,
]);
export type Op = z.output<typeof Op>;
export type CreateOp = Extract<Op, { type: 2 | 4 | 7 | 8 | 9 | 11 }>;

type WithoutOpId<T> = T extends unknown ? Omit<T, "opId"> : never;
/** An op as others see it: without `opId`, which only its sender ever receives back. */
export type RemoteOp = WithoutOpId<Op>;
/** An op on its way to a client: an ack carries `opId`, a remote or fix op does not. */
export type ServerOp = RemoteOp & { readonly opId?: string };

/** The pseudo node whose deletion acknowledges an op that changed nothing. */
export const ackNodeId = "ACK";
