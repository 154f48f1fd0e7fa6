import { StoreRefused } from "../database/errors.ts";
import { now } from "./node-claims.ts";
import { readSchema } from "./schema.ts";
import type { SendQuery } from "./session.ts";

/** How long a server waits at start for another one that is stopping, in milliseconds. */
export const patienceMs = 5_000;
const againMs = 250;

/** A lock ends with the connection or with the transaction. */
export type LockScope = "session" | "transaction";

/** Each schema of a database can be served by a server of its own. */
const serverLock = "2003133044, hashtext(current_schema())";
export const writersLock = "2003133045, hashtext(current_schema())";

/** Whether the lock is taken now: by this server, and by no other. */
export function tryServerLock(query: SendQuery, scope: LockScope): Promise<boolean> {
  return tryLock(query, scope, serverLock);
}

async function tryLock(query: SendQuery, scope: LockScope, lock: string): Promise<boolean> {
  const { rows } = await query(
    `select pg_try_advisory${scope === "session" ? "" : "_xact"}_lock(${lock}) as taken`,
    [],
  );
  return (rows as { taken: number }[])[0]?.taken === 1;
}

/**
 * Takes the lock of the server and that of its writers. Afterwards nothing that an earlier server has sent can be committed
 * any more.
 * @throws StoreRefused when another server has it at `until`, by `performance.now()`
 */
export async function takeServerLock(query: SendQuery, scope: LockScope, until: number): Promise<void> {
  while (!(await tryServerLock(query, scope))) {
    if (performance.now() > until)
      throw new StoreRefused("Another server uses this database: stop it first, or name another database.");
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
  while (!(await tryLock(query, scope, writersLock))) {
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

/**
 * Removes nodes of a cluster whose lease has ended. Such a node may renew it at this moment: then its row is still there, or
 * the node finds that it was removed, and cannot join again while a server has its lock.
 * @throws StoreRefused when nodes have a lease at `until`
 */
export async function refuseNodes(query: SendQuery, until: number): Promise<void> {
  if ((await readSchema(query)).version < nodesSince) return;
  for (;;) {
    await query(`delete from nodes where until <= ${now}`, []);
    const { rows } = await query("select from nodes limit 1", []);
    if (rows.length === 0) return;
    if (performance.now() > until)
      throw new StoreRefused("Nodes of a cluster use this database: stop them first, or name another database.");
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

/** The first version of the schema that has nodes. */
const nodesSince = 31;

/** Counts the servers, and the clusters in between, that have used the database. */
export async function beginReign(query: SendQuery): Promise<number> {
  const { rows } = await query(
    `insert into meta (key, value) values ('reign', '1')
     on conflict (key) do update set value = (meta.value::bigint + 1)::text returning value`,
    [],
  );
  return Number((rows as { value: string }[])[0]?.value);
}

/** The reign of the cluster that the database belongs to: it continues with every node that joins. */
export async function joinReign(query: SendQuery): Promise<number> {
  const reign = await readReign(query);
  if (reign === (await readReign(query, "cluster_reign"))) return reign;
  const next = await beginReign(query);
  await query(
    "insert into meta (key, value) values ('cluster_reign', $1) on conflict (key) do update set value = excluded.value",
    [String(next)],
  );
  return next;
}

export async function readReign(query: SendQuery, key: "reign" | "cluster_reign" = "reign"): Promise<number> {
  const { rows } = await query("select value from meta where key = $1", [key]);
  return Number((rows as { value: string }[])[0]?.value);
}
