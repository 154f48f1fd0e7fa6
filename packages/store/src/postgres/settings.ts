import type pg from "pg";
import type { SendQuery } from "./send-query.ts";

/**
 * What the user or the database may have set otherwise, as PostgreSQL writes it: `jit = off`. A connection keeps its settings
 * (`set`). Behind a pooler in transaction mode there is no such connection: there each transaction begins with them
 * (`set local`), no statement is given a name, and nothing else is expected to outlive a transaction.
 */
export interface Settings {
  readonly each: readonly string[];
  /** `synchronous_commit` is on, unless it asks for more. */
  readonly isFlushed?: boolean;
  readonly isReadOnly?: boolean;
  readonly isolation?: "read committed" | "repeatable read";
}

/** The same in every session. */
const ofAll = ["bytea_output = 'hex'", "jit = off"];

/** A statement that makes these the settings of the session, or begins a transaction with them. */
export function set(scope: "session" | "transaction", settings: Settings = none): string {
  const { each, isFlushed = false, isReadOnly = false, isolation = "read committed" } = settings;
  const isLocal = scope === "transaction";
  const defaults = ["client_encoding = 'UTF8'", `default_transaction_isolation = '${isolation}'`];
  if (isReadOnly) defaults.push("default_transaction_read_only = on");
  return [
    ...(isLocal ? [`begin isolation level ${isolation}${isReadOnly ? " read only" : ""}`] : []),
    ...[...(isLocal ? [] : defaults), ...ofAll, ...each].map((one) => `set ${isLocal ? "local " : ""}${one}`),
    ...(isFlushed ? [flush(isLocal)] : []),
  ].join("; ");
}

const none: Settings = { each: [] };

const flush = (isLocal: boolean) => `select set_config('synchronous_commit', 'on', ${isLocal})
  where current_setting('synchronous_commit') <> 'remote_apply'`;

/** Poolers hand out numbers of their own in the place of those of PostgreSQL's processes. */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid !== (client as unknown as { readonly processID: number }).processID;
}

/** Sends every statement within a transaction that has the settings: the one that is open, or one of its own. */
export function inTransactions(send: SendQuery, settings?: Settings): SendQuery {
  const begin = set("transaction", settings);
  let isOpen = false;
  return (sql, values) => {
    if (sql === "begin") {
      isOpen = true;
      return send(begin);
    }
    if (sql === "commit" || sql === "rollback") {
      isOpen = false;
      return send(sql);
    }
    return isOpen ? send(sql, values) : sendAlone(send, begin, () => send(sql, values));
  };
}

/** The three travel together. */
export async function sendAlone<T>(
  send: (sql: string) => Promise<unknown>,
  begin: string,
  run: () => Promise<T>,
): Promise<T> {
  const [began, outcome, ended] = await Promise.allSettled([send(begin), run(), send("commit")]);
  if (began.status === "rejected") throw began.reason;
  if (outcome.status === "rejected") throw outcome.reason;
  if (ended.status === "rejected") throw ended.reason;
  return outcome.value;
}
