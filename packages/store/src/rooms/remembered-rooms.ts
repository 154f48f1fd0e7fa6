import { FreshCache } from "@weft/collab";
import type { CacheFigures, RoomRecord, Signals } from "@weft/collab";
import type { ProjectId, RoomId } from "@weft/protocol";

/**
 * Records of rooms as they were last read. When a write that concerns a room is answered, its record is forgotten,
 * whatever the answer: in other processes by a signal. After five seconds, a record is read again in any case, since
 * a signal may be lost.
 */
export interface RememberedRooms {
  readonly figures: CacheFigures;
  /** The record, by `load` if it is not remembered. What `load` began to read before a write was answered is not remembered. */
  find(project: string, id: string, load: () => Promise<LoadedRoom | undefined>): Promise<RoomRecord | undefined>;
  /** A write was answered that may have changed the room. */
  changed(project: string, id: string): void;
  /** The time of the last connection to the room was written. Other processes may show it late. */
  entered(key: number): void;
  clear(): void;
}

export interface LoadedRoom {
  readonly key: number;
  readonly record: RoomRecord;
  /** The length of its text. */
  readonly length: number;
}

export interface RememberedRoomsOptions {
  /** Signals of changes. */
  readonly signals: Signals;
  readonly capacity?: number;
  /** How long a record is considered fresh, in milliseconds from when its read began. */
  readonly keptMs?: number;
  /** A clock that never jumps, in milliseconds. */
  readonly now?: () => number;
}

/** Records with more text than this are read anew each time, so that what is remembered has a bound in bytes. */
const rememberedLength = 4_096;

export function createRememberedRooms({
  signals,
  capacity = 2_000,
  keptMs = 5_000,
  now = () => performance.now(),
}: RememberedRoomsOptions): RememberedRooms {
  /** The names of remembered rooms. */
  const names = new Map<number, string>();
  const rooms = new FreshCache<string, LoadedRoom>({
    capacity,
    freshForMs: keptMs,
    now,
    keeps: ({ length }) => length <= rememberedLength,
    kept: ({ key }, name) => void names.set(key, name),
    dropped: ({ key }) => void names.delete(key),
  });
  signals.subscribe("roomChanged", ({ project, room }) => rooms.drop(nameOf(project, room)));
  signals.onMissed(() => rooms.clear());
  return {
    get figures() {
      return rooms.figures;
    },
    async find(project, id, load) {
      return (await rooms.read(nameOf(project, id), load))?.record;
    },
    changed: (project, id) =>
      signals.publish({ type: "roomChanged", project: project as ProjectId, room: id as RoomId }),
    entered(key) {
      const name = names.get(key);
      if (name !== undefined) rooms.drop(name);
      // The room may be among those that are being read.
      rooms.dropLoads();
    },
    clear: () => rooms.clear(),
  };
}

/** Project ids are ours and hold no line break, so the first one ends the project. */
function nameOf(project: string, id: string): string {
  return `${project}\n${id}`;
}
