import { createInProcessSignals } from "@weft/collab";
import type {
  CacheFigures,
  CaughtRequestRecords,
  ProjectRecords,
  ActivityRecords,
  AuditRecords,
  ChatRecords,
  CopilotRecords,
  ExportContents,
  ExportRecords,
  GroupRecords,
  GuideRecords,
  FeedRecords,
  UploadRecords,
  InboxRecords,
  JobRecords,
  KnowledgeRecords,
  ManagementTokenRecords,
  MessageRecords,
  NotificationSettingsRecords,
  OutboxRecords,
  PersonRecords,
  QuotaRecords,
  RoomRecords,
  Signals,
  TeamRecords,
  ThreadRecords,
  SsoRecords,
  StatusRecords,
  UsageAlertRecords,
  UserErasureRecords,
  UserRecords,
  VersionRecords,
  WebhookRecords,
} from "@weft/collab";
import type { NodeId, NodeRecords } from "@weft/cluster/ports";
import { limits } from "@weft/protocol";
import type { OpenedRoom, RoomStore } from "@weft/room/ports";
import type { Kysely } from "kysely";
import { createProjectRecords } from "./projects/project-records.ts";
import type { DatabaseReport } from "./database/database-report.ts";
import { createChatRecords } from "./chats/chat-records.ts";
import { deleteAssistance } from "./copilots/delete-assistance.ts";
import { createCopilotRecords } from "./copilots/copilot-records.ts";
import { createAuditRecords } from "./teams/audit-records.ts";
import { createActivityRecords } from "./activity/activity-records.ts";
import type { Dialect } from "./database/dialect.ts";
import { createQueries } from "./database/queries.ts";
import { createErasureRecords } from "./erasure/erasure-records.ts";
import type { ErasureRecords } from "./erasure/erasure-records.ts";
import { createExportContents } from "./exports/export-contents.ts";
import { createExportRecords } from "./exports/export-records.ts";
import { createGroupRecords } from "./groups/group-records.ts";
import { createGuideRecords } from "./guides/guide-records.ts";
import { createFeedRecords } from "./feeds/feed-records.ts";
import type { Counters, Engine, Flush } from "./database/engine.ts";
import { StoreRefused } from "./database/errors.ts";
import { createUploadRecords } from "./uploads/upload-records.ts";
import { createInboxRecords } from "./notifications/inbox-records.ts";
import { createNotificationSettingsRecords } from "./notifications/notification-settings-records.ts";
import { createQuotaRecords } from "./quotas/quota-records.ts";
import { createKeyCheck } from "./key-check.ts";
import type { KeyCheck } from "./key-check.ts";
import { createJobRecords } from "./jobs/job-records.ts";
import { createOutboxRecords } from "./events/outbox-records.ts";
import { createSsoRecords } from "./sso/sso-records.ts";
import { createStatusRecords } from "./status/status-records.ts";
import { createUsageAlertRecords } from "./activity/usage-alert-records.ts";
import { createPersonRecords } from "./teams/person-records.ts";
import { createKnowledgeRecords } from "./knowledge/knowledge-records.ts";
import { createManagementTokenRecords } from "./management/management-token-records.ts";
import { createMessageRecords } from "./messages/message-records.ts";
import { createRememberedRooms } from "./rooms/remembered-rooms.ts";
import type { RememberedRooms } from "./rooms/remembered-rooms.ts";
import { createRoomRecords } from "./rooms/room-records.ts";
import { createRoomStore } from "./rooms/room-store.ts";
import type { DataFile } from "./sqlite/data-file.ts";
import type { Purpose } from "./database/purpose.ts";
import { postgres } from "./postgres/dialect.ts";
import { isPostgresUrl } from "./postgres/url.ts";
import { refuseUnstorableText } from "./database/unstorable-text.ts";
import { sqlite } from "./sqlite/dialect.ts";
import { openSqlite } from "./sqlite/engine.ts";
import { inspectSqlite } from "./sqlite/inspect.ts";
import { parseLocation } from "./sqlite/location.ts";
import type { Tables } from "./tables/tables.ts";
import { createTeamRecords } from "./teams/team-records.ts";
import { createThreadRecords } from "./threads/thread-records.ts";
import { createTransactions } from "./transactions/transactions.ts";
import { createUserErasureRecords } from "./users/user-erasure-records.ts";
import { createUserRecords } from "./users/user-records.ts";
import { createVersionRecords } from "./versions/version-records.ts";
import { createCaughtRequestRecords } from "./webhooks/caught-request-records.ts";
import { createWebhookRecords } from "./webhooks/webhook-records.ts";

/** For the sign-in library, which brings its own queries. No transactions: each write is durable when it answers. */
export interface SignInDatabase {
  readonly db: Kysely<unknown>;
  /**
   * How its values are written, by the library's name for the kind of database that needs it so: instants as text, flags
   * as numbers. This holds for every database; the SQL itself is compiled by `db`.
   */
  readonly type: "sqlite";
}

/** Everything that outlives the process, behind the ports of those who need it. */
export interface Store extends AsyncDisposable {
  readonly rooms: RoomRecords;
  readonly projects: ProjectRecords;
  readonly people: PersonRecords;
  readonly teams: TeamRecords;
  readonly sso: SsoRecords;
  readonly managementTokens: ManagementTokenRecords;
  readonly audit: AuditRecords;
  readonly erasure: ErasureRecords;
  readonly copilots: CopilotRecords;
  readonly chats: ChatRecords;
  readonly knowledge: KnowledgeRecords;
  readonly exports: ExportRecords;
  readonly exportContents: ExportContents;
  readonly groups: GroupRecords;
  readonly jobs: JobRecords;
  readonly outbox: OutboxRecords;
  readonly usageAlerts: UsageAlertRecords;
  readonly users: UserRecords;
  readonly userErasures: UserErasureRecords;
  readonly uploads: UploadRecords;
  readonly quotas: QuotaRecords;
  readonly status: StatusRecords;
  readonly versions: VersionRecords;
  readonly threads: ThreadRecords;
  readonly inbox: InboxRecords;
  readonly notificationSettings: NotificationSettingsRecords;
  readonly feeds: FeedRecords;
  readonly activity: ActivityRecords;
  readonly messages: MessageRecords;
  readonly guides: GuideRecords;
  readonly webhooks: WebhookRecords;
  readonly caughtRequests: CaughtRequestRecords;
  readonly roomStore: RoomStore;
  /** Tells under which master key the database was written. */
  readonly keyCheck: KeyCheck;
  readonly signIn: SignInDatabase;
  /** Undefined where the data is not in a file of this server's own. */
  readonly dataFile: DataFile | undefined;
  /** Undefined unless the store was opened as a node of a cluster. */
  readonly clusterNodes: NodeRecords | undefined;
  /** Reads the clock of a database that has one of its own, in milliseconds since 1970. */
  readonly readClock?: () => Promise<number>;
  /** Totals since the store was opened. */
  readonly counters: Counters;
  /** How often records of rooms were answered from memory. */
  readonly roomCache: CacheFigures;
  /** Answers once the disk took a write. @throws StoreUnavailable when it does not, or not within five seconds */
  health(): Promise<void>;
}

export interface StoreOptions {
  /**
   * When to check at start that the pages of the file hang together: always, never, or (`auto`, the default) after a
   * shutdown that was not clean, and whenever the file is small.
   */
  readonly check?: "auto" | "always" | "never";
  /** Reads are given up, with `StoreUnavailable`, when the database says nothing for this long. */
  readonly answerMs?: number;
  /** Connections for reads, at most, where the database is a server of its own. */
  readonly connections?: number;
  /**
   * Open the database as this node of a cluster, which shares it with others. It writes nothing before it has joined
   * (`clusterNodes`), and has the rooms that it opens to itself. Each process has an id of its own.
   */
  readonly node?: NodeId;
  /** How long a node that does not renew its lease keeps its rooms. */
  readonly leaseMs?: number;
  /** The node that gets the rooms which this one gives up; none if it is undefined. */
  readonly nextNode?: () => NodeId | undefined;
  /** How often it renews its lease. It writes nothing if so little of it is left. */
  readonly leaseRenewMs?: number;
  /** Tell other processes what this one writes, and this one what they write. By default it is the only process. */
  readonly signals?: Signals;
  /** How long records of rooms are answered from memory, in milliseconds. Defaults to five seconds. */
  readonly rememberedMs?: number;
  /** Called after every flush, for metrics. */
  readonly onFlush?: (flush: Flush) => void;
}

/**
 * Opens the database that a setting names, `sqlite:<path>`, `sqlite::memory:` or `postgres://…`, and brings its schema up
 * to date.
 * Disposing the store finishes the writes that wait, and notes the clean shutdown.
 *
 * @throws StoreRefused with one sentence for the operator, when the database must not be served
 * @example
 * await using store = await openStore("sqlite:.weft/weft.db");
 * const room = await store.rooms.find(project, "board-7");
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  return createStore(await openDatabase(url, "serve", options), options);
}

/**
 * The store of a database that is open, which the store closes when it is disposed. What other processes write, records of
 * rooms show when it is signalled, and `rememberedMs` late at most.
 */
export function createStore(
  database: Database,
  options: Pick<StoreOptions, "signals" | "rememberedMs" | "nextNode"> = {},
): Store {
  const { rememberedMs, signals = createInProcessSignals(), nextNode } = options;
  return new SqlStore(database, signals, createRememberedRooms({ signals, keptMs: rememberedMs }), nextNode);
}

/**
 * Opens a database under its lock, with its schema up to date.
 * @throws StoreRefused
 */
export async function openDatabase(url: string, purpose: Purpose, options: StoreOptions = {}): Promise<Database> {
  const { check = "auto", onFlush = () => {} } = options;
  const { answerMs = limits.databaseAnswerMs, connections = limits.databaseConnections } = options;
  const { node, leaseMs = limits.leaseMs, leaseRenewMs = limits.leaseRenewMs } = options;
  const member = node && { node, leaseMs, leaseRenewMs };
  if (isPostgresUrl(url)) {
    const { openPostgres } = await import("./postgres/engine.ts");
    const opened = await openPostgres(url, { answerMs, connections, purpose, member, onFlush });
    return { ...opened, dialect: postgres };
  }
  if (node !== undefined) throw new StoreRefused("Nodes of a cluster share a PostgreSQL database: name one.");
  return { ...(await openSqlite(parseLocation(url), { check, answerMs, purpose, onFlush })), dialect: sqlite };
}

/**
 * Looks at a database, which a server may be using, without changing it.
 * @throws StoreRefused with one sentence for the operator, when it must not be served
 */
export async function inspectDatabase(url: string): Promise<DatabaseReport> {
  if (!isPostgresUrl(url)) return inspectSqlite(parseLocation(url));
  const { inspectPostgres } = await import("./postgres/inspect.ts");
  return inspectPostgres(url);
}

/** Whether two settings name the same database, as far as they tell without asking it. @throws StoreRefused */
export function nameSameDatabase(one: string, other: string): boolean {
  const nameOf = (url: string) => (isPostgresUrl(url) ? url : parseLocation(url));
  return nameOf(one) === nameOf(other);
}

// Every kind of database has the same tables: the embedded one is asked because it costs nothing to make.
export { readSchemaTables } from "./sqlite/schema-tables.ts";

/** A kind of database, open. */
export interface Database {
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly dataFile?: DataFile;
  readonly clusterNodes?: NodeRecords;
}

class SqlStore implements Store {
  readonly rooms: RoomRecords;
  readonly projects: ProjectRecords;
  readonly people: PersonRecords;
  readonly teams: TeamRecords;
  readonly sso: SsoRecords;
  readonly managementTokens: ManagementTokenRecords;
  readonly audit: AuditRecords;
  readonly erasure: ErasureRecords;
  readonly copilots: CopilotRecords;
  readonly chats: ChatRecords;
  readonly knowledge: KnowledgeRecords;
  readonly exports: ExportRecords;
  readonly exportContents: ExportContents;
  readonly groups: GroupRecords;
  readonly jobs: JobRecords;
  readonly outbox: OutboxRecords;
  readonly usageAlerts: UsageAlertRecords;
  readonly users: UserRecords;
  readonly userErasures: UserErasureRecords;
  readonly uploads: UploadRecords;
  readonly quotas: QuotaRecords;
  readonly status: StatusRecords;
  readonly versions: VersionRecords;
  readonly threads: ThreadRecords;
  readonly inbox: InboxRecords;
  readonly notificationSettings: NotificationSettingsRecords;
  readonly feeds: FeedRecords;
  readonly activity: ActivityRecords;
  readonly messages: MessageRecords;
  readonly guides: GuideRecords;
  readonly webhooks: WebhookRecords;
  readonly caughtRequests: CaughtRequestRecords;
  readonly roomStore: RoomStore;
  readonly keyCheck: KeyCheck;
  readonly signIn: SignInDatabase;
  readonly dataFile: DataFile | undefined;
  readonly clusterNodes: NodeRecords | undefined;
  readonly readClock: Store["readClock"];
  readonly #engine: Engine;
  readonly #remembered: RememberedRooms;

  constructor(
    opened: Database,
    signals: Signals,
    remembered: RememberedRooms,
    nextNode: StoreOptions["nextNode"] = () => undefined,
  ) {
    const { engine: database, dialect } = opened;
    this.#engine = database;
    this.#remembered = remembered;
    this.dataFile = opened.dataFile;
    this.clusterNodes = opened.clusterNodes;
    const engine = refuseUnstorableText(database);
    const queries = createQueries<Tables>(engine, dialect);
    if (dialect.readClock !== undefined) {
      const { sql: text } = dialect.readClock.compile(dialect.sql);
      this.readClock = async () => (await engine.read<{ now: number }>(text, []))[0]!.now;
    }
    const transactions = createTransactions(engine, queries, dialect, signals);
    this.jobs = createJobRecords(transactions, queries, dialect);
    this.outbox = createOutboxRecords(transactions, queries, dialect);
    this.rooms = createRoomRecords(engine, transactions, dialect, this.#remembered);
    this.projects = createProjectRecords(transactions, queries, dialect, deleteAssistance);
    this.people = createPersonRecords(queries);
    this.teams = createTeamRecords(transactions, queries, dialect);
    this.sso = createSsoRecords(transactions, queries);
    this.managementTokens = createManagementTokenRecords(transactions, queries, dialect);
    this.audit = createAuditRecords(queries);
    this.erasure = createErasureRecords(transactions, queries, dialect);
    this.exports = createExportRecords(transactions, queries);
    this.chats = createChatRecords(transactions, queries);
    this.copilots = createCopilotRecords(transactions, queries);
    this.knowledge = createKnowledgeRecords(transactions, queries, dialect);
    this.exportContents = createExportContents(queries);
    this.groups = createGroupRecords(transactions, queries);
    this.usageAlerts = createUsageAlertRecords(transactions, queries, dialect);
    this.users = createUserRecords(queries, dialect);
    this.userErasures = createUserErasureRecords(transactions, queries, dialect);
    this.signIn = { db: createQueries<unknown>(engine, dialect), type: "sqlite" };
    this.uploads = createUploadRecords(transactions, queries);
    this.quotas = createQuotaRecords(queries);
    this.status = createStatusRecords(queries);
    this.versions = createVersionRecords(transactions, queries, dialect);
    this.threads = createThreadRecords(engine, transactions, queries, dialect);
    this.inbox = createInboxRecords(transactions, queries, dialect);
    this.notificationSettings = createNotificationSettingsRecords(transactions, queries);
    this.feeds = createFeedRecords(transactions, queries, dialect);
    this.activity = createActivityRecords(transactions, queries, dialect);
    this.messages = createMessageRecords(transactions, queries);
    this.guides = createGuideRecords(transactions, queries);
    this.webhooks = createWebhookRecords(transactions, queries, dialect);
    this.caughtRequests = createCaughtRequestRecords(transactions, queries);
    this.keyCheck = createKeyCheck(transactions, queries);
    const nodes = this.clusterNodes;
    const release = nodes && ((room: OpenedRoom) => nodes.release([room], nextNode()));
    this.roomStore = createRoomStore(engine, transactions, dialect, this.#remembered, release);
  }

  get counters(): Counters {
    return this.#engine.counters;
  }
  get roomCache(): CacheFigures {
    return this.#remembered.figures;
  }
  health(): Promise<void> {
    return this.#engine.health();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
    this.#remembered.clear();
  }
}
