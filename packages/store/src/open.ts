import type { AccountRecords, FileRecords, RoomRecords, VersionRecords } from "@weft/collab";
import type { RoomStore } from "@weft/room/ports";
import { createAccountRecords } from "./account-records.ts";
import { sqlite } from "./dialect.ts";
import type { Counters, Engine, Flush } from "./engine.ts";
import { createFileRecords } from "./file-records.ts";
import { createRememberedRooms } from "./remembered-rooms.ts";
import { createRoomRecords } from "./room-records.ts";
import { createRoomStore } from "./room-store.ts";
import { openSqliteEngine } from "./sqlite/engine.ts";
import { parseLocation } from "./sqlite/location.ts";
import { createVersionRecords } from "./version-records.ts";

/** Everything that outlives the process, behind the ports of those who need it. */
export interface Store extends AsyncDisposable {
  readonly rooms: RoomRecords;
  readonly accounts: AccountRecords;
  readonly files: FileRecords;
  readonly versions: VersionRecords;
  readonly roomStore: RoomStore;
  /** Totals since the store was opened. */
  readonly counters: Counters;
  /** Answers once the disk took a write. @throws StoreUnavailable when it does not, or not within five seconds */
  health(): Promise<void>;
  /** Copies the database, while it serves, into one file that stands alone; see `verifyBackup`. */
  backup(path: string): Promise<void>;
  /** Empties the write-ahead log, so that it holds no trace of what was deleted. To be called daily. */
  truncateLog(): Promise<void>;
}

export interface StoreOptions {
  /**
   * When to check at start that the pages of the file hang together: always, never, or (`auto`, the default) after a
   * shutdown that was not clean, and whenever the file is small.
   */
  readonly check?: "auto" | "always" | "never";
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
  const { check = "auto", onFlush = () => {} } = options;
  return new SqlStore(await openSqliteEngine(parseLocation(url), { check, onFlush }));
}

class SqlStore implements Store {
  readonly rooms: RoomRecords;
  readonly accounts: AccountRecords;
  readonly files: FileRecords;
  readonly versions: VersionRecords;
  readonly roomStore: RoomStore;
  readonly #engine: Engine;
  readonly #remembered = createRememberedRooms();

  constructor(engine: Engine) {
    this.#engine = engine;
    this.rooms = createRoomRecords(engine, sqlite, this.#remembered);
    this.accounts = createAccountRecords(engine, sqlite);
    this.files = createFileRecords(engine, sqlite);
    this.versions = createVersionRecords(engine, sqlite);
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
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
    this.#remembered.clear();
  }
}
