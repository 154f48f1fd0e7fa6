import pg from "pg";
import type { ClientConfig } from "pg";
import type { SqlValue } from "../database/query.ts";
import type { SendQuery } from "./send-query.ts";
import { inTransactions, isPooled, set } from "./settings.ts";
import type { Settings } from "./settings.ts";

export interface PostgresSessionOptions {
  readonly config: ClientConfig;
  /** Of every transaction, beside those of all sessions. */
  readonly settings?: Settings;
  /** Run on every new connection. */
  readonly setup?: (query: SendQuery) => Promise<unknown>;
  /** A pooler may be in between, which gives every transaction another connection of PostgreSQL. */
  readonly mayBePooled?: boolean;
  /** The connection is given up when a statement is not answered for this long. */
  readonly giveUpMs: number;
  /** Called when a connection that was made is lost. */
  readonly onLost?: () => void;
  /** Wraps every new connection. */
  readonly intercept?: (query: SendQuery) => SendQuery;
}

export type { SendQuery };

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

/** What `run` sends is written as a whole, or not at all if it rejects. */
export async function inTransaction(query: SendQuery, run: () => Promise<void>): Promise<void> {
  await query("begin");
  try {
    await run();
    await query("commit");
  } catch (error) {
    await query("rollback");
    throw error;
  }
}

/** Statements that the server is asked to remember, per connection. */
const statementsKept = 500;

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
    const { config, settings, setup = async () => {}, mayBePooled, giveUpMs } = this.#options;
    const { onLost = () => {}, intercept = (query) => query } = this.#options;
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
    const isDirect = !mayBePooled || !(await isPooled(client));
    const names = new Map<string, string>();
    const send: SendQuery = (sql, values) => {
      if (values === undefined) return client.query(sql);
      let name = names.get(sql);
      if (isDirect && name === undefined && names.size < statementsKept) names.set(sql, (name = `weft${names.size}`));
      return client.query({ name, text: sql, values: values as SqlValue[] });
    };
    if (isDirect) await client.query(set("session", settings));
    const query = isDirect ? send : inTransactions(send, settings);
    await setup(query);
    return intercept(query);
  }
}
