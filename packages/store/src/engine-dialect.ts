import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { Compilable, CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";
import type { Engine, Statement, UnitOutcome } from "./engine.ts";
import type { SqlValue } from "./query.ts";

/**
 * Kysely over an engine, for whoever builds queries as they come: reads are small reads, each write is a durable unit of
 * its own. There are no transactions across awaits; what belongs together goes through `unit`.
 */
export function createQueries<Schema>(engine: Engine): Kysely<Schema> {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new EngineDriver(engine),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Schema>({ dialect });
}

/** Queries that are done together or not at all. A number beside a query is how many rows it must change. */
export function unit(engine: Engine, queries: readonly (Compilable | readonly [Compilable, number])[]) {
  const statements = queries.map((entry): Statement => {
    const [query, expect] = Array.isArray(entry) ? (entry as [Compilable, number]) : [entry as Compilable];
    const { sql, parameters } = query.compile();
    return { sql, values: [bound(parameters)], expect };
  });
  return engine.write(statements) satisfies Promise<UnitOutcome>;
}

class EngineDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(engine: Engine) {
    this.#connection = new EngineConnection(engine);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error("The engine takes whole units: there is no transaction to begin.");
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class EngineConnection implements DatabaseConnection {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = bound(parameters);
    if (/^\s*select\s/i.test(sql)) return { rows: (await this.#engine.read<object>(sql, values)) as R[] };
    const outcome = await this.#engine.write([{ sql, values: [values] }]);
    if (outcome.kind !== "done") throw new Error("A statement without an expectation was unmet.");
    return { rows: (outcome.rows[0] ?? []) as R[], numAffectedRows: BigInt(outcome.counts[0] ?? 0) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("The engine does not stream.");
  }
}

/** SQLite has no booleans, and knows no `undefined`. */
function bound(parameters: readonly unknown[]): readonly SqlValue[] {
  return parameters.map((value) => (typeof value === "boolean" ? Number(value) : ((value ?? null) as SqlValue)));
}
