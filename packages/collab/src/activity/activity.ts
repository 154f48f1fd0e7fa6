/**
 * What a project's activity adds up to, for its dashboard.
 *
 *   sockets, REST ──► ActivityWriter (in memory) ──batch, about every 2 s──► ActivityRecords ──► logs, series, usage
 *                            └ `live`: who is connected this moment
 *
 * - Days and months are UTC's. A user is active on a day on which they were connected; in a period, when they were on one
 *   of its days. Who was active on a single day of a month is not billed for it.
 * - Every answer is as of now: whatever waits to be written is written before it is read.
 */
import { analyticsMetrics, limits as platformLimits, platformEventKinds, WeftError } from "@weft/protocol";
import type {
  CopilotUsages,
  countRequests,
  getAnalytics,
  Limits,
  Plan,
  PlatformEvent,
  PlatformEventKind,
  ProjectId,
  RequestContents,
  RequestEntry,
  Usage,
} from "@weft/protocol";
import type { z } from "zod";
import type { Cursors } from "../cursor.ts";
import { invalid } from "../invalid.ts";
import type {
  ActivityRecords,
  Counted,
  EventRecord,
  LogPage,
  Mark,
  RequestFilter,
  RequestRecord,
  RoomSizes,
  SampleRecord,
} from "./activity-records.ts";
import { dayMs, dayOf, minuteMs, sampleMs } from "./activity-records.ts";
import { monthAfter, monthOf } from "./months.ts";

/** What goes on this moment. */
export interface LiveActivity {
  /** Count of open connections. */
  connected(project: ProjectId): Promise<number>;
  /** Ids of the users who are connected, each once. */
  connectedUsers(project: ProjectId): Promise<readonly string[]>;
  /** Writes what waits to be written; when that fails, it continues to wait. */
  settle(): Promise<void>;
}

export interface LogSearch {
  readonly cursor?: string;
  /** ISO 8601. */
  readonly from?: string;
  readonly to?: string;
}

export interface EventSearch extends LogSearch {
  /** Kinds, separated by commas. */
  readonly kind?: string;
  readonly roomId?: string;
  readonly userId?: string;
  /** A number. */
  readonly connectionId?: string;
  readonly text?: string;
}

export interface RequestSearch extends LogSearch, Omit<RequestFilter, "statusClass" | "id"> {
  readonly status?: "2xx" | "3xx" | "4xx" | "5xx";
  readonly requestId?: string;
}

/** A request with what is kept of what was in it. */
export interface RequestDetails {
  readonly entry: RequestEntry;
  readonly endpointId: string | null;
  readonly contents: RequestContents | null;
}

export interface ProjectStatistics {
  readonly rooms: number;
  readonly connectedNow: number;
  readonly activeUsers24h: number;
  readonly lastActivityAt: number | undefined;
  /** The last 14 days, oldest first. */
  readonly activeUsersByDay: readonly number[];
}

export interface Overview {
  readonly connectedNow: number;
  readonly activeUsersToday: Compared;
  readonly activeUsers30d: Compared;
  readonly roomsActiveToday: Compared;
  readonly sizes: RoomSizes;
  readonly connections: readonly { readonly at: number; readonly value: number }[];
  readonly dailyActiveUsers: readonly { readonly at: number; readonly value: number }[];
  readonly recentErrors: readonly { readonly code: string; readonly count: number; readonly lastAt: number }[];
}

/** A number beside the same of the period before. */
export interface Compared {
  readonly value: number;
  readonly before: number;
}

export type Analytics = z.output<typeof getAnalytics.returns>;
export type AnalyticsSearch = z.output<NonNullable<typeof getAnalytics.query>>;
export type RequestCounts = z.output<typeof countRequests.returns>;
type Metric = (typeof analyticsMetrics)[number];

/** A project as far as its usage is concerned. */
export interface UsedProject {
  readonly id: ProjectId;
  readonly name: string;
}

export interface TeamUsage {
  readonly usage: Usage;
  readonly projects: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly activeUsers: number;
    readonly anonymousConnections: number;
    readonly peakRoomConnections: number;
    readonly textEditorBytes: number;
    readonly customAppBytes: number;
  }[];
  readonly history: readonly { readonly period: string; readonly activeUsers: number }[];
}

export interface Activity {
  /** What each copilot has used in a month. The present one by default. */
  copilotUsage(project: ProjectId, month?: string): Promise<CopilotUsages>;
  /** Newest first. UNPROCESSABLE_ENTITY for an unknown kind, or a cursor of anything else. */
  events(
    project: ProjectId,
    search: EventSearch,
  ): Promise<{ readonly data: readonly PlatformEvent[]; readonly nextCursor: string | null }>;
  /** NOT_FOUND. */
  event(project: ProjectId, id: string): Promise<PlatformEvent>;
  requests(
    project: ProjectId,
    search: RequestSearch,
  ): Promise<{ readonly data: readonly RequestEntry[]; readonly nextCursor: string | null }>;
  /** NOT_FOUND. */
  request(project: ProjectId, id: string): Promise<RequestDetails>;
  /** By steps of whole minutes, aligned to the epoch. UNPROCESSABLE_ENTITY for a time that ends before it begins. */
  requestCounts(
    project: ProjectId,
    search: { readonly from?: string; readonly to?: string },
    retentionDays: number,
  ): Promise<RequestCounts>;
  /** Steps are aligned to the epoch; the last one is the present one. */
  analytics(project: ProjectId, search: AnalyticsSearch): Promise<Analytics>;
  overview(project: ProjectId): Promise<Overview>;
  statistics(projects: readonly ProjectId[]): Promise<ReadonlyMap<ProjectId, ProjectStatistics>>;
  /** What a team's projects have used in a month (`2026-11`), by default the present one. */
  usage(projects: readonly UsedProject[], plan: Plan, period?: string): Promise<TeamUsage>;
  marks(project: ProjectId): Promise<ReadonlyMap<Mark, number>>;
  setMark(project: ProjectId, mark: Mark, isSet: boolean): Promise<void>;
  /** The room that was entered last. */
  latestRoom(project: ProjectId): Promise<string | undefined>;
  sizesOf(project: ProjectId, rooms: readonly string[]): Promise<ReadonlyMap<string, RoomSizes>>;
  /** Forgets what plans no longer keep. */
  sweep(projects: readonly { readonly id: ProjectId; readonly retentionDays: number }[]): Promise<void>;
  /** Forgets everything of a project that was deleted. */
  forget(project: ProjectId): Promise<void>;
}

export interface ActivityOptions {
  readonly records: ActivityRecords;
  readonly live: LiveActivity;
  readonly cursors: Cursors;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly limits?: Limits;
}

export function createActivity(options: ActivityOptions): Activity {
  return new RecordedActivity(options);
}

/** The windows of analytics: how long a step is, and how many there are. */
const ranges = {
  "1h": { stepMs: sampleMs, steps: 12 },
  "1d": { stepMs: 6 * sampleMs, steps: 48 },
  "1w": { stepMs: dayMs / 4, steps: 28 },
  "1mo": { stepMs: dayMs, steps: 30 },
} as const;
/** Steps of a custom range, each for what lasts up to so long. */
const customSteps = [
  { stepMs: sampleMs, upToMs: dayMs / 8 },
  { stepMs: 6 * sampleMs, upToMs: 2 * dayMs },
  { stepMs: dayMs / 4, upToMs: 14 * dayMs },
  { stepMs: dayMs, upToMs: 92 * dayMs },
] as const;
/** Steps of charts of requests, of which at most `chartSteps` make one. */
const minuteSteps = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1_440].map((minutes) => minutes * minuteMs);
const chartSteps = 120;
const chartMs = 60 * minuteMs;
const topLength = 10;
const recentErrors = 10;
/** Users of the last 24 hours that are told apart. */
const usersTold = 10_000;
const kinds: ReadonlySet<string> = new Set(platformEventKinds);

class RecordedActivity implements Activity {
  readonly #records: ActivityRecords;
  readonly #live: LiveActivity;
  readonly #cursors: Cursors;
  readonly #now: () => number;
  readonly #limits: Limits;

  constructor({ records, live, cursors, now, limits = platformLimits }: ActivityOptions) {
    this.#records = records;
    this.#live = live;
    this.#cursors = cursors;
    this.#now = now;
    this.#limits = limits;
  }

  async events(project: ProjectId, search: EventSearch) {
    const page = this.#page(project, "events", search);
    await this.#live.settle();
    const { kind, roomId: room, userId: user, connectionId, text } = search;
    const connection = connectionId === undefined ? undefined : Number(connectionId);
    const filter = { kinds: kindsIn(kind), room, user, connection, text };
    return this.#answer(project, "events", await this.#records.events(project, filter, page), describeEvent);
  }

  async event(project: ProjectId, id: string) {
    await this.#live.settle();
    const event = await this.#records.event(project, id);
    if (event === undefined) throw gone("event");
    return describeEvent(event);
  }

  async requests(project: ProjectId, search: RequestSearch) {
    const page = this.#page(project, "requests", search);
    await this.#live.settle();
    const { status, method, path, errorCode, key, requestId: id } = search;
    const statusClass = status === undefined ? undefined : Number(status[0]);
    const filter = { statusClass, method, path, errorCode, key, id };
    return this.#answer(project, "requests", await this.#records.requests(project, filter, page), describeRequest);
  }

  async request(project: ProjectId, id: string): Promise<RequestDetails> {
    await this.#live.settle();
    const request = await this.#records.request(project, id);
    if (request === undefined) throw gone("request");
    const kept = await this.#records.contents(project, request);
    return {
      entry: describeRequest(request),
      endpointId: kept?.endpoint ?? null,
      contents: kept === undefined ? null : (JSON.parse(kept.contents) as RequestContents),
    };
  }

  async requestCounts(
    project: ProjectId,
    search: { readonly from?: string; readonly to?: string },
    retentionDays: number,
  ): Promise<RequestCounts> {
    const now = this.#now();
    const end = Math.min(now, search.to === undefined ? now : Date.parse(search.to));
    const asked = search.from === undefined ? Math.ceil(end / minuteMs) * minuteMs - chartMs : Date.parse(search.from);
    if (asked > end && search.from !== undefined && asked <= now) throw invalid(["from"], "must be before the end.");
    // Nothing older is kept, so that no request can ask for more steps than a chart has.
    const start = Math.min(Math.max(asked, now - retentionDays * dayMs), end);
    const stepMs = minuteSteps.find((step) => (end - start) / step <= chartSteps) ?? dayMs;
    const from = Math.floor(start / stepMs) * stepMs;
    const steps = Math.max(1, Math.ceil((end - from) / stepMs));
    await this.#live.settle();
    const found = await this.#records.minutes(project, from, from + steps * stepMs, stepMs);
    const counts = { "2xx": zeros(steps), "3xx": zeros(steps), "4xx": zeros(steps), "5xx": zeros(steps) };
    let unlisted = 0;
    for (const minute of found) {
      const step = (minute.at - from) / stepMs;
      counts["2xx"][step] = minute.done;
      counts["3xx"][step] = minute.redirected;
      counts["4xx"][step] = minute.refused;
      counts["5xx"][step] = minute.failed;
      unlisted += minute.unlisted;
    }
    return { from: iso(from), to: iso(from + steps * stepMs), stepMs, counts, unlisted };
  }

  async analytics(project: ProjectId, search: AnalyticsSearch): Promise<Analytics> {
    const metrics = metricsIn(search.metrics);
    const now = this.#now();
    const { stepMs, steps, to } = windowOf(search, now);
    await this.#live.settle();
    const from = to - steps * stepMs;
    const series = await this.#series(project, metrics, { from, stepMs, steps, now });
    const before =
      search.compare === "previous"
        ? await this.#series(project, metrics, { from: from - steps * stepMs, stepMs, steps, now })
        : undefined;
    const last = dayOf(Math.min(now, to - 1));
    const activeIn = (days: number) => this.#records.active(project, "users", last - days + 1, last + 1);
    const [topRooms, topUsers, socketErrors, day, week, month] = await Promise.all([
      this.#records.top(project, "rooms", dayOf(from), dayOf(to - 1) + 1, topLength),
      this.#records.top(project, "users", dayOf(from), dayOf(to - 1) + 1, topLength),
      this.#records.socketErrors(project, from, to, topLength),
      activeIn(1),
      activeIn(7),
      activeIn(30),
    ]);
    return {
      from: iso(from),
      to: iso(to),
      stepMs,
      series: metrics.map((metric, index) => ({
        metric,
        values: series[index]!,
        ...(before === undefined ? undefined : { previous: before[index]! }),
      })),
      topRooms: [...topRooms],
      topUsers: [...topUsers],
      socketErrors: [...socketErrors],
      activeUsers: { day, week, month },
    };
  }

  async overview(project: ProjectId): Promise<Overview> {
    await this.#live.settle();
    const now = this.#now();
    const today = dayOf(now);
    const compared = async (what: "users" | "rooms", days: number): Promise<Compared> => {
      const from = today - days + 1;
      const [value, before] = await Promise.all([
        this.#records.active(project, what, from, today + 1),
        this.#records.active(project, what, from - days, from),
      ]);
      return { value, before };
    };
    const steps = dayMs / sampleMs;
    const from = (Math.floor(now / sampleMs) + 1 - steps) * sampleMs;
    const [[connections], daily, errors, sizes, activeUsersToday, activeUsers30d, roomsActiveToday] = await Promise.all(
      [
        this.#series(project, ["connectionsMax"], { from, stepMs: sampleMs, steps, now }),
        this.#activeByDay(project, "users", today - 29, 30),
        this.#records.errors(project, now - dayMs, recentErrors),
        this.#records.sizes(project),
        compared("users", 1),
        compared("users", 30),
        compared("rooms", 1),
      ],
    );
    return {
      connectedNow: await this.#live.connected(project),
      activeUsersToday,
      activeUsers30d,
      roomsActiveToday,
      sizes,
      connections: connections!.map((value, step) => ({ at: from + step * sampleMs, value })),
      dailyActiveUsers: daily.map((value, day) => ({ at: (today - 29 + day) * dayMs, value })),
      recentErrors: errors,
    };
  }

  async statistics(projects: readonly ProjectId[]): Promise<ReadonlyMap<ProjectId, ProjectStatistics>> {
    await this.#live.settle();
    const now = this.#now();
    const entries = projects.map(async (project): Promise<[ProjectId, ProjectStatistics]> => {
      const [rooms, seen, lastActivityAt, activeUsersByDay] = await Promise.all([
        this.#records.rooms(project),
        this.#records.usersSeen(project, now - dayMs, usersTold),
        this.#records.lastAt(project),
        this.#activeByDay(project, "users", dayOf(now) - 13, 14),
      ]);
      const users = new Set([...seen, ...(await this.#live.connectedUsers(project))]);
      const connectedNow = await this.#live.connected(project);
      return [project, { rooms, connectedNow, activeUsers24h: users.size, lastActivityAt, activeUsersByDay }];
    });
    return new Map(await Promise.all(entries));
  }

  async usage(projects: readonly UsedProject[], plan: Plan, period = monthOf(this.#now())): Promise<TeamUsage> {
    await this.#live.settle();
    const start = Date.parse(`${period}-01T00:00:00.000Z`);
    if (Number.isNaN(start)) throw invalid(["period"], "must be a month, as in 2026-11.");
    const end = monthAfter(start, 1);
    const present = Date.parse(`${monthOf(this.#now())}-01T00:00:00.000Z`);
    const months = Array.from({ length: 12 }, (_, index) => monthOf(monthAfter(present, index - 11)));
    const history = new Map(months.map((month) => [month, 0]));
    let returning = 0;
    let comments = 0;
    let notifications = 0;
    let aiMessages = 0;
    let attachmentBytes = 0;
    const used = await Promise.all(
      projects.map(async ({ id, name }) => {
        const [days, inPeriod, byMonth, sizes, attachments] = await Promise.all([
          this.#records.days(id, dayOf(start), dayOf(end)),
          this.#records.monthlyUsers(id, period, period),
          this.#records.monthlyUsers(id, months[0]!, months.at(-1)!),
          this.#records.sizes(id),
          this.#records.attachmentBytes(id),
        ]);
        for (const { month, users } of byMonth) history.set(month, (history.get(month) ?? 0) + users);
        returning += inPeriod[0]?.returning ?? 0;
        comments += sum(days.map((day) => day.comments));
        notifications += sum(days.map((day) => day.notifications));
        aiMessages += sum(days.map((day) => day.aiMessages));
        attachmentBytes += attachments;
        return {
          id,
          displayName: name,
          activeUsers: inPeriod[0]?.users ?? 0,
          anonymousConnections: sum(days.map(({ anonymousConnections }) => anonymousConnections)),
          peakRoomConnections: Math.max(0, ...days.map(({ peakRoomConnections }) => peakRoomConnections)),
          textEditorBytes: sizes.documentBytes,
          customAppBytes: sizes.storageBytes,
        };
      }),
    );
    const total = (what: "activeUsers" | "anonymousConnections" | "textEditorBytes" | "customAppBytes") =>
      sum(used.map((project) => project[what]));
    return {
      usage: {
        plan: plan.id,
        periodStart: iso(start),
        periodEnd: iso(end),
        billableUsers: returning,
        currentPeriodActiveUsers: total("activeUsers"),
        includedMonthlyActiveUsers: plan.includedMonthlyActiveUsers,
        maximumMonthlyActiveUsers: plan.maximumMonthlyActiveUsers,
        comments: { currentPeriodValue: comments, maximumMonthly: plan.commentsMonthly },
        notifications: { currentPeriodValue: notifications, maximumMonthly: plan.notificationsMonthly },
        textEditor: { totalInBytes: total("textEditorBytes"), maximumInBytes: plan.textEditorBytes },
        customApp: { totalInBytes: total("customAppBytes"), maximumInBytes: plan.customAppBytes },
        currentPeriodAnonymousConnections: total("anonymousConnections"),
        maximumAnonymousConnections: plan.anonymousConnections,
        peakRoomConnections: Math.max(0, ...used.map(({ peakRoomConnections }) => peakRoomConnections)),
        maxConnectionsPerRoom: plan.connectionsPerRoom,
        commentsAttachments: { totalInBytes: attachmentBytes, maximumInBytes: plan.commentsAttachmentsBytes },
        aiCopilotMessages: { currentPeriodValue: aiMessages, maximumMonthly: plan.aiCopilotMessagesMonthly },
      },
      projects: used,
      history: [...history].map(([month, activeUsers]) => ({ period: month, activeUsers })),
    };
  }

  async copilotUsage(project: ProjectId, month = monthOf(this.#now())): Promise<CopilotUsages> {
    await this.#live.settle();
    const used = await this.#records.copilots(project, month);
    return {
      month,
      copilots: used.map(({ copilot, name, aiMessages, aiInputTokens, aiOutputTokens }) => ({
        id: copilot ?? null,
        name: name ?? null,
        messages: aiMessages,
        inputTokens: aiInputTokens,
        outputTokens: aiOutputTokens,
      })),
    };
  }

  async marks(project: ProjectId): Promise<ReadonlyMap<Mark, number>> {
    await this.#live.settle();
    return this.#records.marks(project);
  }

  async setMark(project: ProjectId, mark: Mark, isSet: boolean): Promise<void> {
    await this.#records.mark(project, mark, isSet ? this.#now() : undefined);
  }

  async latestRoom(project: ProjectId): Promise<string | undefined> {
    await this.#live.settle();
    const [entry] = await this.#records.events(project, { kinds: ["userEntered"] }, { limit: 1 });
    return entry?.room ?? undefined;
  }

  async sizesOf(project: ProjectId, rooms: readonly string[]) {
    await this.#live.settle();
    return this.#records.sizesOf(project, rooms);
  }

  async sweep(projects: readonly { readonly id: ProjectId; readonly retentionDays: number }[]): Promise<void> {
    const now = this.#now();
    const { eventsKept, requestContentsKept, samplesKeptMs } = this.#limits;
    for (const { id, retentionDays } of projects)
      await this.#records.sweep(id, {
        before: now - retentionDays * dayMs,
        most: eventsKept,
        mostContents: requestContentsKept,
        samplesBefore: now - samplesKeptMs,
      });
    await this.#records.sweepDeleted();
  }

  async forget(project: ProjectId): Promise<void> {
    await this.#live.settle();
    await this.#records.forget(project);
  }

  /** One more than a page shows tells whether there is another. */
  #page(project: ProjectId, list: string, { cursor, from, to }: LogSearch): LogPage {
    const key = cursor === undefined ? undefined : this.#cursors.decode({ project, list }, cursor);
    return {
      limit: this.#limits.eventsPerPage + 1,
      ...(key === undefined ? undefined : { after: { at: Number(key[0]), id: String(key[1]) } }),
      ...(from === undefined ? undefined : { from: Date.parse(from) }),
      ...(to === undefined ? undefined : { to: Date.parse(to) }),
    };
  }

  #answer<R extends { readonly at: number; readonly id: string }, D>(
    project: ProjectId,
    list: string,
    found: readonly R[],
    describe: (record: R) => D,
  ) {
    const shown = found.slice(0, this.#limits.eventsPerPage);
    const last = shown.at(-1);
    const more = found.length > shown.length && last !== undefined;
    const nextCursor = more ? this.#cursors.encode({ project, list }, [last.at, last.id]) : null;
    return { data: shown.map(describe), nextCursor };
  }

  /** The values of each metric, step by step. */
  async #series(
    project: ProjectId,
    metrics: readonly Metric[],
    { from, stepMs, steps, now }: { from: number; stepMs: number; steps: number; now: number },
  ): Promise<number[][]> {
    const samples = new Map<number, SampleRecord>();
    for (const sample of await this.#records.samples(project, from, from + steps * stepMs, stepMs))
      samples.set((sample.at - from) / stepMs, sample);
    const days = dayMs === stepMs;
    const daily = async (what: "users" | "rooms") => this.#activeByDay(project, what, dayOf(from), steps);
    const exact: Partial<Record<Metric, readonly number[]>> = {
      ...(days && metrics.includes("activeUsers") ? { activeUsers: await daily("users") } : undefined),
      ...(days && metrics.includes("roomsActive") ? { roomsActive: await daily("rooms") } : undefined),
    };
    return metrics.map((metric) =>
      Array.from({ length: steps }, (_, step) => {
        const known = exact[metric];
        if (known !== undefined) return known[step]!;
        const lasted = Math.min(stepMs, now - (from + step * stepMs));
        const sample = samples.get(step);
        return sample === undefined ? 0 : valueOf(metric, sample, lasted);
      }),
    );
  }

  async #activeByDay(project: ProjectId, what: "users" | "rooms", from: number, days: number): Promise<number[]> {
    const counts = Array.from({ length: days }, () => 0);
    for (const { day, count } of await this.#records.activeByDay(project, what, from, from + days))
      counts[day - from] = count;
    return counts;
  }
}

/** Of steps shorter than a day, active users and rooms are the most that five minutes of it had. */
function valueOf(metric: Metric, sample: SampleRecord, lastedMs: number): number {
  switch (metric) {
    case "connectionsMax":
      return sample.connectionsMax;
    case "connectionsAverage":
      return lastedMs <= 0 ? 0 : rounded(sample.connectionMs / lastedMs);
    case "activeUsers":
      return sample.activeUsers;
    case "roomsActive":
      return sample.activeRooms;
    case "peoplePerRoom":
      return sample.roomMs === 0 ? 0 : rounded(sample.connectionMs / sample.roomMs);
    case "messagesPerSecond":
      return lastedMs <= 0 ? 0 : rounded((sample.messages * 1_000) / lastedMs);
    default:
      return sample[metric satisfies Counted];
  }
}

/** The steps that a search asks for: the last of them ends at `to`. */
function windowOf({ range, from, to }: AnalyticsSearch, now: number) {
  if (range !== "custom") {
    const { stepMs, steps } = ranges[range];
    return { stepMs, steps, to: (Math.floor(now / stepMs) + 1) * stepMs };
  }
  const end = to === undefined ? now : Math.min(now, Date.parse(to));
  const start = from === undefined ? end - dayMs : Date.parse(from);
  if (start >= end) throw invalid(["from"], "must be before the end, and in the past.");
  const found = customSteps.find(({ upToMs }) => end - start <= upToMs);
  if (found === undefined) throw invalid(["from"], "must be at most 92 days before the end.");
  const { stepMs } = found;
  const until = Math.ceil(end / stepMs) * stepMs;
  return { stepMs, steps: Math.ceil((until - start) / stepMs), to: until };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

function gone(what: string): WeftError {
  return new WeftError("NOT_FOUND", { message: `No such ${what}, or it was deleted after its retention period.` });
}

function kindsIn(text: string | undefined): readonly PlatformEventKind[] | undefined {
  const named = namesIn(text);
  if (named === undefined) return undefined;
  if (!named.every((name) => kinds.has(name)))
    throw invalid(["kind"], `must be kinds, separated by commas: ${platformEventKinds.join(", ")}.`);
  return named as PlatformEventKind[];
}

function metricsIn(text: string | undefined): readonly Metric[] {
  const named = namesIn(text);
  if (named === undefined) return analyticsMetrics;
  const known: readonly string[] = analyticsMetrics;
  if (!named.every((name) => known.includes(name)))
    throw invalid(["metrics"], `must be metrics, separated by commas: ${analyticsMetrics.join(", ")}.`);
  return named as Metric[];
}

/** Each name once; undefined when there is none. */
function namesIn(text: string | undefined): readonly string[] | undefined {
  const names = new Set((text ?? "").split(",").filter((name) => name !== ""));
  return names.size === 0 ? undefined : [...names];
}

/** An event as the dashboard shows it. */
export function describeEvent({ id, at, kind, room, user, connection, code, data }: EventRecord): PlatformEvent {
  return {
    id,
    at: iso(at),
    kind,
    roomId: room,
    userId: user,
    connectionId: connection,
    data: code === null ? { ...data } : { ...data, code },
  };
}

/** A request as the dashboard shows it. */
export function describeRequest(record: RequestRecord): RequestEntry {
  const { id, at, method, path, url = null, status, durationMs, key, errorCode } = record;
  return { id, at: iso(at), method, path, url, status, durationMs, key, errorCode };
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
