import { Kysely } from "kysely";
import type { Compilable, CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Engine, Statement } from "./engine.ts";

/**
 * Kysely over an engine, for callers that build queries at run time: reads are small reads, each write is a durable unit of
 * its own. There are no transactions across awaits; what belongs together goes through `Transactions`.
 */
export function createQueries<Schema>(engine: Engine, dialect: Dialect): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: { ...dialect.compiler, createDriver: () => new EngineDriver(engine, dialect) },
  });
}

/** A query as a statement that is run once. */
export function statementOf(query: Compilable, dialect: Dialect, expect?: number): Statement {
  const { sql, parameters } = query.compile();
  return { sql, values: [parameters.map(dialect.bind)], expect };
}

class EngineDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(engine: Engine, dialect: Dialect) {
    this.#connection = new EngineConnection(engine, dialect);
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
  readonly #dialect: Dialect;

  constructor(engine: Engine, dialect: Dialect) {
    this.#engine = engine;
    this.#dialect = dialect;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(this.#dialect.bind);
    if (/^\s*select\s/i.test(sql)) return { rows: (await this.#engine.read<object>(sql, values)) as R[] };
    const outcome = await this.#engine.write([{ sql, values: [values] }]);
    if (outcome.kind !== "done") throw new Error("A statement without an expectation was unmet.");
    return { rows: (outcome.rows[0] ?? []) as R[], numAffectedRows: BigInt(outcome.counts[0] ?? 0) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("The engine does not stream.");
  }
}
