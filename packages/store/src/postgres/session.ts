import pg from "pg";
import type { ClientConfig, QueryResult } from "pg";
import type { SqlValue } from "../database/query.ts";

export interface PostgresSessionOptions {
  readonly config: ClientConfig;
  /** Run on every new connection. */
  readonly setup: (query: SendQuery) => Promise<unknown>;
  /** The connection is given up when a statement is not answered for this long. */
  readonly giveUpMs: number;
  /** Called when a connection that was made is lost. */
  readonly onLost?: () => void;
  /** Wraps every new connection. */
  readonly intercept?: (query: SendQuery) => SendQuery;
}

/** Sends a statement, at once: several of them travel together and are run in order. */
export type SendQuery = (sql: string, values?: readonly SqlValue[]) => Promise<QueryResult>;

/** One connection, made when it is needed, and made anew after it was lost. */
export interface PostgresSession extends AsyncDisposable {
  /** @throws the error of the connection, when it cannot be made */
  connected(): Promise<SendQuery>;
  /** Gives the connection up: the next statement goes over a new one. */
  drop(): void;
}

export function createSession(options: PostgresSessionOptions): PostgresSession {
  return new PipelinedSession(options);
}

/** Statements that the server is asked to remember, per connection. */
const statementsKept = 500;

/** The same on every connection: what the user or the database may have set otherwise. */
export const sessionSettings = `
  set client_encoding = 'UTF8';
  set bytea_output = 'hex';
  set jit = off;
  set default_transaction_isolation = 'read committed'`;

/**
 * Of connections that read: all that they ask for is found along indexes, row by row. Where statistics are old or missing,
 * PostgreSQL may think that few rows match, and read, join or sort all of them for one page of a list.
 */
export const readerSettings = `${sessionSettings};
  set default_transaction_read_only = on;
  set enable_seqscan = off;
  set enable_bitmapscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off`;

class PipelinedSession implements PostgresSession {
  readonly #options: PostgresSessionOptions;
  #client: pg.Client | undefined;
  #connecting: Promise<SendQuery> | undefined;

  constructor(options: PostgresSessionOptions) {
    this.#options = options;
  }

  connected(): Promise<SendQuery> {
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      this.drop();
      throw error;
    });
    return this.#connecting;
  }

  drop(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#connecting = undefined;
    // Statements in flight fail with an error, or never get an answer.
    client?.connection.stream.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#connecting = undefined;
    await client?.end();
  }

  async #connect(): Promise<SendQuery> {
    const { config, setup, giveUpMs, onLost = () => {}, intercept = (query) => query } = this.#options;
    const client = new pg.Client({ ...config, pipeline: true, query_timeout: giveUpMs });
    this.#client = client;
    const forget = () => {
      if (this.#client !== client) return;
      this.drop();
      onLost();
    };
    client.on("error", forget);
    client.on("end", forget);
    await client.connect();
    const names = new Map<string, string>();
    const query: SendQuery = (sql, values) => {
      if (values === undefined) return client.query(sql);
      let name = names.get(sql);
      if (name === undefined && names.size < statementsKept) names.set(sql, (name = `weft${names.size}`));
      return client.query({ name, text: sql, values: values as SqlValue[] });
    };
    await client.query(sessionSettings);
    await setup(query);
    return intercept(query);
  }
}
