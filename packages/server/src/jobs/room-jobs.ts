import { JobRefused } from "@weft/collab";
import type { Projects } from "@weft/collab";
import type { JsonObject, Limits, ProjectId } from "@weft/protocol";
import type {
  BegunJob,
  Clock,
  CommitChange,
  CommitEffects,
  CommitJob,
  OpenedRoom,
  RoomEffects,
  RoomKey,
  RunningCommitJob,
} from "@weft/room";

/** The consequences of a change of a room. */
export type Consequence = "storageUpdated" | "ydocUpdated" | "version";

/** The commit that added a job, as recorded in the job's payload. */
export interface RoomJobPayload extends Place {
  readonly project: ProjectId;
  /** The store's number of the room, which does not change with its id. */
  readonly key: number;
  readonly consequence: Consequence;
}

/** A commit's place among those of its room. */
interface Place {
  readonly epoch: number;
  /** The number of the commit under this epoch, counting those with changes. */
  readonly change: number;
}

export interface RoomJobsOptions {
  readonly projects: Pick<Projects, "cachedProject">;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "changeEventMs">;
  /** The shortest throttle that a webhook endpoint of the project has for an event; undefined for none. */
  readonly throttleMs?: (project: ProjectId, type: "storageUpdated" | "ydocUpdated") => number | undefined;
}

/**
 * Decides which jobs are written with the commits of rooms: one for each consequence of a change for which no job of
 * the room is waiting.
 *
 *     commit ─┬─ a job waits ──► nothing
 *             └─ none waits ───► a job, in the commit's transaction ──due──► begin ──► its handler
 *
 * - Domain events of a room are throttled, by type: the first change leads to one at once, later ones to one at the end
 *   of `changeEventMs`, or of the shortest throttle that a webhook endpoint of the project has. A process that has just
 *   started does not know when its predecessor last reported a room, so it waits until the end of a window, too.
 * - Only the node that has the room remembers which jobs wait, so a node that runs a job asks it (`RoomHost.beginJob`).
 *   If that memory is lost, or wrong because a job began elsewhere, the next change adds another job, at the latest one
 *   window after the first was due. The first job to run covers all changes up to its start, and the others end without
 *   doing anything.
 */
export function createRoomJobs(options: RoomJobsOptions): RoomEffects {
  return new RememberedRoomJobs(options);
}

/** @throws JobRefused when the job was not added by a commit */
export function payloadOf(payload: JsonObject): RoomJobPayload {
  if (typeof payload["consequence"] !== "string") throw new JobRefused("The job names no change of a room.");
  return payload as unknown as RoomJobPayload;
}

class RememberedRoomJobs implements RoomEffects {
  readonly #options: RoomJobsOptions;
  readonly #rooms = new Map<number, RememberedRoom>();
  readonly #startedAt: number;
  #prunedAt: number;

  constructor(options: RoomJobsOptions) {
    this.#options = options;
    this.#startedAt = options.clock.monotonic();
    this.#prunedAt = this.#startedAt;
  }

  open(opened: OpenedRoom): CommitEffects {
    let room = this.#rooms.get(opened.key);
    if (room === undefined) {
      room = this.#remember(opened);
      // A process before this one may have reported the room at any time until this one started.
      if (opened.seq > 0) room.throttleSince(this.#startedAt);
    }
    room.open(opened.epoch);
    return room;
  }

  async begin({ id, createdAt, payload }: RunningCommitJob): Promise<BegunJob> {
    this.#prune();
    const added = payloadOf(payload);
    const room = this.#rooms.get(added.key) ?? this.#remember(added);
    return room.begin(id, createdAt, added);
  }

  #remember({ project, key }: RoomKey): RememberedRoom {
    const room = new RememberedRoom({ project, key }, this.#options);
    this.#rooms.set(key, room);
    return room;
  }

  #prune(): void {
    const now = this.#options.clock.monotonic();
    if (now - this.#prunedAt < this.#options.limits.changeEventMs) return;
    this.#prunedAt = now;
    for (const [key, room] of this.#rooms) if (room.isForgettable(now)) this.#rooms.delete(key);
  }
}

/** Whether a job of one consequence waits that has not begun. */
type TrackState =
  | "none"
  /** The commit in flight adds it. */
  | "adding"
  | "waiting";
type TrackEvent =
  /** A commit that adds a job is handed over. */
  | "added"
  /** That commit is durable, or its outcome is another or unknown. */
  | "durable"
  | "lost"
  /** A job begins, which may be the one of the commit in flight. */
  | "begun";

/** What is not listed changes nothing. */
const trackStates: Readonly<Record<TrackState, Readonly<Partial<Record<TrackEvent, TrackState>>>>> = {
  none: { added: "adding" },
  adding: { durable: "waiting", lost: "none", begun: "none" },
  // A job that is overdue may have begun where this room was not asked: another is added.
  waiting: { added: "adding", begun: "none" },
};

/** What is known of one consequence of a room's changes. */
interface Track {
  state: TrackState;
  /** Until when a job that waits is relied on (monotonic). */
  reliedOnUntil: number;
  /** The job that began last, and the newest commit that it covers. */
  begun: (Place & { readonly job: number }) | undefined;
  /** Until when the next job must not begin (monotonic). */
  until: number;
  /** When the newest durable change was handed over, in milliseconds since the epoch. */
  changedAt: number;
}

const newTrack = (): Track => ({
  state: "none",
  reliedOnUntil: -Infinity,
  begun: undefined,
  until: -Infinity,
  changedAt: 0,
});

function advance(track: Track, event: TrackEvent): void {
  track.state = trackStates[track.state][event] ?? track.state;
}

const needsJob = ({ state, reliedOnUntil }: Track, monotonic: number): boolean =>
  state === "none" || (state === "waiting" && reliedOnUntil <= monotonic);

const noJobs: readonly CommitJob[] = [];

class RememberedRoom implements CommitEffects {
  readonly #room: RoomKey;
  readonly #options: RoomJobsOptions;
  readonly #tracks = { storageUpdated: newTrack(), ydocUpdated: newTrack(), version: newTrack() };
  #isLoaded = false;
  #epoch = -1;
  #changes = 0;
  /** The commit in flight, if it has changes. */
  #isCommitting = false;
  #committingSince = 0;
  #changesStorage = false;
  #changesDocuments = false;
  #waiting: (() => void)[] = [];

  constructor(room: RoomKey, options: RoomJobsOptions) {
    this.#room = room;
    this.#options = options;
  }

  open(epoch: number): void {
    this.#isLoaded = true;
    this.#epoch = epoch;
    this.#changes = 0;
  }

  close(): void {
    this.#isLoaded = false;
  }

  throttleSince(since: number): void {
    for (const type of ["storageUpdated", "ydocUpdated"] as const)
      this.#tracks[type].until = since + this.#throttleMs(type);
  }

  isForgettable(now: number): boolean {
    if (this.#isLoaded || this.#isCommitting) return false;
    return Object.values(this.#tracks).every((track) => needsJob(track, now) && track.until <= now);
  }

  committing({ storage, documents }: CommitChange): readonly CommitJob[] {
    const { storageUpdated, ydocUpdated, version } = this.#tracks;
    const { clock } = this.#options;
    const now = clock.now();
    const monotonic = clock.monotonic();
    this.#isCommitting = true;
    this.#committingSince = now;
    this.#changesStorage = storage;
    this.#changesDocuments = documents > 0;
    this.#changes++;
    const reportsStorage = storage && needsJob(storageUpdated, monotonic);
    const reportsDocuments = documents > 0 && needsJob(ydocUpdated, monotonic);
    const versionDueAt = needsJob(version, monotonic) ? this.#versionDueAt(now) : undefined;
    if (!reportsStorage && !reportsDocuments && versionDueAt === undefined) return noJobs;
    const jobs: CommitJob[] = [];
    if (reportsStorage) jobs.push(this.#add("storageUpdated", now, this.#reportDueAt(storageUpdated, now)));
    if (reportsDocuments) jobs.push(this.#add("ydocUpdated", now, this.#reportDueAt(ydocUpdated, now)));
    if (versionDueAt !== undefined) jobs.push(this.#add("version", now, versionDueAt));
    return jobs;
  }

  settled(isDurable: boolean): void {
    if (!this.#isCommitting) return;
    this.#isCommitting = false;
    const { storageUpdated, ydocUpdated, version } = this.#tracks;
    if (isDurable && this.#changesStorage) storageUpdated.changedAt = this.#committingSince;
    if (isDurable && this.#changesDocuments) ydocUpdated.changedAt = this.#committingSince;
    for (const track of [storageUpdated, ydocUpdated, version]) advance(track, isDurable ? "durable" : "lost");
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async begin(job: number, createdAt: number, { consequence, epoch, change }: RoomJobPayload): Promise<BegunJob> {
    const { clock } = this.#options;
    const track = this.#tracks[consequence];
    const { begun } = track;
    const isRepeated = begun?.job === job;
    if (begun !== undefined && !isRepeated && !isBefore(begun, { epoch, change })) return { kind: "covered" };
    const left = track.until - clock.monotonic();
    if (left > 0 && !isRepeated) return { kind: "early", againAt: Math.ceil(clock.now() + left) };
    advance(track, "begun");
    const newest = { epoch: this.#epoch, change: this.#changes };
    track.begun = { ...(isBefore({ epoch, change }, newest) ? newest : { epoch, change }), job };
    if (consequence !== "version") track.until = clock.monotonic() + this.#throttleMs(consequence);
    // The commit in flight may have been handed over without a job because this one was waiting.
    if (this.#isCommitting) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return { kind: "begun", changedAt: Math.max(createdAt, track.changedAt) };
  }

  #throttleMs(type: "storageUpdated" | "ydocUpdated"): number {
    const { limits, throttleMs } = this.#options;
    return Math.min(limits.changeEventMs, throttleMs?.(this.#room.project as ProjectId, type) ?? Infinity);
  }

  #reportDueAt({ until }: Track, now: number): number {
    return Math.ceil(now + Math.max(0, until - this.#options.clock.monotonic()));
  }

  /** At once if the project's setting is not in memory: the handler reads it. Undefined if versions are off. */
  #versionDueAt(now: number): number | undefined {
    const project = this.#options.projects.cachedProject(this.#room.project as ProjectId);
    if (project === undefined) return now;
    const { versionCreationTimeout: seconds } = project;
    return seconds === false ? undefined : now + seconds * 1_000;
  }

  #add(consequence: Consequence, createdAt: number, dueAt: number): CommitJob {
    const track = this.#tracks[consequence];
    const { clock, limits } = this.#options;
    advance(track, "added");
    track.reliedOnUntil = clock.monotonic() + dueAt - createdAt + limits.changeEventMs;
    const { project, key } = this.#room;
    const place = { epoch: this.#epoch, change: this.#changes };
    return {
      kind: consequence === "version" ? "version" : "roomUpdated",
      key: `${consequence} ${key} ${place.epoch} ${place.change}`,
      createdAt,
      dueAt,
      payload: { project, key, consequence, ...place },
    };
  }
}

function isBefore(one: Place, other: Place): boolean {
  return one.epoch < other.epoch || (one.epoch === other.epoch && one.change < other.change);
}
