import type {
  Activeness,
  ActivityBatch,
  Counts,
  DayRecord,
  EventRecord,
  Mark,
  RequestRecord,
  SampleRecord,
} from "@weft/collab";
import { counted, dayOf, noCounts } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";

/** What has gathered since the last write. A batch whose write failed is taken into the next one. */
export class Batch {
  readonly #most: number;
  readonly #events: EventRecord[] = [];
  readonly #requests: RequestRecord[] = [];
  readonly #logged = new Map<string, number>();
  readonly #days = new Map<string, DayRecord>();
  readonly #samples = new Map<string, SampleRecord>();
  readonly #active = { users: new Map<string, Activeness>(), rooms: new Map<string, Activeness>() };
  readonly #marks = new Map<string, ActivityBatch["marks"][number]>();
  readonly #sizes = new Map<string, ActivityBatch["sizes"][number]>();
  /** Events and requests that found no room. */
  left = 0;

  /** `most`: events, and requests, that it takes of one project. */
  constructor(most: number) {
    this.#most = most;
  }

  get empty(): boolean {
    const { users, rooms } = this.#active;
    const kept = [this.#days, this.#samples, users, rooms, this.#marks, this.#sizes];
    return this.#events.length === 0 && this.#requests.length === 0 && kept.every(({ size }) => size === 0);
  }

  event(event: EventRecord): void {
    if (this.#mayLog(`e ${event.project}`)) this.#events.push(event);
  }

  request(request: RequestRecord): void {
    if (this.#mayLog(`r ${request.project}`)) this.#requests.push(request);
  }

  /** Adds to a sample, and to its day. */
  count(sample: SampleRecord, day: Pick<DayRecord, "peakRoomConnections" | "lastAt">): void {
    const { project, at } = sample;
    this.#sample(sample);
    this.#day({ ...countsIn(sample), ...day, project, day: dayOf(at) });
  }

  active(what: "users" | "rooms", one: Activeness): void {
    const key = `${one.project}\n${one.day}\n${one.id}`;
    const known = this.#active[what].get(key);
    this.#active[what].set(key, { ...one, connections: one.connections + (known?.connections ?? 0) });
  }

  mark(project: ProjectId, mark: Mark, at: number): void {
    const key = `${project}\n${mark}`;
    if (!this.#marks.has(key)) this.#marks.set(key, { project, mark, at });
  }

  size(project: ProjectId, room: string, storageBytes: number | undefined): void {
    const key = `${project}\n${room}`;
    this.#sizes.set(key, { project, room, storageBytes: storageBytes ?? this.#sizes.get(key)?.storageBytes });
  }

  /** Takes in what came before and was not written. */
  takeBack(earlier: Batch): void {
    const records = earlier.records;
    const [events, requests] = [this.#events.splice(0), this.#requests.splice(0)];
    this.#logged.clear();
    for (const event of [...records.events, ...events]) this.event(event);
    for (const request of [...records.requests, ...requests]) this.request(request);
    for (const day of records.days) this.#day(day);
    for (const sample of records.samples) this.#sample(sample);
    for (const user of records.users) this.active("users", user);
    for (const room of records.rooms) this.active("rooms", room);
    for (const { project, mark, at } of records.marks) this.#marks.set(`${project}\n${mark}`, { project, mark, at });
    for (const { project, room, storageBytes } of records.sizes)
      this.size(project, room, this.#sizes.get(`${project}\n${room}`)?.storageBytes ?? storageBytes);
  }

  get records(): ActivityBatch {
    return {
      events: this.#events,
      requests: this.#requests,
      days: [...this.#days.values()],
      samples: [...this.#samples.values()],
      users: [...this.#active.users.values()],
      rooms: [...this.#active.rooms.values()],
      marks: [...this.#marks.values()],
      sizes: [...this.#sizes.values()],
    };
  }

  #mayLog(log: string): boolean {
    const logged = this.#logged.get(log) ?? 0;
    if (logged >= this.#most) {
      this.left++;
      return false;
    }
    this.#logged.set(log, logged + 1);
    return true;
  }

  #day(day: DayRecord): void {
    const key = `${day.project}\n${day.day}`;
    const known = this.#days.get(key);
    this.#days.set(
      key,
      known === undefined
        ? day
        : {
            ...day,
            ...sums(known, day),
            peakRoomConnections: Math.max(known.peakRoomConnections, day.peakRoomConnections),
            lastAt: Math.max(known.lastAt, day.lastAt),
          },
    );
  }

  #sample(sample: SampleRecord): void {
    const key = `${sample.project}\n${sample.at}`;
    const known = this.#samples.get(key);
    this.#samples.set(
      key,
      known === undefined
        ? sample
        : {
            ...sample,
            ...sums(known, sample),
            connectionsMax: Math.max(known.connectionsMax, sample.connectionsMax),
            connectionMs: known.connectionMs + sample.connectionMs,
            activeUsers: Math.max(known.activeUsers, sample.activeUsers),
            activeRooms: Math.max(known.activeRooms, sample.activeRooms),
          },
    );
  }
}

function countsIn(counts: Counts): Counts {
  const own = noCounts();
  for (const name of counted) own[name] = counts[name];
  return own;
}

function sums(one: Counts, other: Counts): Counts {
  const total = noCounts();
  for (const name of counted) total[name] = one[name] + other[name];
  return total;
}
