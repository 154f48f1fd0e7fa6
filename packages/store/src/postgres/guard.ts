import type { ClientConfig } from "pg";
import { StoreRefused, StoreUnavailable } from "../database/errors.ts";
import type { Purpose } from "../database/purpose.ts";
import { describePostgresError } from "./errors.ts";
import { prepareDatabase } from "./schema.ts";
import { createSession } from "./session.ts";
import type { SendQuery, PostgresSession } from "./session.ts";

/** How long a server waits at start for another one that is stopping, in milliseconds. */
const patienceMs = 5_000;
const againMs = 250;
/** How long PostgreSQL may take to answer, in milliseconds; migrations of large tables take their time. */
const answerMs = 600_000;

/**
 * Lets one server at a time use a database: what rooms and keys a server remembers is only true while no other one
 * changes them. The right is an advisory lock, which ends with its connection.
 *
 * A server that was killed, or lost its lock, may have left transactions behind that PostgreSQL has not finished. So each
 * writing connection shares a second lock, and a server that has taken the first ends the connections that hold the second
 * before it reads anything.
 */
export interface Guard extends AsyncDisposable {
  /** @throws StoreUnavailable while the lock is not held */
  check(): void;
  /**
   * Makes a connection one that may write, for as long as no other server takes the lock.
   * @throws StoreUnavailable when another server has had it meanwhile
   */
  admitWriter(query: SendQuery): Promise<void>;
}

/** Takes the lock, and brings the schema up to date under it. @throws StoreRefused */
export async function openGuard(config: ClientConfig, purpose: Purpose): Promise<Guard> {
  const guard = new LockGuard(config);
  try {
    await guard.open(purpose);
  } catch (error) {
    await guard[Symbol.asyncDispose]();
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`The database cannot be used. ${describePostgresError(error)}`, { cause: error });
  }
  return guard;
}

type State = "opening" | "held" | "lost" | "overtaken" | "closed";

class LockGuard implements Guard {
  readonly #session: PostgresSession;
  #state: State = "opening";
  #timer: NodeJS.Timeout | undefined;
  /** Goes up whenever a server takes the lock. */
  #reign: number | undefined;

  constructor(config: ClientConfig) {
    this.#session = createSession({
      config,
      giveUpMs: answerMs,
      setup: async () => {},
      onLost: () => this.#lost(),
    });
  }

  async open(purpose: Purpose): Promise<void> {
    const query = await this.#session.connected();
    const until = performance.now() + (purpose === "serve" ? patienceMs : 0);
    while (!(await takeLock(query))) {
      if (performance.now() > until)
        throw new StoreRefused("Another server uses this database: stop it first, or name another database.");
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
    await endFormerWriters(query, until);
    await prepareDatabase(query, purpose);
    this.#reign = await beginReign(query);
    await query(`select pg_advisory_unlock(${writersLock})`, []);
    this.#state = "held";
  }

  async admitWriter(query: SendQuery): Promise<void> {
    await query(`select pg_advisory_lock_shared(${writersLock})`, []);
    if ((await readReign(query)) !== this.#reign) this.#state = "overtaken";
    this.check();
  }

  check(): void {
    if (this.#state === "held") return;
    throw new StoreUnavailable(
      this.#state === "overtaken"
        ? "Another server has used the database meanwhile: this one must be started again."
        : "The connection to PostgreSQL was lost.",
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = "closed";
    clearTimeout(this.#timer);
    await this.#session[Symbol.asyncDispose]();
  }

  #lost(): void {
    if (this.#state !== "held") return;
    this.#state = "lost";
    this.#regainSoon();
  }

  #regainSoon(): void {
    this.#timer = setTimeout(() => void this.#regain(), againMs);
  }

  async #regain(): Promise<void> {
    try {
      const query = await this.#session.connected();
      if (await takeLock(query)) {
        const reign = await readReign(query);
        if (this.#state === "lost") this.#state = reign === this.#reign ? "held" : "overtaken";
      }
    } catch {
      this.#session.drop();
    }
    if (this.#state === "lost") this.#regainSoon();
  }
}

/** Each schema of a database can be served by a server of its own. */
const serverLock = "2003133044, hashtext(current_schema())";
const writersLock = "2003133045, hashtext(current_schema())";

async function takeLock(query: SendQuery, lock = serverLock): Promise<boolean> {
  const { rows } = await query(`select pg_try_advisory_lock(${lock}) as taken`, []);
  return (rows as { taken: number }[])[0]?.taken === 1;
}

/** Afterwards nothing that an earlier server has sent can be committed any more. Keeps the lock of writers. */
async function endFormerWriters(query: SendQuery, until: number): Promise<void> {
  while (!(await takeLock(query, writersLock))) {
    if (performance.now() > until)
      throw new StoreRefused("Connections of an earlier server still write to this database: end them first.");
    await query(endWriters, []);
    await new Promise((resolve) => setTimeout(resolve, againMs / 10));
  }
}

/** The two numbers of an advisory lock are listed as unsigned ones. */
const endWriters = `select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and classid = 2003133045 and objsubid = 2
    and objid::bigint = hashtext(current_schema())::bigint & 4294967295
    and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()`;

async function beginReign(query: SendQuery): Promise<number> {
  const { rows } = await query(
    `insert into meta (key, value) values ('reign', '1')
     on conflict (key) do update set value = (meta.value::bigint + 1)::text returning value`,
    [],
  );
  return Number((rows as { value: string }[])[0]?.value);
}

async function readReign(query: SendQuery): Promise<number> {
  const { rows } = await query("select value from meta where key = 'reign'", []);
  return Number((rows as { value: string }[])[0]?.value);
}
