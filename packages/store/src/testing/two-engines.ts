import type { NodeId } from "@weft/cluster/ports";
import pg from "pg";
import type { Engine } from "../database/engine.ts";
import { createStore } from "../open.ts";
import type { Database, Store } from "../open.ts";
import { postgres } from "../postgres/dialect.ts";
import { connectionConfig } from "../postgres/location.ts";
import { createPostgresReader } from "../postgres/reader.ts";
import type { SendQuery } from "../postgres/session.ts";
import { createPostgresWriter } from "../postgres/writer.ts";
import type { SqlValue } from "../database/query.ts";
import { createUnitEngine } from "../database/unit-engine.ts";
import { Interleaving } from "./interleaving.ts";
import { numbersFrom } from "./numbers-from.ts";
import { temporaryDatabase } from "./postgres.ts";

/** Lets any number of engines write, as it will be with several servers. */
const anyNumber = {
  check() {},
  admitWriter: async () => {},
  [Symbol.asyncDispose]: async () => {},
};

/** An engine over a database that others write to as well. */
export function openSharedEngine(url: string, intercept?: (query: SendQuery) => SendQuery, node?: NodeId): Database {
  const config = connectionConfig(url);
  const resources = new AsyncDisposableStack();
  const reader = resources.use(createPostgresReader({ config, connections: 3, answerMs: 10_000 }));
  const writer = resources.use(createPostgresWriter({ config, guard: anyNumber, node, onFlush() {}, intercept }));
  return {
    engine: createUnitEngine({ writer, reader, dialect: postgres, flushes: () => 0, resources }),
    dialect: postgres,
  };
}

/** An engine whose small reads take turns; what it writes does so on its connections. */
function readInTurn(engine: Engine, inTurn: <T>(run: () => Promise<T>) => Promise<T>): Engine {
  return {
    get full() {
      return engine.full;
    },
    get counters() {
      return engine.counters;
    },
    read: <R extends object>(sql: string, values: readonly SqlValue[]) => inTurn(() => engine.read<R>(sql, values)),
    write: (statements, locks) => engine.write(statements, locks),
    claim: (project, room, reserve) => engine.claim(project, room, reserve),
    commit: (commit) => engine.commit(commit),
    nodes: (room, pieceBytes) => engine.nodes(room, pieceBytes),
    documentRows: (room, guid) => engine.documentRows(room, guid),
    actor: (room, actor) => engine.actor(room, actor),
    health: () => engine.health(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

export interface TwoWriters extends AsyncDisposable {
  /** Two stores over one database, whose statements are interleaved from now on as `seed` has it. */
  interleave(seed: number): readonly [Store, Store];
  /** Runs a statement of its own. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface TwoWritersOptions {
  /** Changes statements before they are sent. */
  readonly rewrite?: (sql: string) => string;
  /** The nodes that the two are. */
  readonly nodes?: readonly [NodeId, NodeId];
}

export async function openTwoWriters({ rewrite, nodes }: TwoWritersOptions = {}): Promise<TwoWriters> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await temporaryDatabase());
  const admin = new pg.Client(connectionConfig(url));
  await admin.connect();
  stack.defer(() => admin.end());
  const observer = new pg.Client(connectionConfig(url));
  await observer.connect();
  stack.defer(() => observer.end());
  let random = numbersFrom(0);
  const interleaving = new Interleaving({
    random: () => random(),
    isBlocked: async (pid) => {
      const { rows } = await observer.query<{ blocked: number }>(
        "select cardinality(pg_blocking_pids($1)) > 0 as blocked",
        [pid],
      );
      return rows[0]?.blocked === 1;
    },
    rewrite,
  });
  const databases = ["one", "other"].map((name, at) => {
    const database = openSharedEngine(url, interleaving.intercept(name), nodes?.[at]);
    stack.use(database.engine);
    return { ...database, engine: readInTurn(database.engine, (run) => interleaving.read(name, run)) };
  });
  const held = stack.move();
  return {
    interleave(seed) {
      random = numbersFrom(seed);
      const [one, other] = databases.map((database) => createStore(database, { rememberedMs: 0 }));
      return [one!, other!];
    },
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      return (await admin.query(sql, [...values])).rows as Row[];
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
