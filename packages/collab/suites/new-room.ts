import type { RoomId } from "@weft/protocol";
import type { NewRoomRecord } from "../src/index.ts";

/** A room with default attributes. */
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
