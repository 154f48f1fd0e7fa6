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

/** The node that every Storage has. */
export const rootId = "root";

/** The pseudo node whose deletion acknowledges an op that changed nothing. */
export const ackNodeId = "ACK";
