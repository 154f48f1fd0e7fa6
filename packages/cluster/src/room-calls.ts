import type { CallRules, RoomHost } from "@weft/room";

/** Calls about one room whose arguments and answers are plain data. */
export type PlainCall = Exclude<
  keyof RoomHost,
  "enter" | "observe" | "storageText" | "connected" | "occupied" | "liveRooms" | "close"
>;

export const callRules = {
  members: { loads: false, repeatable: true },
  disconnect: { loads: false, repeatable: true },
  broadcast: { loads: false, repeatable: false },
  announce: { loads: false, repeatable: false },
  setPresence: { loads: true, repeatable: true },
  prewarm: { loads: true, repeatable: true },
  filesInStorage: { loads: true, repeatable: true },
  changeStorage: { loads: true, repeatable: false },
  documentJson: { loads: true, repeatable: true },
  documentState: { loads: true, repeatable: true },
  updateDocument: { loads: true, repeatable: false },
  takeVersion: { loads: true, repeatable: false },
  beginJob: { loads: false, repeatable: false },
  beginTurn: { loads: true, repeatable: true },
  beginTurnIfAwake: { loads: false, repeatable: true },
  endTurn: { loads: false, repeatable: true },
  newActor: { loads: true, repeatable: true },
  unloadIfIdle: { loads: false, repeatable: true },
} as const satisfies Record<PlainCall, CallRules>;

/** Those that begin a conversation, and the one whose caller may end it. A socket enters once. */
export const conversationRules = {
  enter: { loads: true, repeatable: false },
  observe: { loads: true, repeatable: true },
  storageText: { loads: true, repeatable: true },
} as const satisfies Partial<Record<keyof RoomHost, CallRules>>;

export const plainCalls = Object.keys(callRules) as readonly PlainCall[];

/** Calls about many rooms, or to every node. */
export const nodeCalls = ["connected", "occupied", "liveRooms", "close"] as const satisfies readonly (keyof RoomHost)[];
