import { z } from "zod";
import { Json, JsonObject } from "../json.ts";
import { FileData } from "./file.ts";
import { OpType } from "./op-type.ts";
import { TextData, TextOperation } from "./text.ts";

const common = { id: z.string(), opId: z.string() };
const placed = {
  parentId: z.string(),
  parentKey: z.string(),
  intent: z.enum(["set", "push"]).optional(),
  deletedId: z.string().optional(),
};

export const SetParentKeyOp = z.object({ type: z.literal(OpType.setParentKey), ...common, parentKey: z.string() });
export const CreateListOp = z.object({ type: z.literal(OpType.createList), ...common, ...placed });
export const UpdateObjectOp = z.object({ type: z.literal(OpType.updateObject), ...common, data: JsonObject });
export const CreateObjectOp = z.object({
  type: z.literal(OpType.createObject),
  ...common,
  ...placed,
  data: JsonObject,
});
export const DeleteNodeOp = z.object({ type: z.literal(OpType.deleteNode), ...common });
export const DeleteObjectKeyOp = z.object({ type: z.literal(OpType.deleteObjectKey), ...common, key: z.string() });
export const CreateMapOp = z.object({ type: z.literal(OpType.createMap), ...common, ...placed });
export const CreateRegisterOp = z.object({ type: z.literal(OpType.createRegister), ...common, ...placed, data: Json });
export const CreateTextOp = z.object({
  type: z.literal(OpType.createText),
  ...common,
  ...placed,
  data: TextData,
  version: z.int().nonnegative(),
});
export const UpdateTextOp = z.object({
  type: z.literal(OpType.updateText),
  ...common,
  /** The version that the operations were made for. */
  baseVersion: z.int().nonnegative(),
  ops: z.array(TextOperation).readonly(),
  /** The version after the operations; set by the server. */
  version: z.int().nonnegative().optional(),
});
export const CreateFileOp = z.object({ type: z.literal(OpType.createFile), ...common, ...placed, data: FileData });

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
export type CreateOp = z.output<
  | typeof CreateListOp
  | typeof CreateObjectOp
  | typeof CreateMapOp
  | typeof CreateRegisterOp
  | typeof CreateTextOp
  | typeof CreateFileOp
>;

type WithoutOpId<T> = T extends unknown ? Omit<T, "opId"> : never;
/** An op as other clients receive it: without `opId`, which only its sender receives back. */
export type RemoteOp = WithoutOpId<Op>;
/** An op on its way to a client: an ack carries `opId`, a remote or fix op does not. */
export type ServerOp = RemoteOp & { readonly opId?: string };
const unacknowledged = { opId: true } as const;
export const ServerOp: z.ZodType<ServerOp> = z.discriminatedUnion("type", [
  SetParentKeyOp.partial(unacknowledged),
  CreateListOp.partial(unacknowledged),
  UpdateObjectOp.partial(unacknowledged),
  CreateObjectOp.partial(unacknowledged),
  DeleteNodeOp.partial(unacknowledged),
  DeleteObjectKeyOp.partial(unacknowledged),
  CreateMapOp.partial(unacknowledged),
  CreateRegisterOp.partial(unacknowledged),
  CreateTextOp.partial(unacknowledged),
  UpdateTextOp.partial(unacknowledged),
  CreateFileOp.partial(unacknowledged),
]);
