import type {
  AccountRecords,
  ActivityRecords,
  AuditRecords,
  ExportRecords,
  FileRecords,
  JobRecords,
  MessageRecords,
  OutboxRecords,
  PersonRecords,
  QuotaRecords,
  RoomRecords,
  TeamRecords,
  UsageAlertRecords,
  VersionRecords,
} from "@weft/collab";
import { limits } from "@weft/protocol";
import type { RoomStore } from "@weft/room/ports";
import type { Kysely } from "kysely";
import { createAccountRecords } from "./account-records.ts";
import { createAuditRecords } from "./audit-records.ts";
import { createActivityRecords } from "./activity-records.ts";
import type { Dialect } from "./dialect.ts";
import { createQueries } from "./queries.ts";
import { createErasureRecords } from "./erasure-records.ts";
import type { ErasureRecords } from "./erasure-records.ts";
import { createExportRecords } from "./export-records.ts";
import type { Counters, Engine, Flush } from "./engine.ts";
import { createFileRecords } from "./file-records.ts";
import { createQuotaRecords } from "./quota-records.ts";
import { createKeyCheck } from "./key-check.ts";
import type { KeyCheck } from "./key-check.ts";
import { createJobRecords } from "./job-records.ts";
import { createOutboxRecords } from "./outbox-records.ts";
import { createUsageAlertRecords } from "./usage-alert-records.ts";
import { createPersonRecords } from "./person-records.ts";
import { createMessageRecords } from "./message-records.ts";
import { createRememberedRooms } from "./remembered-rooms.ts";
import { createRoomRecords } from "./room-records.ts";
import { createRoomStore } from "./room-store.ts";
import { refuseUnstorableText } from "./unstorable-text.ts";
import type { CapturedLog, DataFile } from "./sqlite/data-file.ts";
import { sqlite } from "./sqlite/dialect.ts";
import { openSqliteEngine } from "./sqlite/engine.ts";
import { parseLocation } from "./sqlite/location.ts";
import type { Tables } from "./tables.ts";
import { createTeamRecords } from "./team-records.ts";
import { createTransactions } from "./transactions.ts";
import { createVersionRecords } from "./version-records.ts";

/** For the sign-in library, which brings its own queries. No transactions: each write is durable when it answers. */
export interface SignInDatabase {
  readonly db: Kysely<unknown>;
  /** Which SQL it speaks, by the name that the library has for it. */
  readonly type: "sqlite";
}

/** Everything that outlives the process, behind the ports of those who need it. */
export interface Store extends DataFile, AsyncDisposable {
  readonly rooms: RoomRecords;
  readonly accounts: AccountRecords;
  readonly people: PersonRecords;
  readonly teams: TeamRecords;
  readonly audit: AuditRecords;
  readonly erasure: ErasureRecords;
  readonly exports: ExportRecords;
  readonly jobs: JobRecords;
  readonly outbox: OutboxRecords;
  readonly usageAlerts: UsageAlertRecords;
  readonly files: FileRecords;
  readonly quotas: QuotaRecords;
  readonly versions: VersionRecords;
  readonly activity: ActivityRecords;
  readonly messages: MessageRecords;
  readonly roomStore: RoomStore;
  /** Tells under which master key the database was written. */
  readonly keyCheck: KeyCheck;
  readonly signIn: SignInDatabase;
  /** Totals since the store was opened. */
  readonly counters: Counters;
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
  /** Called after every flush, for metrics. */
  readonly onFlush?: (flush: Flush) => void;
}

/**
 * Opens the database that a setting names, `sqlite:<path>` or `sqlite::memory:`, and brings its schema up to date.
 * Disposing the store finishes the writes that wait, and notes the clean shutdown.
 *
 * @throws StoreRefused with one sentence for the operator, when the database must not be served
 * @example
 * await using store = await openStore("sqlite:.weft/weft.db");
 * const room = await store.rooms.find(project, "board-7");
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const { check = "auto", answerMs = limits.databaseAnswerMs, onFlush = () => {} } = options;
  const engine = await openSqliteEngine(parseLocation(url), { check, answerMs, onFlush });
  return new SqlStore({ engine, dialect: sqlite, signInType: "sqlite" });
}

/** A kind of database, open. */
interface Database {
  readonly engine: Engine & DataFile;
  readonly dialect: Dialect;
  readonly signInType: SignInDatabase["type"];
}

class SqlStore implements Store {
  readonly rooms: RoomRecords;
  readonly accounts: AccountRecords;
  readonly people: PersonRecords;
  readonly teams: TeamRecords;
  readonly audit: AuditRecords;
  readonly erasure: ErasureRecords;
  readonly exports: ExportRecords;
  readonly jobs: JobRecords;
  readonly outbox: OutboxRecords;
  readonly usageAlerts: UsageAlertRecords;
  readonly files: FileRecords;
  readonly quotas: QuotaRecords;
  readonly versions: VersionRecords;
  readonly activity: ActivityRecords;
  readonly messages: MessageRecords;
  readonly roomStore: RoomStore;
  readonly keyCheck: KeyCheck;
  readonly signIn: SignInDatabase;
  readonly #engine: Engine & DataFile;
  readonly #remembered = createRememberedRooms();

  constructor({ engine: database, dialect, signInType }: Database) {
    this.#engine = database;
    const engine = refuseUnstorableText(database);
    const queries = createQueries<Tables>(engine, dialect);
    const transactions = createTransactions(engine, queries, dialect);
    this.jobs = createJobRecords(transactions, queries);
    this.outbox = createOutboxRecords(transactions, queries);
    this.rooms = createRoomRecords(engine, transactions, dialect, this.#remembered);
    this.accounts = createAccountRecords(transactions, queries, dialect);
    this.people = createPersonRecords(queries);
    this.teams = createTeamRecords(transactions, queries);
    this.audit = createAuditRecords(queries);
    this.erasure = createErasureRecords(transactions, queries, dialect);
    this.exports = createExportRecords(transactions, queries);
    this.usageAlerts = createUsageAlertRecords(transactions, queries);
    this.signIn = { db: createQueries<unknown>(engine, dialect), type: signInType };
    this.files = createFileRecords(transactions, queries);
    this.quotas = createQuotaRecords(queries);
    this.versions = createVersionRecords(transactions, queries, dialect);
    this.activity = createActivityRecords(transactions, queries, dialect);
    this.messages = createMessageRecords(transactions, queries);
    this.keyCheck = createKeyCheck(transactions, queries);
    this.roomStore = createRoomStore(engine, this.#remembered);
  }

  get counters(): Counters {
    return this.#engine.counters;
  }
  health(): Promise<void> {
    return this.#engine.health();
  }
  backup(path: string): Promise<void> {
    return this.#engine.backup(path);
  }
  truncateLog(): Promise<void> {
    return this.#engine.truncateLog();
  }
  captureLog(): Promise<CapturedLog> {
    return this.#engine.captureLog();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
    this.#remembered.clear();
  }
}
