import type { Row, Statement, UnitOutcome } from "../engine.ts";
import type { Query } from "./session.ts";

/**
 * Runs units of statements in one transaction, each all or nothing: a unit that is unmet or refused is undone alone.
 * The statements of a unit travel together.
 *
 * @returns what became of each unit, once the transaction is committed: its outcome, or the error of its statement
 * @throws the error of the connection or of the commit
 */
export async function runUnits(
  query: Query,
  units: readonly (readonly Statement[])[],
  isRefusal: (error: unknown) => boolean,
): Promise<readonly (UnitOutcome | { readonly error: unknown })[]> {
  const outcomes: (UnitOutcome | { readonly error: unknown })[] = [];
  const begun = query("begin");
  // A statement that fails tells the same; this one must not go unheard meanwhile.
  begun.catch(() => {});
  let open: Promise<unknown> = begun;
  for (const statements of units) {
    const saved = query("savepoint unit");
    const sent = send(query, statements);
    const [before, prepared, outcome] = await Promise.allSettled([open, saved, sent]);
    if (before.status === "rejected") throw before.reason;
    if (prepared.status === "rejected") throw prepared.reason;
    if (outcome.status === "fulfilled") outcomes.push(outcome.value);
    else if (isRefusal(outcome.reason)) outcomes.push({ error: outcome.reason });
    else throw outcome.reason;
    const kept = outcome.status === "fulfilled" && outcome.value.kind === "done";
    open = kept ? query("release savepoint unit") : query("rollback to savepoint unit");
    open.catch(() => {});
  }
  await open;
  const { command } = await query("commit");
  if (command !== "COMMIT") throw new Error("The transaction was rolled back.");
  return outcomes;
}

async function send(query: Query, statements: readonly Statement[]): Promise<UnitOutcome> {
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
