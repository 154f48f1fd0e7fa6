/** The engine of Storage, for servers and tests that have no room: `@weft/client/storage`. */
export { type HistoryEntry, type HistoryItem, UndoHistory, type Via } from "../history/history.ts";
export type { ListStep, NodeChange } from "./changes.ts";
export { fromPlainLson, toPlainLson } from "./live/plain-lson.ts";
export { rootOf } from "./live/structures.ts";
export { type ChangeSource, RoomStorage, type RoomStorageOptions, type StorageListener } from "./room-storage.ts";
