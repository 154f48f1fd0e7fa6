import { createHash } from "node:crypto";
import type { Lock } from "../database/locks.ts";
import type { SendQuery } from "./session.ts";

/**
 * Takes the locks of all units of a transaction, in one order: two transactions that want the same locks then never wait
 * for each other. A statement that follows sees what others wrote who held them before.
 */
export function takeLocks(query: SendQuery, locks: readonly Lock[]): Promise<unknown> {
  const keys = new Map<bigint, boolean>();
  for (const { lock, shared } of locks) {
    const key = keyOf(lock);
    keys.set(key, shared && (keys.get(key) ?? true));
  }
  const sorted = Array.from(keys).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return query(take, [`{${sorted.map(([key]) => key).join()}}`, `{${sorted.map(([, shared]) => shared).join()}}`]);
}

/** Rows of a list that is unnested come in its order. */
const take = `select case when shared then pg_advisory_xact_lock_shared(key) else pg_advisory_xact_lock(key) end
  from unnest($1::bigint[], $2::boolean[]) as locks (key, shared)`;

/** Two names with the same key would wait for each other, and nothing more. */
function keyOf(name: string): bigint {
  return createHash("sha256").update(name).digest().readBigInt64BE();
}
