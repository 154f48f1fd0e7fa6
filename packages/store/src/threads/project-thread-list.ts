import { meets } from "@weft/collab";
import type { ThreadFilter } from "@weft/collab";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { createIndexedList } from "../lists/indexed-list.ts";
import type { BoundedPage, Found, IndexTable } from "../lists/indexed-list.ts";
import type { Position } from "../lists/keyset.ts";
import { matchesOf } from "./thread-list.ts";
import { threadColumns, toFiltered } from "./thread-rows.ts";
import type { ThreadRow } from "./thread-rows.ts";

const position = ["created_at", "key"] as const;
const metadataIndex: IndexTable = {
  table: "thread_metadata",
  key: "thread_key",
  position: ["created_at", "thread_key"],
  isPartial: true,
};

/** Rows that one query reads where they are tested one by one, and queries that one page may take. */
const rowsPerLook = 500;
const looksPerPage = 10;

/**
 * Pages of the threads of all rooms of a project, newest first. An index finds them by their state and by metadata of equal
 * value. What else is asked is tested row by row, on a bounded number of rows: a page may be short, or empty, before the end.
 */
export function createProjectThreadList(
  engine: Engine,
  dialect: Dialect,
): (project: string, filter: Omit<ThreadFilter, "subscribed">, page: BoundedPage) => Promise<Found<ThreadRow>> {
  const list = createIndexedList<ThreadRow>(engine, dialect, {
    table: "threads",
    key: "key",
    position,
    columns: threadColumns,
    isPartial: true,
  });

  return async (project, filter, { limit, after, lookAt }) => {
    if (filter.visibilities.length === 0) return { rows: [], next: undefined };
    const { matches, others } = matchesOf(filter, metadataIndex);
    const states = filter.resolved === undefined ? [0, 1] : [Number(filter.resolved)];
    // Index tables do not say whether a thread is resolved.
    const scopes = matches.length > 0 ? [{}] : states.map((resolved) => ({ resolved }));
    const tests: ThreadFilter = { ...filter, metadata: others };
    const isTested =
      others.length > 0 || filter.visibilities.length === 1 || (matches.length > 0 && filter.resolved !== undefined);
    const perLook = isTested ? rowsPerLook : limit + 1;

    const found: ThreadRow[] = [];
    let place = after;
    for (let look = 0; look < looksPerPage; look++) {
      const page = { limit: perLook, after: place, lookAt };
      const walks = await Promise.all(
        scopes.map((scope) => list({ scope: { project_id: project, ...scope }, matches }, page)),
      );
      const rows = walks
        .flatMap((walk) => walk.rows)
        .toSorted(newestFirst)
        .slice(0, perLook);
      for (const row of rows) {
        if (!meets(toFiltered(row), tests)) continue;
        if (found.length === limit) return { rows: found, next: placeOf(found.at(-1)!) };
        found.push(row);
      }
      // A walk along an index table, which is the only one then, may end early: it has looked at as many rows as it may.
      if (rows.length < perLook) return { rows: found, next: walks[0]?.next };
      place = placeOf(rows.at(-1)!);
    }
    return { rows: found, next: place };
  };
}

const placeOf = (row: ThreadRow): Position => [row.created_at, row.key];
const newestFirst = (one: ThreadRow, other: ThreadRow) => other.created_at - one.created_at || other.key - one.key;
