import type { ListedNode, NodeId, NodeState, Renewal } from "@weft/cluster/ports";
import type { ClientConfig } from "pg";
import { StoreRefused, StoreUnavailable } from "../database/errors.ts";
import type { SqlValue } from "../database/query.ts";
import { describePostgresError, isAnswer } from "./errors.ts";
import type { Guard } from "./guard.ts";
import { now } from "./node-claims.ts";
import { prepareDatabase } from "./schema.ts";
import { joinReign, patienceMs, readReign, takeServerLock } from "./server-lock.ts";
import { createSession, inTransaction } from "./session.ts";
import type { PostgresSession, SendQuery } from "./session.ts";

export interface MembershipOptions {
  readonly config: ClientConfig;
  readonly node: NodeId;
  readonly leaseMs: number;
  /** The node renews its lease so often, and writes nothing if so little of it is left. */
  readonly leaseRenewMs: number;
}

/**
 * Lets a node write for as long as it has a lease. It holds no lock of a session: nodes come and go one at a time, under
 * locks of their transactions, and a node's lease is a row. Renewals have a connection of their own, so that they wait for no
 * other statement.
 */
export interface NodeMembership extends Guard {
  readonly node: NodeId;
  join(state: NodeState): Promise<void>;
  renew(state: NodeState): Promise<Renewal>;
  leave(node: NodeId): Promise<void>;
}

/** Brings the schema up to date. @throws StoreRefused */
export async function openMembership(options: MembershipOptions): Promise<NodeMembership> {
  const membership = new LeasedMembership(options);
  try {
    await membership.open();
  } catch (error) {
    await membership[Symbol.asyncDispose]();
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`The database cannot be used. ${describePostgresError(error)}`, { cause: error });
  }
  return membership;
}

/** How long PostgreSQL may take to answer, in milliseconds; migrations of large tables take their time. */
const answerMs = 600_000;
/** A node whose lease ended so many leases ago is removed. */
const leasesUntilGone = 10;

const nodesLock = "2003133046, hashtext(current_schema())";

type State = "opened" | "joined" | "overtaken" | "left";

class LeasedMembership implements NodeMembership {
  readonly #options: MembershipOptions;
  readonly #session: PostgresSession;
  #state: State = "opened";
  /** When the newest lease was asked for, by `performance.now()`. */
  #leasedAt = -Infinity;
  #reign: number | undefined;
  #silence = (): void => {};

  constructor(options: MembershipOptions) {
    this.#options = options;
    const { config, leaseMs, leaseRenewMs } = options;
    // A renewal that is answered later does not let the node write.
    this.#session = createSession({ config, mayBePooled: true, giveUpMs: leaseMs - leaseRenewMs });
  }

  get node(): NodeId {
    return this.#options.node;
  }

  open(): Promise<void> {
    return this.#admit(async (query) => {
      await prepareDatabase(query, "serve");
      this.#reign = await joinReign(query);
    });
  }

  check(): void {
    const { leaseMs, leaseRenewMs } = this.#options;
    if (this.#state === "overtaken") throw new StoreUnavailable(overtaken);
    if (this.#state !== "joined") throw new StoreUnavailable("This node is not part of the cluster.");
    // What is sent now will have been committed before the lease ends, as a rule.
    if (performance.now() > this.#leasedAt + leaseMs - leaseRenewMs)
      throw new StoreUnavailable("This node could not renew its lease.");
  }

  onSilence(listener: () => void): void {
    this.#silence = listener;
  }

  async admitWriter(): Promise<void> {
    this.check();
  }

  async join(state: NodeState): Promise<void> {
    const { leaseMs } = this.#options;
    if (state.id !== this.node) throw new Error("A store joins as the node that it was opened as.");
    let leasedAt = -Infinity;
    try {
      await this.#admit(async (query) => {
        if ((await readReign(query)) !== this.#reign) throw new StoreRefused(overtaken);
        await query(`delete from nodes where until <= ${now} - $1`, [leaseMs * leasesUntilGone]);
        leasedAt = performance.now();
        await query(insert, valuesOf(state, leaseMs));
      });
    } catch (error) {
      if (error instanceof StoreRefused && error.message === overtaken) this.#state = "overtaken";
      throw this.#failure(error);
    }
    this.#leasedAt = leasedAt;
    this.#state = "joined";
  }

  async renew(state: NodeState): Promise<Renewal> {
    if (this.#state !== "joined") this.check();
    const renewal = await this.#renew(state);
    if (renewal !== undefined) return renewal;
    // It was removed, as all nodes are whose lease ended long ago.
    if (this.#state === "joined") await this.join(state);
    const again = await this.#renew(state);
    if (again === undefined) throw new StoreUnavailable("This node was removed from the cluster.");
    return again;
  }

  async #renew(state: NodeState): Promise<Renewal | undefined> {
    try {
      const query = await this.#session.connected();
      const leasedAt = performance.now();
      const [renewed, nodes, wanted] = await Promise.all([
        query(update, valuesOf(state, this.#options.leaseMs)),
        query(living, []),
        query(wantedOf, [state.id]),
      ]);
      if (renewed.rowCount === 0) return undefined;
      this.#leasedAt = leasedAt;
      return { nodes: (nodes.rows as NodeRow[]).map(toNode), wanted: wanted.rows as Renewal["wanted"] };
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async leave(node: NodeId): Promise<void> {
    if (node === this.node) this.#state = "left";
    try {
      const query = await this.#session.connected();
      await query("delete from nodes where id = $1", [node]);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = "left";
    await this.#session[Symbol.asyncDispose]();
  }

  /** Runs something in a transaction in which no other node comes, and no server that is not a node. */
  async #admit(run: (query: SendQuery) => Promise<void>): Promise<void> {
    const { config } = this.#options;
    await using session = createSession({ config, mayBePooled: true, giveUpMs: answerMs });
    const query = await session.connected();
    await inTransaction(query, async () => {
      await query(`select pg_advisory_xact_lock(${nodesLock})`, []);
      await takeServerLock(query, "transaction", performance.now() + patienceMs);
      await run(query);
    });
  }

  #failure(error: unknown): Error {
    if (error instanceof StoreRefused || error instanceof StoreUnavailable) return error;
    // The next renewal must not wait behind one that PostgreSQL does not answer.
    if (!isAnswer(error)) {
      this.#session.drop();
      this.#silence();
    }
    return new StoreUnavailable(describePostgresError(error), { cause: error });
  }
}

const overtaken = "A server that is not a node has used the database meanwhile: this node must be started again.";

interface NodeRow {
  readonly id: NodeId;
  readonly name: string;
  readonly version: string;
  readonly load: number | null;
  readonly connections: number;
  readonly rooms: number;
  readonly draining: number;
  readonly joined_at: number | null;
  readonly connected: number;
}

const insert = `insert into nodes (id, name, version, load, connections, rooms, draining, connected, until, joined_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, ${now} + $9, ${now})
  on conflict (id) do update set name = excluded.name, version = excluded.version, load = excluded.load,
    connections = excluded.connections, rooms = excluded.rooms, draining = excluded.draining,
    connected = excluded.connected, until = excluded.until`;

const update = `update nodes set name = $2, version = $3, load = $4, connections = $5, rooms = $6, draining = $7, connected = $8,
  until = ${now} + $9 where id = $1`;

const living = `select id, name, version, load, connections, rooms, draining, connected, joined_at from nodes where until > ${now} order by id`;

const wantedOf = `select s.project_id as project, r.id as room, s.room_key as key, s.epoch
  from room_state as s join rooms as r on r.project_id = s.project_id and r.key = s.room_key
  where s.node = $1 and s.wanted = 1`;

function valuesOf(state: NodeState, leaseMs: number): readonly SqlValue[] {
  const { id, name, version, load = null, connections, rooms, isDraining, isConnected } = state;
  return [id, name, version, load, connections, rooms, Number(isDraining), Number(isConnected), leaseMs];
}

function toNode({ load, draining, connected, joined_at: joinedAt, ...said }: NodeRow): ListedNode {
  return {
    ...said,
    load: load ?? undefined,
    isDraining: draining === 1,
    isConnected: connected === 1,
    joinedAt: joinedAt ?? undefined,
  };
}
