import type { RoomId } from "@weft/protocol";
import type { NewRoomRecord } from "../src/index.ts";

/** A room that nobody asked anything special of. */
export function newRoom(id: string, overrides: Partial<NewRoomRecord> = {}): NewRoomRecord {
  return {
    id: id as RoomId,
    organizationId: "default",
    createdAt: 1,
    metadata: new Map(),
    defaultAccesses: [],
    usersAccesses: new Map(),
    groupsAccesses: new Map(),
    ...overrides,
  };
}
