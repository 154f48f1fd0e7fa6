import type { ClientConfig } from "pg";
import { StoreRefused, StoreUnavailable } from "../database/errors.ts";
import type { Purpose } from "../database/purpose.ts";
import { describePostgresError } from "./errors.ts";
import { prepareDatabase } from "./schema.ts";
import {
  beginReign,
  patienceMs,
  readReign,
  refuseNodes,
  takeServerLock,
  tryServerLock,
  writersLock,
} from "./server-lock.ts";
import { createSession, inTransaction } from "./session.ts";
import type { SendQuery, PostgresSession } from "./session.ts";

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
  /** Calls the listener when PostgreSQL has not answered for too long, or cannot be reached. */
  onSilence?(listener: () => void): void;
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
      onLost: () => this.#lost(),
    });
  }

  async open(purpose: Purpose): Promise<void> {
    const query = await this.#session.connected();
    const until = performance.now() + (purpose === "serve" ? patienceMs : 0);
    await takeServerLock(query, "session", until);
    await refuseNodes(query, until);
    await inTransaction(query, () => prepareDatabase(query, purpose));
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
      if (await tryServerLock(query, "session")) {
        const reign = await readReign(query);
        if (this.#state === "lost") this.#state = reign === this.#reign ? "held" : "overtaken";
      }
    } catch {
      this.#session.drop();
    }
    if (this.#state === "lost") this.#regainSoon();
  }
}
