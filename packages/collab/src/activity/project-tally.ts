import type { ProjectId } from "@weft/protocol";
import { counted, dayOf, noCounts } from "./activity-records.ts";
import type { Counted } from "./activity-records.ts";
import type { Batch } from "./batch.ts";

/** What happens in one project, and what has been counted of it since it was last collected. */
export class ProjectTally {
  readonly project: ProjectId;
  readonly counts: { [C in Counted]: number } = noCounts();
  readonly rooms = new Map<string, number>();
  readonly users = new Map<string, number>();
  /** Connections in rooms of this node. */
  connected = 0;
  /** Connections whose sockets are open here. */
  sockets = 0;
  #sampleAt: number;
  #accruedAt: number;
  #connectionMs = 0;
  #roomMs = 0;
  #connectionsMax = 0;
  #peak = 0;
  /** Who was here at any time of this sample. */
  readonly #seen = { users: new Set<string>(), rooms: new Set<string>() };
  /** Something happened since it was collected. */
  touched = false;

  constructor(project: ProjectId, sampleAt: number, now: number) {
    this.project = project;
    this.#sampleAt = sampleAt;
    this.#accruedAt = now;
  }

  /** No connection is here, and there is nothing to be collected. */
  get idle(): boolean {
    return this.connected === 0 && this.sockets === 0 && !this.touched && this.#connectionMs === 0;
  }

  entered(room: string, user: string | undefined, now: number, batch: Batch): void {
    this.#accrue(now);
    const day = dayOf(now);
    const here = (this.rooms.get(room) ?? 0) + 1;
    this.connected++;
    this.rooms.set(room, here);
    this.#seen.rooms.add(room);
    this.#connectionsMax = Math.max(this.#connectionsMax, this.connected);
    this.#peak = Math.max(this.#peak, here);
    batch.active("rooms", { project: this.project, day, id: room, connections: 1 });
    if (user === undefined) {
      this.counts.anonymousConnections++;
      return;
    }
    this.users.set(user, (this.users.get(user) ?? 0) + 1);
    this.#seen.users.add(user);
    batch.active("users", { project: this.project, day, id: user, connections: 1 });
  }

  left(room: string, user: string | undefined, now: number): void {
    this.#accrue(now);
    this.connected--;
    release(this.rooms, room);
    if (user !== undefined) release(this.users, user);
  }

  /** Adds what was counted to the batch. */
  collect(now: number, batch: Batch): void {
    this.#accrue(now);
    if (this.idle) return;
    batch.count(
      {
        ...this.counts,
        project: this.project,
        at: this.#sampleAt,
        connectionsMax: this.#connectionsMax,
        connectionMs: this.#connectionMs,
        roomMs: this.#roomMs,
        activeUsers: this.#seen.users.size,
        activeRooms: this.#seen.rooms.size,
      },
      { peakRoomConnections: this.#peak, lastAt: now },
    );
    for (const name of counted) this.counts[name] = 0;
    this.#connectionMs = 0;
    this.#roomMs = 0;
    this.touched = false;
  }

  /** The sample ends here, and the next one begins. */
  roll(at: number, batch: Batch): void {
    this.collect(at, batch);
    const newDay = dayOf(at) !== dayOf(this.#sampleAt);
    this.#sampleAt = at;
    this.#connectionsMax = this.connected;
    this.#peak = Math.max(0, ...this.rooms.values());
    for (const what of ["users", "rooms"] as const) {
      this.#seen[what].clear();
      for (const id of this[what].keys()) {
        this.#seen[what].add(id);
        // Who stays over midnight is here on both days.
        if (newDay) batch.active(what, { project: this.project, day: dayOf(at), id, connections: 0 });
      }
    }
  }

  #accrue(now: number): void {
    const passed = Math.max(0, now - this.#accruedAt);
    this.#connectionMs += this.connected * passed;
    this.#roomMs += this.rooms.size * passed;
    this.#accruedAt = now;
  }
}

function release(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
