import type { RoomAddress } from "@weft/protocol";

/** Runs work about a room when no other process runs work of the same kind about it, and answers what the work does. */
export type InTurn = <T>(room: RoomAddress, work: () => Promise<T>) => Promise<T>;

/** For a process that is alone. */
export const atOnce: InTurn = (_room, work) => work();
