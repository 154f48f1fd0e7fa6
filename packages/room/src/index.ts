export type { CallRules, Cluster } from "./cluster.ts";
export { createDocumentParts } from "./document-parts.ts";
export type { ToFrame } from "./edge/frames.ts";
export { createRoomEdge } from "./edge/room-edge.ts";
export type { RoomEdge } from "./edge/room-edge.ts";
export { keyOf } from "./address-key.ts";
export { HostDraining } from "./host-draining.ts";
export { openRoomHost } from "./host.ts";
export type {
  Connected,
  Occupied,
  OccupiedRoom,
  LiveRoom,
  LocalRoomHost,
  RoomHost,
  RoomHostOptions,
  RoomTurnName,
  StorageText,
  TakenVersion,
} from "./host.ts";
export { headroom } from "./link.ts";
export type { LinkMessage, Piece, Pieces, RoomBatch, RoomLink } from "./link.ts";
export { doInSlices, encodeTexts, spreadOverDrain } from "./pace.ts";
export type { Observation, ObservedEvent, ObservedMember, Observer } from "./observers.ts";
export type { ConnectedUser, LinkedConnection, RoomConnection } from "./connection.ts";
export * from "./ports.ts";
export type { EphemeralPresence } from "./presence.ts";
export { userKeyOf } from "./room.ts";
export type { Member, StorageChange } from "./room.ts";
export { Semaphore } from "./semaphore.ts";
