import { StaleEpoch } from "@weft/room/ports";
import type { ActorRecord, DocumentRow, OpenedRoom, RoomCommit, RoomKey } from "@weft/room/ports";
import type { Counters, Engine, Flush, Row, Statement, UnitOutcome } from "../engine.ts";
import { StoreUnavailable } from "../errors.ts";
import { prepare } from "../query.ts";
import type { SqlValue } from "../query.ts";
import { checkLibrary, openConnection } from "./connection.ts";
import { copyDatabase } from "./copy.ts";
import type { CapturedLog, DataFile } from "./data-file.ts";
import { sqlite } from "./dialect.ts";
import { createInlineReader } from "./inline-reader.ts";
import { createInlineWriter } from "./inline-writer.ts";
import { prepareDataFile, prepareDirectory } from "./location.ts";
import { lockDataFile } from "./lock.ts";
import { createReaderThreads } from "./reader-thread.ts";
import type { Reader } from "./reader-thread.ts";
import { prepareDatabase } from "./schema.ts";
import { createUnitRunner } from "./unit-runner.ts";
import { startWriterThread } from "./writer-thread.ts";
import type { Writer } from "./writer-thread.ts";

export interface SqliteEngineOptions {
  readonly check: "auto" | "always" | "never";
  /** A read is given up when the database says nothing for this long. */
  readonly answerMs: number;
  readonly onFlush: (flush: Flush) => void;
}

/** @throws StoreRefused */
export async function openSqliteEngine(path: string, options: SqliteEngineOptions): Promise<Engine & DataFile> {
  checkLibrary();
  return path === ":memory:" ? openInMemory(options) : openOnDisk(path, options);
}

async function openInMemory({ check, onFlush }: SqliteEngineOptions): Promise<Engine & DataFile> {
  const connection = openConnection(":memory:", "write");
  prepareDatabase(connection, ":memory:", check);
  const totals = { commits: 0, flushes: 0, refused: 0 };
  const writer = createInlineWriter(createUnitRunner(":memory:", connection), (flush) => {
    totals.flushes += 1;
    onFlush(flush);
  });
  const resources = new AsyncDisposableStack();
  resources.use(writer);
  return new SqliteEngine({
    writer,
    reader: createInlineReader(connection),
    totals,
    copy: (target) => copyDatabase(connection.database, target),
    resources,
  });
}

async function openOnDisk(path: string, { check, answerMs, onFlush }: SqliteEngineOptions): Promise<Engine & DataFile> {
  prepareDirectory(path);
  await using opening = new AsyncDisposableStack();
  opening.use(lockDataFile(path));
  prepareDataFile(path);
  const totals = { commits: 0, flushes: 0, refused: 0 };
  const writer = opening.use(
    await startWriterThread({ path, check }, (flush) => {
      totals.flushes += 1;
      onFlush(flush);
    }),
  );
  const reader = opening.use(createReaderThreads(path, answerMs));
  const copy = async (target: string) => {
    // A connection of its own: the copy holds it for as long as it takes.
    using connection = openConnection(path, "read");
    await copyDatabase(connection.database, target);
  };
  return new SqliteEngine({ writer, reader, totals, copy, resources: opening.move() });
}

/** A probe of the disk is answered from the last one for this long, so that asking often costs nothing. */
const healthAnswerMs = 1_000;
const healthDeadlineMs = 5_000;

const actorQuery = prepare<{ project: string; key: number; actor: number }, { user_id: string; clocks: string }>(
  (slot) =>
    sqlite.sql
      .selectFrom("room_actors")
      .select(["user_id", "clocks"])
      .where("project_id", "=", slot("project"))
      .where("room_key", "=", slot("key"))
      .where("actor", "=", slot("actor")),
);
const probe = prepare<{ value: string }>((slot) =>
  sqlite.sql
    .insertInto("meta")
    .values({ key: "probe", value: slot("value") })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: slot("value") })),
);

class SqliteEngine implements Engine, DataFile {
  readonly #writer: Writer;
  readonly #reader: Reader;
  readonly #copy: (target: string) => Promise<void>;
  readonly #totals: { commits: number; flushes: number; refused: number };
  readonly #resources: AsyncDisposableStack;
  #probed: { readonly at: number; readonly answer: Promise<void> } | undefined;

  constructor(parts: {
    writer: Writer;
    reader: Reader;
    totals: { commits: number; flushes: number; refused: number };
    copy: (target: string) => Promise<void>;
    resources: AsyncDisposableStack;
  }) {
    this.#writer = parts.writer;
    this.#reader = parts.reader;
    this.#totals = parts.totals;
    this.#copy = parts.copy;
    this.#resources = parts.resources;
  }

  get counters(): Counters {
    return { ...this.#totals, waiting: this.#writer.waiting };
  }

  get full(): boolean {
    return this.#writer.full;
  }

  read<R extends object = Row>(sql: string, values: readonly SqlValue[]): Promise<readonly R[]> {
    return this.#reader.query(sql, values) as Promise<readonly object[]> as Promise<readonly R[]>;
  }

  async write(statements: readonly Statement[]): Promise<UnitOutcome> {
    const answer = await this.#writer.run({ kind: "statements", statements });
    if (answer.kind === "done") {
      this.#totals.commits += 1;
      return answer;
    }
    this.#totals.refused += 1;
    if (answer.kind === "unmet") return answer;
    throw failure(answer);
  }

  async claim(project: string, room: string, reserve: number): Promise<OpenedRoom | undefined> {
    const answer = await this.#writer.run({ kind: "claim", project, room, reserve });
    if (answer.kind === "claimed") {
      this.#totals.commits += 1;
      return answer.opened;
    }
    this.#totals.refused += 1;
    throw failure(answer);
  }

  async commit(commit: RoomCommit): Promise<void> {
    const answer = await this.#writer.run({ kind: "commit", commit });
    if (answer.kind === "done") {
      this.#totals.commits += 1;
      return;
    }
    this.#totals.refused += 1;
    if (answer.kind === "stale") throw new StaleEpoch("The room was claimed by another owner, or deleted.");
    throw failure(answer);
  }

  nodes(room: RoomKey, pieceBytes: number): AsyncIterable<Uint8Array> {
    return this.#reader.nodes(room, pieceBytes);
  }

  async documentRows(room: RoomKey, guid: string): Promise<readonly DocumentRow[]> {
    return Array.fromAsync(this.#reader.documentRows(room, guid));
  }

  async actor({ project, key }: RoomKey, actor: number): Promise<ActorRecord | undefined> {
    const [row] = await this.read<{ user_id: string; clocks: string }>(
      actorQuery.sql,
      actorQuery.bind({ project, key, actor }),
    );
    return row && { actor, user: row.user_id, clocks: JSON.parse(row.clocks) as number[] };
  }

  health(): Promise<void> {
    const now = performance.now();
    if (this.#probed && now - this.#probed.at < healthAnswerMs) return this.#probed.answer;
    const answer = this.#probe();
    // Who asks within the next second hears of a failure too; nobody may be asking.
    answer.catch(() => {});
    this.#probed = { at: now, answer };
    return answer;
  }

  async #probe(): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new StoreUnavailable("The disk has not taken a write for five seconds.")),
      healthDeadlineMs,
    );
    try {
      const write = this.write([{ sql: probe.sql, values: [probe.bind({ value: String(Date.now()) })], expect: 1 }]);
      await Promise.race([write, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  backup(path: string): Promise<void> {
    return this.#copy(path);
  }

  truncateLog(): Promise<void> {
    return this.#writer.truncateLog();
  }

  captureLog(): Promise<CapturedLog> {
    return this.#writer.captureLog();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }
}

function failure(answer: { readonly kind: string; readonly message?: string }): Error {
  if (answer.kind === "unavailable") return new StoreUnavailable(answer.message);
  return new Error(`The store refused a write that it cannot hold: ${answer.message ?? answer.kind}`);
}
