import type {
  AccountRecords,
  ActivityRecords,
  AuditRecords,
  ExportRecords,
  FileRecords,
  MessageRecords,
  PersonRecords,
  QuotaRecords,
  RoomRecords,
  TeamRecords,
  VersionRecords,
} from "@weft/collab";
import { limits } from "@weft/protocol";
import type { RoomStore } from "@weft/room/ports";
import type { Kysely } from "kysely";
import { createAccountRecords } from "./account-records.ts";
import { createAuditRecords } from "./audit-records.ts";
import { createActivityRecords } from "./activity-records.ts";
import { sqlite } from "./dialect.ts";
import { createQueries } from "./engine-dialect.ts";
import { createErasureRecords } from "./erasure-records.ts";
import type { ErasureRecords } from "./erasure-records.ts";
import { createExportRecords } from "./export-records.ts";
import type { CapturedLog, Counters, Engine, Flush } from "./engine.ts";
import { createFileRecords } from "./file-records.ts";
import { createQuotaRecords } from "./quota-records.ts";
import { createKeyCheck } from "./key-check.ts";
import type { KeyCheck } from "./key-check.ts";
import { createMailRecords } from "./mail-records.ts";
import type { MailRecords } from "./mail-records.ts";
import { createUsageAlertRecords } from "./usage-alert-records.ts";
import type { UsageAlertRecords } from "./usage-alert-records.ts";
import { createPersonRecords } from "./person-records.ts";
import { createMessageRecords } from "./message-records.ts";
import { createRememberedRooms } from "./remembered-rooms.ts";
import { createRoomRecords } from "./room-records.ts";
import { createRoomStore } from "./room-store.ts";
import { openSqliteEngine } from "./sqlite/engine.ts";
import { parseLocation } from "./sqlite/location.ts";
import type { Tables } from "./tables.ts";
import { createTeamRecords } from "./team-records.ts";
import { createVersionRecords } from "./version-records.ts";

/** Everything that outlives the process, behind the ports of those who need it. */
export interface Store extends AsyncDisposable {
  readonly rooms: RoomRecords;
  readonly accounts: AccountRecords;
  readonly people: PersonRecords;
  readonly teams: TeamRecords;
  readonly audit: AuditRecords;
  readonly erasure: ErasureRecords;
  readonly exports: ExportRecords;
  readonly mails: MailRecords;
  readonly usageAlerts: UsageAlertRecords;
  readonly files: FileRecords;
  readonly quotas: QuotaRecords;
  readonly versions: VersionRecords;
  readonly activity: ActivityRecords;
  readonly messages: MessageRecords;
  readonly roomStore: RoomStore;
  /** Tells under which master key the database was written. */
  readonly keyCheck: KeyCheck;
  /** For the sign-in library, which brings its own queries. No transactions: each write is durable when it answers. */
  readonly signIn: Kysely<unknown>;
  /** Totals since the store was opened. */
  readonly counters: Counters;
  /** Answers once the disk took a write. @throws StoreUnavailable when it does not, or not within five seconds */
  health(): Promise<void>;
  /** Copies the database, while it serves, into one file that stands alone; see `verifyBackup`. */
  backup(path: string): Promise<void>;
  /** Empties the write-ahead log, so that it holds no trace of what was deleted. To be called daily. */
  truncateLog(): Promise<void>;
  /**
   * What was written since the last call. From the first call on, the log waits for the next one until it has grown
   * large: see `openBackups`.
   */
  captureLog(): Promise<CapturedLog>;
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
  return new SqlStore(await openSqliteEngine(parseLocation(url), { check, answerMs, onFlush }));
}

class SqlStore implements Store {
  readonly rooms: RoomRecords;
  readonly accounts: AccountRecords;
  readonly people: PersonRecords;
  readonly teams: TeamRecords;
  readonly audit: AuditRecords;
  readonly erasure: ErasureRecords;
  readonly exports: ExportRecords;
  readonly mails: MailRecords;
  readonly usageAlerts: UsageAlertRecords;
  readonly files: FileRecords;
  readonly quotas: QuotaRecords;
  readonly versions: VersionRecords;
  readonly activity: ActivityRecords;
  readonly messages: MessageRecords;
  readonly roomStore: RoomStore;
  readonly keyCheck: KeyCheck;
  readonly signIn: Kysely<unknown>;
  readonly #engine: Engine;
  readonly #remembered = createRememberedRooms();

  constructor(engine: Engine) {
    this.#engine = engine;
    this.rooms = createRoomRecords(engine, sqlite, this.#remembered);
    this.accounts = createAccountRecords(engine, sqlite);
    const queries = createQueries<Tables>(engine);
    this.people = createPersonRecords(queries);
    this.teams = createTeamRecords(engine, queries);
    this.audit = createAuditRecords(queries);
    this.erasure = createErasureRecords(engine);
    this.exports = createExportRecords(engine, queries);
    this.mails = createMailRecords(engine, queries);
    this.usageAlerts = createUsageAlertRecords(engine, queries);
    this.signIn = createQueries<unknown>(engine);
    this.files = createFileRecords(engine, sqlite);
    this.quotas = createQuotaRecords(queries);
    this.versions = createVersionRecords(engine, sqlite);
    this.activity = createActivityRecords(engine);
    this.messages = createMessageRecords(engine);
    this.keyCheck = createKeyCheck(engine, queries);
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
