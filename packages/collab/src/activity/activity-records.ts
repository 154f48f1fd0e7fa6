import type { UserProfile } from "../users/user-profile.ts";
import type { CopilotId, PlatformEventKind, ProjectId } from "@weft/protocol";
import type { Effects } from "../effects.ts";

/** A UTC day: whole days since the epoch. */
export type Day = number;
export const dayMs = 86_400_000;
export const minuteMs = 60_000;
/** The resolution of samples. */
export const sampleMs = 300_000;

export function dayOf(instant: number): Day {
  return Math.floor(instant / dayMs);
}

/** What is counted as it happens; each is a sum. */
export const counted = [
  "anonymousConnections",
  "messages",
  "storageOps",
  "documentUpdates",
  "roomsCreated",
  "comments",
  "threads",
  "reactions",
  /** Webhook events about notifications: in all, by channel, and by kind. */
  "notifications",
  "notificationsEmail",
  "notificationsSlack",
  "notificationsTeams",
  "notificationsWebPush",
  "notificationsOfThreads",
  "notificationsOfTextMentions",
  "notificationsOfCustomKinds",
  /** Attempts of webhook deliveries: those that arrived, those that are repeated, and those after which none follows. */
  "webhooksDelivered",
  "webhooksRetried",
  "webhooksFailed",
  /** Questions to copilots, and tokens of the models' calls. */
  "aiMessages",
  "aiInputTokens",
  "aiOutputTokens",
  "requestsDone",
  "requestsRedirected",
  "requestsRefused",
  "requestsFailed",
  "socketErrors",
] as const;
export type Counted = (typeof counted)[number];
export type Counts = { readonly [C in Counted]: number };

/** What is also counted of each room, by day. */
export const roomCounted = [
  "storageOps",
  "documentUpdates",
  "threads",
  "comments",
  "reactions",
  "notificationsEmail",
  "notificationsSlack",
  "notificationsTeams",
  "notificationsWebPush",
  "notificationsOfThreads",
  "notificationsOfTextMentions",
  "notificationsOfCustomKinds",
] as const satisfies readonly Counted[];
export type RoomCounted = (typeof roomCounted)[number];

/** Counts of nothing. */
export function noCounts(): { [C in Counted]: number } {
  return Object.fromEntries(counted.map((name) => [name, 0])) as { [C in Counted]: number };
}

/** Something that happened in a project. It never holds what a room holds. */
export interface EventRecord {
  readonly project: ProjectId;
  /** Ids of one process grow with time. */
  readonly id: string;
  readonly at: number;
  readonly kind: PlatformEventKind;
  readonly room: string | null;
  readonly user: string | null;
  readonly connection: number | null;
  /** The error that it reports. */
  readonly code: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A request to the REST API. What was in it is kept apart, and not for as long. */
export interface RequestRecord {
  readonly project: ProjectId;
  readonly id: string;
  readonly at: number;
  readonly method: string;
  /** The template. */
  readonly path: string;
  /** As it was sent, without credentials: kept with the contents of the request alone. */
  readonly url?: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** The last four characters of the key. */
  readonly key: string | null;
  readonly errorCode: string | null;
}

/** What was in a request, and in its answer: JSON, as `RequestContents` of the protocol, without credentials. */
export interface ContentsRecord extends Pick<RequestRecord, "project" | "id" | "at"> {
  /** Of the call that it was. */
  readonly endpoint: string;
  readonly contents: string;
}

/** Classes of statuses, each with its name in counts. */
export const statusClasses = ["done", "redirected", "refused", "failed"] as const;
export type StatusClass = (typeof statusClasses)[number];

/** Requests of a minute. */
export type MinuteRecord = { readonly [C in StatusClass]: number } & {
  readonly project: ProjectId;
  /** When it began. */
  readonly at: number;
  /** Of them, those that the log does not list. */
  readonly unlisted: number;
};

/** What a day added up to, or adds. */
export interface DayRecord extends Counts {
  readonly project: ProjectId;
  readonly day: Day;
  /** The most connections that one room had at once. */
  readonly peakRoomConnections: number;
  /** When something happened last. */
  readonly lastAt: number;
}

/** The same for `sampleMs`. */
export interface SampleRecord extends Counts {
  readonly project: ProjectId;
  /** When it began. */
  readonly at: number;
  readonly connectionsMax: number;
  /** Connections, each times the milliseconds that it was open for. */
  readonly connectionMs: number;
  /** Rooms with a user in them, each times the milliseconds. */
  readonly roomMs: number;
  readonly activeUsers: number;
  readonly activeRooms: number;
}

/** A user, or a room, on a day. */
export interface Activeness {
  readonly project: ProjectId;
  readonly day: Day;
  readonly id: string;
  /** How often they came, or it was entered. */
  readonly connections: number;
}

/** What a room's day added up to, or adds. */
export interface RoomUsage extends Pick<Counts, RoomCounted> {
  readonly project: ProjectId;
  readonly room: string;
  readonly day: Day;
}

/** What a copilot has used in a month, or uses in addition. */
export interface CopilotUsage extends Pick<Counts, "aiMessages" | "aiInputTokens" | "aiOutputTokens"> {
  readonly project: ProjectId;
  /** As in `2026-11`. */
  readonly month: string;
  /** Undefined for questions that name none. */
  readonly copilot: CopilotId | undefined;
}

/** How often answers of a copilot ended so in a month, or in addition. */
export interface CopilotOutcome {
  readonly project: ProjectId;
  readonly month: string;
  /** Undefined for questions that name none. */
  readonly copilot: CopilotId | undefined;
  readonly outcome: string;
  readonly answers: number;
}

/** What is remembered of a project's beginnings, each with the first time. */
export const marks = ["copiedKey", "firstConnection", "roomWithTwoPeople", "tokenIssued", "dismissed"] as const;
export type Mark = (typeof marks)[number];

export interface ProfileRecord extends UserProfile {
  readonly project: ProjectId;
  readonly id: string;
}

/** What has happened since the last batch. Counts add up, maxima are the larger of both, and what is known stays. */
export interface ActivityBatch {
  readonly events: readonly EventRecord[];
  readonly requests: readonly RequestRecord[];
  readonly contents: readonly ContentsRecord[];
  readonly minutes: readonly MinuteRecord[];
  readonly days: readonly DayRecord[];
  readonly samples: readonly SampleRecord[];
  readonly users: readonly Activeness[];
  readonly rooms: readonly Activeness[];
  readonly roomUsage: readonly RoomUsage[];
  readonly copilots: readonly CopilotUsage[];
  readonly outcomes: readonly CopilotOutcome[];
  /** How users present themselves. They are among `users`, in this batch or an earlier one. */
  readonly profiles: readonly ProfileRecord[];
  readonly marks: readonly { readonly project: ProjectId; readonly mark: Mark; readonly at: number }[];
  /** Rooms whose contents have changed: documents are measured where they are kept. */
  readonly sizes: readonly {
    readonly project: ProjectId;
    readonly room: string;
    readonly storageBytes: number | undefined;
  }[];
}

/** A batch of nothing. */
export const noActivity: ActivityBatch = {
  events: [],
  requests: [],
  contents: [],
  minutes: [],
  days: [],
  samples: [],
  users: [],
  rooms: [],
  roomUsage: [],
  copilots: [],
  outcomes: [],
  profiles: [],
  marks: [],
  sizes: [],
};

/** A place in a list, which runs from the newest to the oldest. */
export interface LogPlace {
  readonly at: number;
  readonly id: string;
}

export interface LogPage {
  readonly limit: number;
  readonly after?: LogPlace;
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
}

export interface EventFilter {
  readonly kinds?: readonly PlatformEventKind[];
  readonly room?: string;
  readonly user?: string;
  readonly connection?: number;
  /** Text in the room, the user, the code or the data, whatever its case. */
  readonly text?: string;
}

export interface RequestFilter {
  /** The first digit. */
  readonly statusClass?: number;
  readonly method?: string;
  /** A part of it. */
  readonly path?: string;
  readonly errorCode?: string;
  readonly key?: string;
  readonly id?: string;
}

/** Sizes of what rooms hold, in bytes. */
export interface RoomSizes {
  readonly storageBytes: number;
  readonly documentBytes: number;
}

/** Where activity is kept. Every question carries its projects; a batch is written whole or not at all. */
export interface ActivityRecords {
  /** False, with nothing written, when the effects do not allow it. */
  write(batch: ActivityBatch, effects?: Effects): Promise<boolean>;

  events(project: ProjectId, filter: EventFilter, page: LogPage): Promise<readonly EventRecord[]>;
  event(project: ProjectId, id: string): Promise<EventRecord | undefined>;
  requests(project: ProjectId, filter: RequestFilter, page: LogPage): Promise<readonly RequestRecord[]>;
  request(project: ProjectId, id: string): Promise<RequestRecord | undefined>;
  /** What was in a request, if it is kept. */
  contents(project: ProjectId, place: LogPlace): Promise<ContentsRecord | undefined>;
  /** Minutes taken together by steps, which are whole minutes; a step without requests has none. */
  minutes(project: ProjectId, from: number, to: number, stepMs: number): Promise<readonly MinuteRecord[]>;
  /** Users who came or went since then. */
  usersSeen(project: ProjectId, since: number, limit: number): Promise<readonly string[]>;
  /** Errors since then by code, of events and requests, the most frequent first. */
  errors(
    project: ProjectId,
    since: number,
    limit: number,
  ): Promise<readonly { readonly code: string; readonly count: number; readonly lastAt: number }[]>;

  /** Days from `from` to before `to`, oldest first; a day without activity has none. */
  days(project: ProjectId, from: Day, to: Day): Promise<readonly DayRecord[]>;
  /** When something last happened. */
  lastAt(project: ProjectId): Promise<number | undefined>;
  /** Samples taken together by steps, which are whole samples; a step without activity has none. */
  samples(project: ProjectId, from: number, to: number, stepMs: number): Promise<readonly SampleRecord[]>;
  /** Distinct users, or rooms, of all these days together. */
  active(project: ProjectId, what: "users" | "rooms", from: Day, to: Day): Promise<number>;
  activeByDay(
    project: ProjectId,
    what: "users" | "rooms",
    from: Day,
    to: Day,
  ): Promise<readonly { readonly day: Day; readonly count: number }[]>;
  /** Those that came most often. */
  top(
    project: ProjectId,
    what: "users" | "rooms",
    from: Day,
    to: Day,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly connections: number }[]>;
  /** What was counted of a room, from the day `from` to before `to`, oldest first; a day without changes has none. */
  roomUsage(project: ProjectId, room: string, from: Day, to: Day): Promise<readonly RoomUsage[]>;
  /** Codes of events of errors within that time, the most frequent first; those of one room when it is named. */
  socketErrors(
    project: ProjectId,
    from: number,
    to: number,
    limit: number,
    room?: string,
  ): Promise<readonly { readonly code: string; readonly count: number }[]>;
  /** Users of months (`2026-11`), those who came on more than one day among them. */
  monthlyUsers(
    project: ProjectId,
    fromMonth: string,
    toMonth: string,
  ): Promise<readonly { readonly month: string; readonly users: number; readonly returning: number }[]>;

  /** What the copilots of a project have used in a month, the most tokens first. A copilot that is deleted has no name. */
  copilots(project: ProjectId, month: string): Promise<readonly (CopilotUsage & { readonly name?: string })[]>;

  /** How the answers of a project's copilots ended in a month. */
  outcomes(project: ProjectId, month: string): Promise<readonly CopilotOutcome[]>;

  marks(project: ProjectId): Promise<ReadonlyMap<Mark, number>>;
  /** Sets a mark that is not set, or takes it away. */
  mark(project: ProjectId, mark: Mark, at: number | undefined): Promise<void>;

  rooms(project: ProjectId): Promise<number>;
  sizes(project: ProjectId): Promise<RoomSizes>;
  /** Of attachments that have arrived, whether a comment has them yet or not. */
  attachmentBytes(project: ProjectId): Promise<number>;
  sizesOf(project: ProjectId, rooms: readonly string[]): Promise<ReadonlyMap<string, RoomSizes>>;
  /** What a room's documents, or one of them, take now: the root document's guid is "". */
  documentBytes(project: ProjectId, room: string, guid?: string): Promise<number>;

  /**
   * Forgets events and requests from before then, the oldest beyond `most` of each (of contents, `mostContents`), and
   * samples and days of old. Of each day before `today`, it keeps the counts of the `mostRooms` rooms with the highest ones.
   */
  sweep(
    project: ProjectId,
    bounds: {
      readonly before: number;
      /** Of requests, if that is not `before`. */
      readonly requestsBefore?: number;
      readonly most: number;
      readonly mostContents: number;
      readonly samplesBefore: number;
      readonly mostRooms: number;
      readonly today: Day;
    },
  ): Promise<void>;
  /** Everything of projects that are not there any more. */
  sweepDeleted(): Promise<void>;
  /** Everything of a project. */
  forget(project: ProjectId): Promise<void>;
}
