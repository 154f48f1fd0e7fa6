import type { Row, Statement, UnitOutcome } from "../database/engine.ts";
import type { Unit } from "../database/unit.ts";
import { takeLocks } from "./named-locks.ts";
import type { SendQuery } from "./session.ts";

export type StatementsUnit = Extract<Unit, { kind: "statements" }>;
export type UnitResult = UnitOutcome | { readonly error: unknown };

/**
 * Runs units in one transaction, each all or nothing: a unit that is unmet or refused is undone alone. The statements of
 * a unit travel together.
 *
 * @returns what became of each unit, once the transaction is committed: its outcome, or the error that refused it
 * @throws the error of the connection, or of the transaction; nothing was kept then, unless the connection was lost
 *   while committing
 */
export async function runUnits(
  query: SendQuery,
  units: readonly StatementsUnit[],
  isRefusal: (error: unknown) => boolean,
): Promise<readonly UnitResult[]> {
  const [only] = units;
  try {
    if (units.length === 1 && only !== undefined) return [await runAlone(query, only, isRefusal)];
    return await runTogether(query, units, isRefusal);
  } catch (error) {
    // Without a connection there is nothing to roll back either.
    await query("rollback").catch(() => {});
    throw error;
  }
}

async function runAlone(
  query: SendQuery,
  { statements, locks = [] }: StatementsUnit,
  isRefusal: (error: unknown) => boolean,
): Promise<UnitResult> {
  const [statement] = statements;
  const isTransaction =
    statements.length !== 1 || statement?.values.length !== 1 || statement.expect !== undefined || locks.length > 0;
  const begun = isTransaction ? query("begin") : undefined;
  const locked = locks.length > 0 ? takeLocks(query, locks) : undefined;
  const [began, held, outcome] = await Promise.allSettled([begun, locked, send(query, statements)]);
  if (began.status === "rejected") throw began.reason;
  if (held.status === "rejected") throw held.reason;
  const refused = outcome.status === "rejected" && isRefusal(outcome.reason);
  if (outcome.status === "rejected" && !refused) throw outcome.reason;
  const result = outcome.status === "fulfilled" ? outcome.value : { error: outcome.reason as unknown };
  if (!isTransaction) return result;
  if ("kind" in result && result.kind === "done") await commit(query);
  else await query("rollback");
  return result;
}

async function runTogether(
  query: SendQuery,
  units: readonly StatementsUnit[],
  isRefusal: (error: unknown) => boolean,
): Promise<readonly UnitResult[]> {
  const results: UnitResult[] = [];
  const locks = units.flatMap((unit) => unit.locks ?? []);
  let before: Promise<unknown> = query("begin");
  if (locks.length > 0) before = allOf([before, takeLocks(query, locks)]);
  for (const { statements } of units) {
    const [opened, saved, outcome] = await Promise.allSettled([
      before,
      query("savepoint unit"),
      send(query, statements),
    ]);
    if (opened.status === "rejected") throw opened.reason;
    if (saved.status === "rejected") throw saved.reason;
    if (outcome.status === "fulfilled") results.push(outcome.value);
    else if (isRefusal(outcome.reason)) results.push({ error: outcome.reason });
    else throw outcome.reason;
    const kept = outcome.status === "fulfilled" && outcome.value.kind === "done";
    before = query(kept ? "release savepoint unit" : "rollback to savepoint unit");
  }
  const [closed, committed] = await Promise.allSettled([before, commit(query)]);
  if (closed.status === "rejected") throw closed.reason;
  if (committed.status === "rejected") throw committed.reason;
  return results;
}

/** Rejects for the first that failed, once all are answered: those behind it found the transaction aborted. */
async function allOf(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(sent)) if (result.status === "rejected") throw result.reason;
}

/** A commit of a transaction that failed answers without an error, and rolls back. */
async function commit(query: SendQuery): Promise<void> {
  const { command } = await query("commit");
  if (command !== "COMMIT") throw new Error("The transaction was rolled back.");
}

async function send(query: SendQuery, statements: readonly Statement[]): Promise<UnitOutcome> {
  const results = await Promise.all(
    statements.map(({ sql, values }) => Promise.allSettled(values.map((list) => query(sql, list)))),
  );
  const rows: Row[][] = [];
  const counts: number[] = [];
  // In order: what follows a statement that is unmet or refused was never meant to run.
  for (const [index, { expect }] of statements.entries()) {
    const found: Row[] = [];
    let count = 0;
    for (const result of results[index] ?? []) {
      if (result.status === "rejected") throw result.reason;
      found.push(...(result.value.rows as Row[]));
      count += result.value.rowCount ?? 0;
    }
    if (expect !== undefined && expect !== count) return { kind: "unmet", statement: index };
    rows.push(found);
    counts.push(count);
  }
  return { kind: "done", rows, counts };
}
