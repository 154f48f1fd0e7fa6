import type { RoomAddress } from "@weft/protocol";
import type { NewVersion, VersionPlace, VersionRecord, VersionRecords } from "../src/versions/version-records.ts";

interface MemoryRoom {
  versions: (VersionRecord & NewVersion)[];
  authors: { readonly since: number; readonly user: string }[];
}

/** Version records in memory, written to be obviously right: our own fake, held to the same suite as the stores. */
export interface MemoryVersionRecords extends VersionRecords {
  /** What the room engine tells the store. */
  addAuthor(room: RoomAddress, since: number, user: string): void;
  /** What the store does when the room is deleted. */
  deleteRoom(room: RoomAddress): void;
}

export function createMemoryVersionRecords(
  numberOf: (room: RoomAddress) => Promise<number | undefined>,
): MemoryVersionRecords {
  const rooms = new Map<string, MemoryRoom>();
  const keyOf = ({ project, room }: RoomAddress) => JSON.stringify([project, room]);
  const at = (room: RoomAddress) => {
    const key = keyOf(room);
    let found = rooms.get(key);
    if (found === undefined) rooms.set(key, (found = { versions: [], authors: [] }));
    return found;
  };
  const recordOf = ({ id, createdAt, authors }: VersionRecord): VersionRecord => ({ id, createdAt, authors });

  return {
    list: async (room, { limit, after }) =>
      at(room)
        .versions.filter((version) => after === undefined || newestFirst(after, version) < 0)
        .slice(0, limit)
        .map(recordOf),
    since: async (room, createdAt) =>
      at(room)
        .versions.filter((version) => version.createdAt >= createdAt)
        .map(recordOf),
    contents: async (room, id, part) => at(room).versions.find((version) => version.id === id)?.[part],
    async insert(room, version, { count, bytes }) {
      if ((await numberOf(room)) !== version.key) return undefined;
      const found = at(room);
      const earlier = found.authors.filter(({ since }) => since < version.seq);
      const authors = [...new Set(earlier.map(({ user }) => user))].sort();
      found.authors = found.authors.filter(({ since }) => since >= version.seq);
      const record = { ...version, authors };
      const others = found.versions.filter(({ id }) => id !== version.id);
      // The new one is kept whatever its instant: clocks go back.
      let left = bytes - version.storage.length - version.document.length;
      const kept = others.filter(({ storage, document }, index) => {
        left -= storage.length + document.length;
        return left >= 0 && index < count - 1;
      });
      found.versions = [record, ...kept].sort(newestFirst);
      return recordOf(record);
    },
    async delete(room, id) {
      const found = at(room);
      const before = found.versions.length;
      found.versions = found.versions.filter((version) => version.id !== id);
      return found.versions.length < before;
    },
    addAuthor: (room, since, user) => void at(room).authors.push({ since, user }),
    deleteRoom: (room) => void rooms.delete(keyOf(room)),
  };
}

function newestFirst(a: VersionPlace, b: VersionPlace): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  return Buffer.compare(Buffer.from(b.id), Buffer.from(a.id));
}
