import { randomBytes } from "node:crypto";
import { authorizeRoom, authorizeUser, identifyUser, lostCloseCode } from "@weft/protocol";
import type {
  CopilotId,
  ErrorCode,
  JsonObject,
  Limits,
  PlatformEventKind,
  ProjectId,
  RoomAddress,
} from "@weft/protocol";
import type { NewJob } from "../jobs/new-job.ts";
import type { Logger, WallClock } from "../ports.ts";
import type { VersionRecord } from "../versions/version-records.ts";
import type { WebhookOutcome } from "../webhooks/webhook-records.ts";
import { dayMs, dayOf, minuteMs, sampleMs } from "./activity-records.ts";
import type { ActivityBatch, ActivityRecords, Counts, EventRecord, Mark, RequestRecord } from "./activity-records.ts";
import type { LiveActivity } from "./live-activity.ts";
import { createInProcessSignals } from "../signals/in-process-signals.ts";
import type { Signals } from "../signals/signals.ts";
import { Batch, classOf } from "./batch.ts";
import type { Contents } from "./batch.ts";
import { monthOf } from "./months.ts";
import { ProjectTally } from "./project-tally.ts";
import { profileIn } from "../users/user-profile.ts";

/**
 * Writes what happens in projects, for their dashboards.
 *
 *     rooms, sockets, REST ──► tallies, batch (memory) ──every `activityFlushMs`──► ActivityRecords, one transaction
 *                                 └──► followers, at once: those of other processes by signals
 *
 * - No call waits for anything: a message costs one addition.
 * - What is not written yet is lost with the process. A batch that could not be written is written with the next one.
 * - Of one project only so many events and requests are listed in one batch, and far fewer of rejected callers, so that
 *   a key that is no longer valid cannot be used to fill the log. All of them are counted.
 */
export interface ActivityWriter extends Pick<LiveActivity, "settle">, AsyncDisposable {
  /** A connection has entered a room of this node; `connections`: how many the room has now, as below. */
  connectionEntered(room: RoomAddress, connection: ConnectionInRoom, connections: number): void;
  connectionLeft(room: RoomAddress, connection: ConnectionInRoom, connections: number, closeCode: number): void;
  /** A connection is open here, whose room may be on another node. */
  opened(project: ProjectId): CountedConnection;
  /** A user with a genuine credential was not admitted, or the room was full. */
  refused(user: UserInRoom, code: ErrorCode): void;
  /** A client sent a key of the project that is no longer valid. */
  turnedAway(room: RoomAddress, code: ErrorCode): void;
  roomChanged(room: RoomAddress, change: ChangedAmounts): void;
  /** Counts the room. The event log lists that it was created, or deleted. */
  roomCreated(room: RoomAddress): void;
  roomDeleted(room: RoomAddress): void;
  /** Counts questions to copilots, and tokens of models. */
  aiUsed(project: ProjectId, used: Partial<AiUse>): void;
  /** Counts an attempt of a webhook delivery by what follows it. */
  webhookAttempted(project: ProjectId, next: WebhookOutcome["next"]["kind"]): void;
  /** Counts the same for a copilot that exists, in its month; undefined for the default model. */
  copilotUsed(project: ProjectId, copilot: CopilotId | undefined, used: Partial<AiUse>): void;
  /** Counts how an answer of a copilot ended, in its month; undefined for the default model. */
  copilotAnswered(project: ProjectId, copilot: CopilotId | undefined, outcomes: readonly string[]): void;
  /** Passes events that the event log has listed to followers. */
  listed(events: readonly EventRecord[]): void;
  versionCreated(room: RoomAddress, version: VersionRecord): void;
  fileUploaded(room: RoomAddress, file: { readonly id: string; readonly size: number }): void;
  requestAnswered(request: Omit<RequestRecord, "at">, more?: RequestExtras): void;
  /** Passes a project's events and requests on as they happen, in any process. */
  follow(project: ProjectId, follower: Follower): Disposable;
}

/** What copilots have used. */
export type AiUse = Pick<Counts, "aiMessages" | "aiInputTokens" | "aiOutputTokens">;

interface UserInRoom extends RoomAddress {
  /** Undefined for anonymous connections. */
  readonly user?: string | undefined;
}

interface ConnectionInRoom {
  readonly actor: number;
  /** Undefined for anonymous users. */
  readonly id?: string | undefined;
  /** Of the user's token. */
  readonly info?: JsonObject | undefined;
}

/** Counts what one open connection does. */
interface CountedConnection {
  received(messages: number): void;
  closed(): void;
}

/** How much of a room has changed. */
interface ChangedAmounts {
  readonly storageOps: number;
  readonly documentUpdates: number;
  /** The size of Storage now, in bytes; undefined when it is not known. */
  readonly storageBytes: number | undefined;
}

interface RequestExtras {
  /** The request had no valid key, or came too fast. */
  readonly turnedAway?: boolean;
  readonly contents?: Contents | undefined;
}

/** It is called while something happens, so it must neither throw nor take long. */
export interface Follower {
  event(event: EventRecord): void;
  request(request: RequestRecord): void;
}

export interface ActivityWriterOptions {
  readonly records: Pick<ActivityRecords, "write">;
  /** Jobs that a batch causes, added in its transaction. */
  readonly jobsOf?: (batch: ActivityBatch) => readonly NewJob[];
  /** Carry what followers see. By default, from this process alone. */
  readonly signals?: Signals;
  readonly clock: WallClock;
  readonly limits: Limits;
  readonly log: Logger;
}

export function openActivityWriter(options: ActivityWriterOptions): ActivityWriter {
  return new BatchingWriter(options);
}

/** Close codes that say that something went wrong, and under which name. */
const failures: ReadonlyMap<number, { readonly kind: PlatformEventKind; readonly code: ErrorCode | `${number}` }> =
  new Map([
    [1002, { kind: "connectionLost", code: "1002" }],
    [lostCloseCode, { kind: "connectionLost", code: `${lostCloseCode}` }],
    [1007, { kind: "connectionLost", code: "1007" }],
    [1009, { kind: "limitReached", code: "1009" }],
    [1011, { kind: "connectionLost", code: "INTERNAL_SERVER_ERROR" }],
    [1013, { kind: "limitReached", code: "TRY_AGAIN_LATER" }],
    [4000, { kind: "connectionLost", code: "INVALID_FRAME" }],
  ]);
const limitCodes: ReadonlySet<ErrorCode> = new Set(["ROOM_FULL", "TRY_AGAIN_LATER"]);
const tokenTemplates: ReadonlySet<string> = new Set(
  [authorizeUser, identifyUser, authorizeRoom].map(({ template }) => template),
);
const countOf = {
  done: "requestsDone",
  redirected: "requestsRedirected",
  refused: "requestsRefused",
  failed: "requestsFailed",
} as const;
const attemptCounts = { delivered: "webhooksDelivered", retry: "webhooksRetried", failed: "webhooksFailed" } as const;
/** How many rooms `settle` measures at most. */
const measuredAtOnce = 64;

/** Whether a room has changed since it was last measured. */
interface Changes {
  readonly room: RoomAddress;
  isChanged: boolean;
  storageBytes: number | undefined;
  /** Until when it is not measured again. */
  until: number;
}

class BatchingWriter implements ActivityWriter {
  readonly #options: ActivityWriterOptions;
  readonly #tallies = new Map<ProjectId, ProjectTally>();
  readonly #changes = new Map<string, Changes>();
  readonly #signals: Signals;
  /** Subscriptions of followers, disposed of when a follower leaves or the writer closes. */
  readonly #following = new Set<Disposable>();
  readonly #marked = new Set<string>();
  /** How many were rejected in one minute, by the log that would list them. */
  readonly #refused = new Map<string, number>();
  #refusedIn = 0;
  readonly #process = randomBytes(4).toString("hex");
  #ids = 0;
  #batch: Batch;
  /** When the sample that is being taken began. */
  #sampleAt: number;
  #touched = false;
  #timer: { cancel(): void } | undefined;
  #timerAt = Infinity;
  #writing: Promise<void> | undefined;
  #settling: Promise<void> | undefined;
  #closed = false;

  constructor(options: ActivityWriterOptions) {
    this.#options = options;
    this.#signals = options.signals ?? createInProcessSignals();
    this.#batch = new Batch(options.limits);
    this.#sampleAt = startOfSample(options.clock.now());
  }

  connectionEntered(
    { project, room }: RoomAddress,
    { actor, id: user, info }: ConnectionInRoom,
    connections: number,
  ): void {
    const now = this.#now();
    const tally = this.#tally(project, now);
    tally.entered(room, user, now, this.#batch);
    const profile = user === undefined ? undefined : profileIn(info);
    if (user !== undefined && profile !== undefined) this.#batch.profile({ ...profile, project, id: user });
    this.#touch(tally);
    this.#mark(project, "firstConnection", now);
    if (connections > 1) this.#mark(project, "roomWithTwoPeople", now);
    this.#tell("userEntered", { project, room, user }, { numConnections: connections }, { connection: actor });
  }

  connectionLeft(
    { project, room }: RoomAddress,
    { actor: connection, id: user }: ConnectionInRoom,
    connections: number,
    closeCode: number,
  ): void {
    const now = this.#now();
    const tally = this.#tally(project, now);
    tally.left(room, user, now);
    this.#touch(tally);
    const roomUser = { project, room, user };
    const failure = failures.get(closeCode);
    if (failure !== undefined) {
      tally.counts.socketErrors++;
      this.#tell(failure.kind, roomUser, { closeCode }, { connection, code: failure.code });
    }
    this.#tell("userLeft", roomUser, { closeCode, numConnections: connections }, { connection });
  }

  opened(project: ProjectId): CountedConnection {
    const tally = this.#tally(project, this.#now());
    tally.sockets++;
    return {
      received: (messages) => {
        tally.counts.messages += messages;
        if (!tally.touched) this.#touch(tally);
      },
      closed: () => void tally.sockets--,
    };
  }

  refused(user: UserInRoom, code: ErrorCode): void {
    this.#countSocketError(user.project);
    this.#tell(limitCodes.has(code) ? "limitReached" : "entryRefused", user, {}, { code });
  }

  turnedAway(room: RoomAddress, code: ErrorCode): void {
    this.#countSocketError(room.project);
    if (this.#mayList(`event ${room.project}`, this.#now())) this.#tell("entryRefused", room, {}, { code });
  }

  roomChanged(room: RoomAddress, { storageOps, documentUpdates, storageBytes }: ChangedAmounts): void {
    const now = this.#now();
    const tally = this.#tally(room.project, now);
    tally.counts.storageOps += storageOps;
    tally.counts.documentUpdates += documentUpdates;
    if (storageOps + documentUpdates > 0)
      this.#batch.roomUsed({ ...room, day: dayOf(now) }, { storageOps, documentUpdates });
    this.#touch(tally);
    const key = `${room.project}\n${room.room}`;
    let changes = this.#changes.get(key);
    if (changes === undefined) {
      changes = { room, isChanged: true, storageBytes: undefined, until: 0 };
      this.#changes.set(key, changes);
    }
    changes.isChanged = true;
    changes.storageBytes = storageBytes ?? changes.storageBytes;
    if (changes.until <= now) this.#measureRoom(changes, now);
    else this.#wakeAt(changes.until);
  }

  roomCreated(room: RoomAddress): void {
    const tally = this.#tally(room.project, this.#now());
    tally.counts.roomsCreated++;
    this.#touch(tally);
  }

  aiUsed(project: ProjectId, { aiMessages = 0, aiInputTokens = 0, aiOutputTokens = 0 }: Partial<AiUse>): void {
    const tally = this.#tally(project, this.#now());
    tally.counts.aiMessages += aiMessages;
    tally.counts.aiInputTokens += aiInputTokens;
    tally.counts.aiOutputTokens += aiOutputTokens;
    this.#touch(tally);
  }

  webhookAttempted(project: ProjectId, next: WebhookOutcome["next"]["kind"]): void {
    const tally = this.#tally(project, this.#now());
    tally.counts[attemptCounts[next]]++;
    this.#touch(tally);
  }

  copilotUsed(project: ProjectId, copilot: CopilotId | undefined, used: Partial<AiUse>): void {
    const { aiMessages = 0, aiInputTokens = 0, aiOutputTokens = 0 } = used;
    const month = monthOf(this.#now());
    this.#batch.copilot({ project, month, copilot, aiMessages, aiInputTokens, aiOutputTokens });
    this.#flushSoon();
  }

  copilotAnswered(project: ProjectId, copilot: CopilotId | undefined, outcomes: readonly string[]): void {
    const month = monthOf(this.#now());
    for (const outcome of outcomes) this.#batch.outcome({ project, month, copilot, outcome, answers: 1 });
    this.#flushSoon();
  }

  roomDeleted(room: RoomAddress): void {
    this.#changes.delete(`${room.project}\n${room.room}`);
  }

  listed(events: readonly EventRecord[]): void {
    for (const event of events) this.#signals.publish({ type: "eventListed", address: event.project, event });
  }

  versionCreated(room: RoomAddress, { id, authors }: VersionRecord): void {
    this.#tell("versionCreated", room, { versionId: id, authors: authors.slice(0, 20) });
  }

  fileUploaded(room: RoomAddress, { id, size }: { readonly id: string; readonly size: number }): void {
    this.#tell("fileUploaded", room, { fileId: id, size });
  }

  requestAnswered(answered: Omit<RequestRecord, "at">, { turnedAway = false, contents }: RequestExtras = {}): void {
    const now = this.#now();
    const request: RequestRecord = { ...answered, at: now };
    const { project, status, path } = request;
    const tally = this.#tally(project, now);
    tally.counts[countOf[classOf(status)]]++;
    if (status < 400 && tokenTemplates.has(path)) this.#mark(project, "tokenIssued", now);
    this.#touch(tally);
    const listed = !turnedAway || this.#mayList(`request ${project}`, now);
    this.#batch.request(request, { listed, contents });
    if (listed) this.#signals.publish({ type: "requestListed", address: project, request });
  }

  follow(project: ProjectId, follower: Follower): Disposable {
    const subscriptions = new DisposableStack();
    subscriptions.use(this.#signals.subscribeTo("eventListed", project, ({ event }) => follower.event(event)));
    subscriptions.use(this.#signals.subscribeTo("requestListed", project, ({ request }) => follower.request(request)));
    this.#following.add(subscriptions);
    return {
      [Symbol.dispose]: () => {
        subscriptions.dispose();
        this.#following.delete(subscriptions);
      },
    };
  }

  settle(): Promise<void> {
    // Calls that come while a batch is being written share the next one.
    this.#settling ??= (this.#writing ?? Promise.resolve()).then(() => {
      this.#settling = undefined;
      this.#measure();
      return this.#flush(true);
    });
    return this.#settling;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const now = this.#now();
    for (const changes of this.#changes.values()) this.#measureRoom(changes, now);
    await this.settle();
    this.#timer?.cancel();
    for (const subscriptions of this.#following) subscriptions[Symbol.dispose]();
    this.#following.clear();
  }

  #countSocketError(project: ProjectId): void {
    const tally = this.#tally(project, this.#now());
    tally.counts.socketErrors++;
    this.#touch(tally);
  }

  /** Whether one more rejected call is listed in this minute. */
  #mayList(log: string, now: number): boolean {
    const minute = Math.floor(now / minuteMs);
    if (minute !== this.#refusedIn) this.#refused.clear();
    this.#refusedIn = minute;
    const listed = this.#refused.get(log) ?? 0;
    this.#refused.set(log, listed + 1);
    return listed < this.#options.limits.refusedPerMinute;
  }

  /** The present instant, with every sample that has ended by then behind it. */
  #now(): number {
    const now = this.#options.clock.now();
    while (now >= this.#sampleAt + sampleMs) {
      // After a long pause of the process, the samples in between stay empty.
      const behind = now - this.#sampleAt > dayMs;
      this.#sampleAt = behind ? startOfSample(now) : this.#sampleAt + sampleMs;
      for (const [project, tally] of this.#tallies) {
        tally.roll(this.#sampleAt, this.#batch);
        if (tally.idle) this.#tallies.delete(project);
      }
    }
    return now;
  }

  #tally(project: ProjectId, now: number): ProjectTally {
    let tally = this.#tallies.get(project);
    if (tally === undefined) this.#tallies.set(project, (tally = new ProjectTally(project, this.#sampleAt, now)));
    return tally;
  }

  #touch(tally: ProjectTally): void {
    tally.touched = true;
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#touched) return;
    this.#touched = true;
    this.#wakeAt(this.#options.clock.now() + this.#options.limits.activityFlushMs);
  }

  #tell(
    kind: PlatformEventKind,
    { project, room, user }: UserInRoom,
    data: EventRecord["data"] = {},
    { connection, code }: { readonly connection?: number; readonly code?: string } = {},
  ): void {
    const at = this.#now();
    const event: EventRecord = {
      project,
      // Ordered also within one millisecond, and never the id of an event of an earlier process.
      id: `ev_${(this.#ids++).toString(36).padStart(8, "0")}${this.#process}`,
      at,
      kind,
      room,
      user: user ?? null,
      connection: connection ?? null,
      code: code ?? null,
      data,
    };
    this.#batch.event(event);
    this.#signals.publish({ type: "eventListed", address: project, event });
    this.#flushSoon();
  }

  #measureRoom(changes: Changes, now: number): void {
    const { room, storageBytes } = changes;
    this.#batch.size(room.project, room.room, storageBytes);
    changes.isChanged = false;
    changes.until = now + this.#options.limits.changeEventMs;
  }

  /** Has rooms measured that have changed since they were measured last. */
  #measure(): void {
    let left = measuredAtOnce;
    for (const { room, isChanged, storageBytes } of this.#changes.values()) {
      if (!isChanged) continue;
      this.#batch.size(room.project, room.room, storageBytes);
      if (--left === 0) return;
    }
  }

  #mark(project: ProjectId, mark: Mark, now: number): void {
    const key = `${project}\n${mark}`;
    if (this.#marked.has(key)) return;
    this.#marked.add(key);
    this.#batch.mark(project, mark, now);
  }

  #wakeAt(at: number): void {
    if (this.#timerAt <= at || this.#closed) return;
    this.#timer?.cancel();
    this.#timerAt = at;
    this.#timer = this.#options.clock.setTimer(Math.max(0, at - this.#options.clock.now()), () => {
      this.#timerAt = Infinity;
      return (this.#writing ?? Promise.resolve()).then(() => this.#flush(false));
    });
  }

  /** Writes what has gathered. `all`: also the connected time of projects in which nothing has happened. */
  async #flush(all: boolean): Promise<void> {
    if (this.#writing !== undefined) return this.#writing;
    const { records, log } = this.#options;
    const now = this.#now();
    this.#touched = false;
    this.#measureDue(now);
    for (const tally of this.#tallies.values()) if (all || tally.touched) tally.collect(now, this.#batch);
    this.#sleep();
    const batch = this.#batch;
    if (batch.empty) return undefined;
    this.#batch = new Batch(this.#options.limits);
    if (batch.left > 0) log.info({ left: batch.left }, "more happened in projects than their logs list");
    const written = batch.records;
    this.#writing = records
      .write(written, { jobs: this.#options.jobsOf?.(written) ?? [] })
      .then(() => undefined)
      .catch((err: unknown) => {
        log.warn({ err }, "what happened in projects could not be written; it goes with the next batch");
        this.#batch.takeBack(batch);
        this.#flushSoon();
      })
      .finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  #measureDue(now: number): void {
    for (const [key, changes] of this.#changes) {
      if (changes.until > now) continue;
      if (changes.isChanged) this.#measureRoom(changes, now);
      else this.#changes.delete(key);
    }
  }

  /** Until the next sample, or the next room is to be measured. */
  #sleep(): void {
    let wake = this.#tallies.size > 0 ? this.#sampleAt + sampleMs : Infinity;
    for (const { until } of this.#changes.values()) wake = Math.min(wake, until);
    if (wake < Infinity) this.#wakeAt(wake);
  }
}

function startOfSample(instant: number): number {
  return Math.floor(instant / sampleMs) * sampleMs;
}
