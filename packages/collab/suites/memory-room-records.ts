import type { ProjectId, RoomId } from "@weft/protocol";
import { pageInOrder } from "../src/rooms/room-order.ts";
import type { NewRoomRecord, RoomFilter, RoomRecord, RoomRecords } from "../src/rooms/room-records.ts";

/** Room records in memory, written to be obviously right: the oracle of the stores' contract tests, and our own fake. */
export function createMemoryRoomRecords(): RoomRecords {
  return new MemoryRoomRecords();
}

class MemoryRoomRecords implements RoomRecords {
  readonly #projects = new Map<ProjectId, Map<string, RoomRecord>>();

  async find(project: ProjectId, id: string): Promise<RoomRecord | undefined> {
    return this.#rooms(project).get(id);
  }

  async insert(project: ProjectId, room: NewRoomRecord): Promise<RoomRecord | undefined> {
    const rooms = this.#rooms(project);
    if (rooms.has(room.id)) return undefined;
    const record = { ...room, revision: 1 };
    rooms.set(room.id, copy(record));
    return copy(record);
  }

  async update(project: ProjectId, room: RoomRecord): Promise<boolean> {
    const rooms = this.#rooms(project);
    if (rooms.get(room.id)?.revision !== room.revision) return false;
    rooms.set(room.id, copy({ ...room, revision: room.revision + 1 }));
    return true;
  }

  moveOrganization(project: ProjectId, room: RoomRecord): Promise<boolean> {
    return this.update(project, room);
  }

  async delete(project: ProjectId, id: string): Promise<boolean> {
    return this.#rooms(project).delete(id);
  }

  async rename(project: ProjectId, id: string, newId: string): Promise<"renamed" | "missing" | "taken"> {
    const rooms = this.#rooms(project);
    const room = rooms.get(id);
    if (!room) return "missing";
    if (rooms.has(newId)) return "taken";
    rooms.delete(id);
    rooms.set(newId, { ...room, id: newId as RoomId, revision: room.revision + 1 });
    return "renamed";
  }

  async list(...[project, filter, { limit, after }]: Parameters<RoomRecords["list"]>): ReturnType<RoomRecords["list"]> {
    const found = [...this.#rooms(project).values()]
      .filter((room) => matchesFilter(room, filter))
      .sort(newestFirst)
      .filter((room) => after === undefined || newestFirst(after, room) < 0);
    return { rooms: found.slice(0, limit), next: found.length > limit ? found[limit - 1] : undefined };
  }

  async browse(
    ...[project, filter, { part, except = [], ...order }, page]: Parameters<RoomRecords["browse"]>
  ): ReturnType<RoomRecords["browse"]> {
    const found = [...this.#rooms(project).values()].filter(
      (room) => matchesFilter(room, filter) && holdsPart(room, part) && !except.includes(room.id),
    );
    return pageInOrder(found, order, page);
  }

  async among(...[project, filter, part, ids]: Parameters<RoomRecords["among"]>): ReturnType<RoomRecords["among"]> {
    return [...this.#rooms(project).values()].filter(
      (room) => ids.includes(room.id) && matchesFilter(room, filter) && holdsPart(room, part),
    );
  }

  #rooms(project: ProjectId): Map<string, RoomRecord> {
    let rooms = this.#projects.get(project);
    if (!rooms) this.#projects.set(project, (rooms = new Map()));
    return rooms;
  }
}

/** Whether a room meets every condition of a filter. */
export function matchesFilter(room: RoomRecord, filter: RoomFilter): boolean {
  if (filter.isPublic !== undefined && filter.isPublic !== room.defaultAccesses.length > 0) return false;
  if (filter.organizationId !== undefined && room.organizationId !== filter.organizationId) return false;
  if (!filter.ids.every((id) => room.id === id)) return false;
  if (!filter.idPrefixes.every((prefix) => room.id.startsWith(prefix))) return false;
  if (!filter.metadata.every(([key, value]) => room.metadata.get(key) === value)) return false;
  const { userId, groupIds = [] } = filter;
  if (userId === undefined && groupIds.length === 0) return true;
  const listsUser = userId !== undefined && room.usersAccesses.has(userId);
  return listsUser || groupIds.some((group) => room.groupsAccesses.has(group));
}

function holdsPart({ id }: RoomRecord, part = ""): boolean {
  return id.toLowerCase().includes(part.toLowerCase());
}

type SortKey = { readonly createdAt: number; readonly id: string };

function newestFirst(a: SortKey, b: SortKey): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  return Buffer.compare(Buffer.from(b.id), Buffer.from(a.id));
}

/** A caller that changes what it handed over must not change what is stored. */
function copy(room: RoomRecord): RoomRecord {
  return structuredClone(room);
}
