import { RoomElsewhere } from "@weft/cluster/ports";
import { StaleEpoch } from "@weft/room/ports";
import type { ActorRecord, DocumentRow, OpenedRoom, RoomCommit, RoomKey } from "@weft/room/ports";
import type { Dialect } from "./dialect.ts";
import type { Counters, Engine, Row, Statement, UnitOutcome } from "./engine.ts";
import { StoreUnavailable } from "./errors.ts";
import type { Lock } from "./locks.ts";
import { prepare } from "./query.ts";
import type { Prepared, SqlValue } from "./query.ts";
import type { Answer, Unit } from "./unit.ts";

/** Runs units in the order in which they were handed over. */
export interface Writer extends AsyncDisposable {
  /** @throws StoreUnavailable when it is closed, or too much is waiting already */
  run(unit: Unit): Promise<Answer>;
  /** Units handed over and not yet answered. */
  readonly waiting: number;
  /** Whether the disk is full, as far as is known. */
  readonly full: boolean;
}

export interface Reader extends AsyncDisposable {
  /** A small read, from a state that includes every write answered before. */
  query(sql: string, values: readonly SqlValue[]): Promise<readonly Row[]>;
  /** A room was opened: contents are likely to be read soon. */
  expectContents(): void;
  nodes(room: RoomKey, pieceBytes: number): AsyncIterable<Uint8Array>;
  documentRows(room: RoomKey, guid: string): AsyncIterable<DocumentRow>;
}

export interface UnitEngineParts {
  readonly writer: Writer;
  readonly reader: Reader;
  readonly dialect: Dialect;
  /** Transactions so far. */
  readonly flushes: () => number;
  readonly resources: AsyncDisposableStack;
}

/** An engine of a writer and a reader, whatever the database. */
export function createUnitEngine(parts: UnitEngineParts): Engine {
  return new UnitEngine(parts);
}

/** A probe of the database is answered from the last one for this long, so that asking often costs nothing. */
const healthAnswerMs = 1_000;
const healthDeadlineMs = 5_000;

class UnitEngine implements Engine {
  readonly #writer: Writer;
  readonly #reader: Reader;
  readonly #flushes: () => number;
  readonly #resources: AsyncDisposableStack;
  readonly #queries: Queries;
  #commits = 0;
  #refused = 0;
  #probed: { readonly at: number; readonly answer: Promise<void> } | undefined;

  constructor({ writer, reader, dialect, flushes, resources }: UnitEngineParts) {
    this.#writer = writer;
    this.#reader = reader;
    this.#flushes = flushes;
    this.#resources = resources;
    this.#queries = prepareQueries(dialect);
  }

  get counters(): Counters {
    return {
      commits: this.#commits,
      flushes: this.#flushes(),
      refused: this.#refused,
      waiting: this.#writer.waiting,
    };
  }

  get full(): boolean {
    return this.#writer.full;
  }

  read<R extends object = Row>(sql: string, values: readonly SqlValue[]): Promise<readonly R[]> {
    return this.#reader.query(sql, values) as Promise<readonly object[]> as Promise<readonly R[]>;
  }

  async write(statements: readonly Statement[], locks?: readonly Lock[]): Promise<UnitOutcome> {
    const answer = await this.#writer.run({ kind: "statements", statements, locks });
    if (answer.kind === "done") {
      this.#commits += 1;
      return answer;
    }
    this.#refused += 1;
    if (answer.kind === "unmet") return answer;
    throw failure(answer);
  }

  async claim(project: string, room: string, reserve: number): Promise<OpenedRoom | undefined> {
    this.#reader.expectContents();
    const answer = await this.#writer.run({ kind: "claim", project, room, reserve });
    if (answer.kind === "claimed") {
      this.#commits += 1;
      return answer.opened;
    }
    this.#refused += 1;
    if (answer.kind === "elsewhere") throw new RoomElsewhere(answer.node);
    throw failure(answer);
  }

  async commit(commit: RoomCommit): Promise<void> {
    const answer = await this.#writer.run({ kind: "commit", commit });
    if (answer.kind === "done") {
      this.#commits += 1;
      return;
    }
    this.#refused += 1;
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
    const query = this.#queries.actor;
    const [row] = await this.read<{ user_id: string; clocks: string }>(query.sql, query.bind({ project, key, actor }));
    return row && { actor, user: row.user_id, clocks: JSON.parse(row.clocks) as number[] };
  }

  health(): Promise<void> {
    const now = performance.now();
    if (this.#probed && now - this.#probed.at < healthAnswerMs) return this.#probed.answer;
    const answer = this.#probe();
    // Callers within the next second get the failure, too. There may be none, so the rejection is handled here.
    answer.catch(() => {});
    this.#probed = { at: now, answer };
    return answer;
  }

  async #probe(): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new StoreUnavailable("The database has not taken a write for five seconds.")),
      healthDeadlineMs,
    );
    const { probe } = this.#queries;
    try {
      const write = this.write([{ sql: probe.sql, values: [probe.bind({ value: String(Date.now()) })], expect: 1 }]);
      await Promise.race([write, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }
}

interface Queries {
  readonly actor: Prepared<{ project: string; key: number; actor: number }, { user_id: string; clocks: string }>;
  readonly probe: Prepared<{ value: string }, never>;
}

function prepareQueries({ sql: db }: Dialect): Queries {
  return {
    actor: prepare((slot) =>
      db
        .selectFrom("room_actors")
        .select(["user_id", "clocks"])
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", slot("key"))
        .where("actor", "=", slot("actor")),
    ),
    probe: prepare(
      (slot) =>
        db
          .insertInto("meta")
          .values({ key: "probe", value: slot("value") })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: slot("value") })) as never,
    ),
  };
}

function failure(answer: { readonly kind: string; readonly message?: string }): Error {
  if (answer.kind === "unavailable") return new StoreUnavailable(answer.message);
  return new Error(`The store refused a write that it cannot hold: ${answer.message ?? answer.kind}`);
}
