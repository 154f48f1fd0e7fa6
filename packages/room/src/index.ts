export { headroom } from "./fan-out.ts";
export type { Seal } from "./fan-out.ts";
export { openRoomHost } from "./host.ts";
export type { RoomHost, RoomHostOptions, TakenVersion } from "./host.ts";
export type { Observation, ObservedMember, Observer } from "./observers.ts";
export type { Session, Visitor } from "./session.ts";
export * from "./ports.ts";
export { userOf } from "./room.ts";
export type { Member, StorageChange } from "./room.ts";
