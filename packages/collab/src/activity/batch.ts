import type { Limits, ProjectId } from "@weft/protocol";
import { counted, dayOf, minuteMs, noCounts, roomCounted, statusClasses } from "./activity-records.ts";
import type {
  Activeness,
  ActivityBatch,
  ContentsRecord,
  CopilotOutcome,
  CopilotUsage,
  Counts,
  DayRecord,
  EventRecord,
  Mark,
  MinuteRecord,
  ProfileRecord,
  RequestRecord,
  RoomCounted,
  RoomUsage,
  SampleRecord,
  StatusClass,
} from "./activity-records.ts";

type Counting<R> = { -readonly [K in keyof R]: R[K] };
type Bounds = Pick<Limits, "eventsAtOnce" | "requestContentsAtOnce" | "requestContentsInAll">;

/** What was in a request, for a batch that has room for it. */
export interface Contents {
  readonly endpoint: string;
  /** As JSON. */
  describe(): string;
}

/** What has gathered since the last write. A batch whose write failed is taken into the next one. */
export class Batch {
  readonly #bounds: Bounds;
  readonly #events: EventRecord[] = [];
  readonly #requests: RequestRecord[] = [];
  readonly #contents: ContentsRecord[] = [];
  readonly #minutes = new Map<string, Counting<MinuteRecord>>();
  /** The one that was counted in last. */
  #minute: Counting<MinuteRecord> | undefined;
  readonly #logged = new Map<string, number>();
  /** How much of contents is kept: of each project, and in all. */
  readonly #contentsOf = new Map<ProjectId, number>();
  #contentsInAll = 0;
  readonly #days = new Map<string, DayRecord>();
  readonly #samples = new Map<string, SampleRecord>();
  readonly #active = { users: new Map<string, Activeness>(), rooms: new Map<string, Activeness>() };
  readonly #roomUsage = new Map<string, Counting<RoomUsage>>();
  readonly #copilots = new Map<string, CopilotUsage>();
  readonly #outcomes = new Map<string, CopilotOutcome>();
  readonly #profiles = new Map<string, ProfileRecord>();
  readonly #marks = new Map<string, ActivityBatch["marks"][number]>();
  readonly #sizes = new Map<string, ActivityBatch["sizes"][number]>();
  /** Events and requests that found no room. */
  left = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get empty(): boolean {
    const { users, rooms } = this.#active;
    const ofRooms = [rooms, this.#roomUsage, this.#sizes];
    const ofCopilots = [this.#copilots, this.#outcomes];
    const ofUsers = [users, this.#profiles];
    const kept = [this.#minutes, this.#days, this.#samples, ...ofUsers, ...ofRooms, ...ofCopilots, this.#marks];
    return this.#events.length === 0 && kept.every(({ size }) => size === 0);
  }

  event(event: EventRecord): void {
    if (this.#mayLog(`e ${event.project}`)) this.#events.push(event);
  }

  /** Counts a request, and lists it unless it is one too many. `listed`: false for those that are to be counted only. */
  request(
    request: RequestRecord,
    { listed, contents }: { readonly listed: boolean; readonly contents?: Contents | undefined },
  ): void {
    const { project, at, id, status } = request;
    const isListed = listed && this.#list(request);
    const minute = this.#minuteOf(project, Math.floor(at / minuteMs) * minuteMs);
    minute[classOf(status)]++;
    if (!isListed) minute.unlisted++;
    if (!isListed || contents === undefined || !this.#mayKeepOf(project)) return;
    this.#keep({ project, at, id, endpoint: contents.endpoint, contents: contents.describe() });
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

  /** Counts what happened in a room on a day. */
  roomUsed(
    { project, room, day }: Pick<RoomUsage, "project" | "room" | "day">,
    used: { readonly [C in RoomCounted]?: number },
  ): void {
    const key = `${project}\n${day}\n${room}`;
    let usage = this.#roomUsage.get(key);
    if (usage === undefined) this.#roomUsage.set(key, (usage = { project, room, day, ...noRoomCounts() }));
    for (const name of roomCounted) usage[name] += used[name] ?? 0;
  }

  copilot(used: CopilotUsage): void {
    const key = `${used.project}\n${used.month}\n${used.copilot ?? ""}`;
    const known = this.#copilots.get(key) ?? { aiMessages: 0, aiInputTokens: 0, aiOutputTokens: 0 };
    this.#copilots.set(key, {
      ...used,
      aiMessages: known.aiMessages + used.aiMessages,
      aiInputTokens: known.aiInputTokens + used.aiInputTokens,
      aiOutputTokens: known.aiOutputTokens + used.aiOutputTokens,
    });
  }

  outcome(ended: CopilotOutcome): void {
    const key = `${ended.project}\n${ended.month}\n${ended.copilot ?? ""}\n${ended.outcome}`;
    const answers = ended.answers + (this.#outcomes.get(key)?.answers ?? 0);
    this.#outcomes.set(key, { ...ended, answers });
  }

  profile(profile: ProfileRecord): void {
    this.#profiles.set(`${profile.project}\n${profile.id}`, profile);
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
    for (const request of [...records.requests, ...requests]) this.#list(request);
    for (const { project, at, ...counts } of records.minutes) {
      const minute = this.#minuteOf(project, at);
      for (const name of [...statusClasses, "unlisted"] as const) minute[name] += counts[name];
    }
    for (const contents of records.contents) if (this.#mayKeepOf(contents.project)) this.#keep(contents);
    for (const day of records.days) this.#day(day);
    for (const sample of records.samples) this.#sample(sample);
    for (const user of records.users) this.active("users", user);
    for (const room of records.rooms) this.active("rooms", room);
    for (const used of records.roomUsage) this.roomUsed(used, used);
    for (const used of records.copilots) this.copilot(used);
    for (const ended of records.outcomes) this.outcome(ended);
    for (const profile of records.profiles)
      if (!this.#profiles.has(`${profile.project}\n${profile.id}`)) this.profile(profile);
    for (const { project, mark, at } of records.marks) this.#marks.set(`${project}\n${mark}`, { project, mark, at });
    for (const { project, room, storageBytes } of records.sizes)
      this.size(project, room, this.#sizes.get(`${project}\n${room}`)?.storageBytes ?? storageBytes);
  }

  get records(): ActivityBatch {
    return {
      events: this.#events,
      requests: this.#requests,
      contents: this.#contents,
      minutes: [...this.#minutes.values()],
      days: [...this.#days.values()],
      samples: [...this.#samples.values()],
      users: [...this.#active.users.values()],
      rooms: [...this.#active.rooms.values()],
      roomUsage: [...this.#roomUsage.values()],
      copilots: [...this.#copilots.values()],
      outcomes: [...this.#outcomes.values()],
      profiles: [...this.#profiles.values()],
      marks: [...this.#marks.values()],
      sizes: [...this.#sizes.values()],
    };
  }

  #mayLog(log: string): boolean {
    const logged = this.#logged.get(log) ?? 0;
    if (logged >= this.#bounds.eventsAtOnce) {
      this.left++;
      return false;
    }
    this.#logged.set(log, logged + 1);
    return true;
  }

  #list(request: RequestRecord): boolean {
    const may = this.#mayLog(`r ${request.project}`);
    if (may) this.#requests.push(request);
    return may;
  }

  #mayKeepOf(project: ProjectId): boolean {
    const { requestContentsAtOnce, requestContentsInAll } = this.#bounds;
    return this.#contentsInAll < requestContentsInAll && (this.#contentsOf.get(project) ?? 0) < requestContentsAtOnce;
  }

  #keep(record: ContentsRecord): void {
    const { project, contents } = record;
    this.#contents.push(record);
    this.#contentsInAll += contents.length;
    this.#contentsOf.set(project, (this.#contentsOf.get(project) ?? 0) + contents.length);
  }

  /** Counted in place: a request is the most frequent thing there is to count. */
  #minuteOf(project: ProjectId, at: number): Counting<MinuteRecord> {
    if (this.#minute?.project === project && this.#minute.at === at) return this.#minute;
    const key = `${project}\n${at}`;
    let minute = this.#minutes.get(key);
    if (minute === undefined) {
      minute = { project, at, done: 0, redirected: 0, refused: 0, failed: 0, unlisted: 0 };
      this.#minutes.set(key, minute);
    }
    this.#minute = minute;
    return minute;
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
            roomMs: known.roomMs + sample.roomMs,
            activeUsers: Math.max(known.activeUsers, sample.activeUsers),
            activeRooms: Math.max(known.activeRooms, sample.activeRooms),
          },
    );
  }
}

function noRoomCounts(): { [C in RoomCounted]: number } {
  return Object.fromEntries(roomCounted.map((name) => [name, 0])) as { [C in RoomCounted]: number };
}

/** The class of a status. */
export function classOf(status: number): StatusClass {
  if (status >= 500) return "failed";
  if (status >= 400) return "refused";
  return status >= 300 ? "redirected" : "done";
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
