import { sql } from "kysely";
import type { Expression, RawBuilder, SqlBool } from "kysely";
import type { Dialect } from "../dialect.ts";
import type { Engine } from "../engine.ts";
import type { SqlValue } from "../query.ts";
import { comesAfter } from "./keyset.ts";
import type { ListOrder, Page, PositionColumns } from "./keyset.ts";

/** A table of items that lists show, and how it is keyed. An index on its scope and position gives the order. */
export interface ItemTable {
  readonly table: string;
  /** The primary key, a number that no two items have, whatever their scope. */
  readonly key: string;
  readonly position: PositionColumns;
  /** What a list reads of each item; the position is part of it. */
  readonly columns: readonly string[];
  /** Defaults to the newest first. */
  readonly order?: ListOrder;
  /** The index of the order holds rows with a key greater than 0, which are all: queries say so, to use it. */
  readonly isPartial?: boolean;
}

/**
 * A table with a row for each value by which an item is found. Its rows repeat the scope and the position of the item, and
 * its primary key is the scope, the values, and the position: rows of equal values lie in the order of lists.
 */
export interface IndexTable {
  readonly table: string;
  /** The key of the item. */
  readonly key: string;
  readonly position: PositionColumns;
  /** As of an item table. */
  readonly isPartial?: boolean;
}

/** A condition on the values of an index table: one of these rows exists. */
export interface Match {
  readonly index: IndexTable;
  /** What the columns beside scope and position hold. */
  readonly anyOf: readonly Values[];
}
type Values = Readonly<Record<string, string>>;

/** All conditions hold. */
export interface Search {
  /** Columns that every table of the list begins with, and their values. */
  readonly scope: Readonly<Record<string, string | number>>;
  /** Where several are as selective, the first is walked. */
  readonly matches: readonly Match[];
  readonly ids?: IdRange;
  /** On other columns of the item, which is named `item`. */
  readonly conditions?: readonly Expression<SqlBool>[];
}

/** One id, or the ids from one of them to before another one. */
export type IdRange = { readonly only: string } | { readonly from: string; readonly to?: string };

/** Items that are all looked at and sorted are fewer. */
const few = 1_000;
/** Rows that are read of each match to choose one. */
const sample = 100;
/** Walks per query; more are asked for in several. */
const walksPerQuery = 100;

/**
 * Pages of items, in their order. Each shape of search walks one index that is in that order, from the cursor on, and stops
 * at the end of the page, so that the time of a page does not grow with the table:
 *
 *     matches       the index table of the sparsest match; with several values, the first of each, merged
 *     ids           the items of the range, sorted, when they are few and no match has fewer
 *     neither       the items
 *
 * What else is asked is tested row by row: of an index table by its whole primary key, of the item by its key. These tests
 * are subqueries with an offset, which no planner turns into a join: what it knows of the distribution of values may be
 * old or nothing, and a join that it takes for small may read the whole table for each page.
 */
export function createIndexedList<Row extends object>(
  engine: Engine,
  { sql: db }: Dialect,
  items: ItemTable,
): (search: Search, page: Page) => Promise<readonly Row[]> {
  const run = <R extends object>(query: RawBuilder<R>): Promise<readonly R[]> => {
    const { sql: text, parameters } = query.compile(db);
    return engine.read<R>(text, parameters as readonly SqlValue[]);
  };

  /** What to walk along: a match, the range of ids, or the items themselves. */
  const order = orderOf(items);
  const choose = async (search: Search, { after }: Page): Promise<Match | "ids" | "items"> => {
    const { scope, matches, ids } = search;
    if (ids !== undefined && "only" in ids) return "items";
    if (ids === undefined && matches.length <= 1) return matches[0] ?? "items";
    const sampled = { limit: sample, after };
    const samples = matches.flatMap(({ index, anyOf }, number) => {
      if (anyOf.length > walksPerQuery) return [];
      const walks = anyOf.map((values) => walk(items, { scope, matches: [] }, { index, anyOf }, values, sampled));
      return sql`select ${sql.lit(number)} as number, count(*) as found, ${order === "newestFirst" ? sql`min(at)` : sql`max(at)`} as furthest from (${merge(walks, sampled, order)}) as sample`;
    });
    if (ids !== undefined)
      samples.push(
        sql`select -1 as number, count(*) as found, 0 as furthest from (${inRange(items, search, ids)}) as sample`,
      );
    if (samples.length === 0) return matches[0] ?? "items";
    const rows = await run<Sample>(sql`${sql.join(samples, sql` union all `)}`);
    const sparsest = rows
      .filter(({ number }) => number >= 0)
      .toSorted((one, other) => sparsity(one, order) - sparsity(other, order))[0];
    const inIds = rows.find(({ number }) => number === -1)?.found ?? few;
    if (inIds < few && (sparsest === undefined || inIds < sparsest.found || sparsest.found === sample)) return "ids";
    return matches[sparsest?.number ?? 0] ?? "items";
  };

  return async (search, page) => {
    if (search.matches.some(({ anyOf }) => anyOf.length === 0)) return [];
    const along = await choose(search, page);
    if (along === "items") return run<Row>(alongItems(items, search, page));
    if (along === "ids") return run<Row>(alongIds(items, search, page));
    const walks = along.anyOf.map((values) => walk(items, search, along, values, page));
    if (walks.length <= walksPerQuery) return run<Row>(alongIndex(items, walks, page));
    const [at, id] = items.position as readonly [keyof Row, keyof Row];
    const found = new Map<Row[keyof Row], Row>();
    for (let from = 0; from < walks.length; from += walksPerQuery) {
      const rows = await run<Row>(alongIndex(items, walks.slice(from, from + walksPerQuery), page));
      for (const row of rows) found.set(row[id], row);
    }
    const older = (a: Row, b: Row) =>
      Number(a[at]) - Number(b[at]) || Buffer.compare(Buffer.from(String(a[id])), Buffer.from(String(b[id])));
    const compare = order === "newestFirst" ? (a: Row, b: Row) => older(b, a) : older;
    return [...found.values()].sort(compare).slice(0, page.limit);
  };
}

type Query = RawBuilder<never>;

const item = "item";
const entry = "entry";
const columnsOf = ({ columns }: ItemTable) => sql.join(columns.map((column) => sql.ref(`${item}.${column}`)));
const qualify = (table: string, [at, id]: PositionColumns): PositionColumns => [`${table}.${at}`, `${table}.${id}`];
const orderOf = ({ order = "newestFirst" }: ItemTable): ListOrder => order;
const inOrder = ([at, id]: PositionColumns, order: ListOrder) => {
  const direction = order === "newestFirst" ? sql`desc` : sql`asc`;
  return sql`order by ${sql.ref(at)} ${direction}, ${sql.ref(id)} ${direction}`;
};
const and = (conditions: readonly Expression<unknown>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
/** A test of a row that stays one: see above. */
const exists = (from: Expression<unknown>) => sql<SqlBool>`exists (select 1 from ${from} limit 1 offset 0)`;

const equals = (table: string, values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([column, value]) => sql<SqlBool>`${sql.ref(`${table}.${column}`)} = ${value}`);

/** What a query says to use a partial index. */
const hasKey = (table: string, { key, isPartial = false }: ItemTable | IndexTable) =>
  isPartial ? [sql<SqlBool>`${sql.ref(`${table}.${key}`)} > 0`] : [];

/** The first rows of a match, from the cursor on. */
interface Sample {
  /** Which match; -1 for the range of ids. */
  readonly number: number;
  readonly found: number;
  /** The instant of the last of them. */
  readonly furthest: number;
}

/** Lower for a match with fewer rows: those that end within the sample, then those whose sample goes further. */
function sparsity({ found, furthest }: Sample, order: ListOrder): number {
  if (found < sample) return found - sample - Number.MAX_SAFE_INTEGER / 2;
  return order === "newestFirst" ? furthest : -furthest;
}

/** The rows of an index table with these values, from the cursor on, whose items are what is searched for. */
function walk(items: ItemTable, search: Search, match: Match, values: Values, page: Page) {
  const { scope, matches, conditions = [] } = search;
  const { table, key, position } = match.index;
  const place = qualify(entry, position);
  const tests = [
    ...equals(entry, { ...scope, ...values }),
    ...hasKey(entry, match.index),
    ...inPage(search, place, page, orderOf(items)),
  ];
  for (const other of matches) if (other !== match) tests.push(holds(search, other, place));
  if (conditions.length > 0) {
    const itsKey = sql`${sql.ref(`${item}.${items.key}`)} = ${sql.ref(`${entry}.${key}`)}`;
    tests.push(exists(sql`${sql.table(items.table)} as ${sql.ref(item)} where ${and([itsKey, ...conditions])}`));
  }
  return sql<never>`
    select ${sql.ref(`${entry}.${key}`)} as key, ${sql.ref(place[0])} as at, ${sql.ref(place[1])} as id
    from ${sql.table(table)} as ${sql.ref(entry)} where ${and(tests)} ${inOrder(place, orderOf(items))} limit ${page.limit}`;
}

/** The first rows of each walk, each item once; the first of them all are among these. */
function merge(walks: readonly Query[], { limit }: Page, order: ListOrder): Expression<unknown> {
  const [only] = walks;
  if (only !== undefined && walks.length === 1) return only;
  const all = sql.join(
    walks.map((one) => sql`select key, at, id from (${one}) as walk`),
    sql` union `,
  );
  return sql`select key, at, id from (${all}) as walks ${inOrder(["at", "id"], order)} limit ${limit}`;
}

function alongIndex(items: ItemTable, walks: readonly Query[], page: Page) {
  return sql<never>`
    select ${columnsOf(items)} from (${merge(walks, page, orderOf(items))}) as page cross join ${sql.table(items.table)} as ${sql.ref(item)}
    where ${sql.ref(`${item}.${items.key}`)} = page.key ${inOrder(["page.at", "page.id"], orderOf(items))}`;
}

/** Few items are in the range: all of them are sorted. */
function alongIds(items: ItemTable, search: Search, page: Page) {
  const { ids, ...others } = search;
  return selectItems(items, sql`(${inRange(items, search, ids as IdRange)})`, others, page);
}

function alongItems(items: ItemTable, search: Search, page: Page) {
  return selectItems(items, sql.table(items.table), search, page);
}

function selectItems(items: ItemTable, from: Expression<unknown>, search: Search, page: Page) {
  const place = qualify(item, items.position);
  const tests = [
    ...equals(item, search.scope),
    ...hasKey(item, items),
    ...inPage(search, place, page, orderOf(items)),
    ...search.matches.map((match) => holds(search, match, place)),
    ...(search.conditions ?? []),
  ];
  return sql<never>`
    select ${columnsOf(items)} from ${from} as ${sql.ref(item)}
    where ${and(tests)} ${inOrder(place, orderOf(items))} limit ${page.limit}`;
}

/** Whether the item at a place matches: its place completes the primary key of the index table. */
function holds({ scope }: Search, { index, anyOf }: Match, [at, id]: PositionColumns): Expression<SqlBool> {
  const other = qualify("other", index.position);
  const samePlace = [sql`${sql.ref(other[0])} = ${sql.ref(at)}`, sql`${sql.ref(other[1])} = ${sql.ref(id)}`];
  const tests = anyOf.map((values) => {
    const whole = [...equals("other", { ...scope, ...values }), ...samePlace];
    return exists(sql`${sql.table(index.table)} as other where ${and(whole)}`);
  });
  return anyTrue(tests);
}

/** As a tree, since databases bound the depth of an expression. */
function anyTrue(tests: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  if (tests.length < 3) return sql`(${sql.join(tests, sql` or `)})`;
  const half = tests.length >> 1;
  return sql`(${anyTrue(tests.slice(0, half))} or ${anyTrue(tests.slice(half))})`;
}

/** The ids and the cursor are tested on the index that is walked, before its items are looked up. */
function inPage({ ids }: Search, place: PositionColumns, { after }: Page, order: ListOrder): Expression<SqlBool>[] {
  const tests: Expression<SqlBool>[] = [];
  const id = sql.ref(place[1]);
  if (ids !== undefined) {
    if ("only" in ids) tests.push(sql`${id} = ${ids.only}`);
    else {
      const before = ids.to === undefined ? sql`` : sql` and ${id} < ${ids.to}`;
      // In a case, so that no planner takes the range for a reason to walk another index than the one meant.
      tests.push(sql`case when ${id} >= ${ids.from}${before} then true else false end`);
    }
  }
  if (after !== undefined) tests.push(comesAfter(place, after, order));
  return tests;
}

/** The first items of a range. */
function inRange({ table, position: [, id] }: ItemTable, { scope }: Search, ids: IdRange) {
  const { from, to } = "only" in ids ? { from: ids.only } : ids;
  const place = sql.ref(`${item}.${id}`);
  const tests = [...equals(item, scope), sql`${place} >= ${from}`];
  if (to !== undefined) tests.push(sql`${place} < ${to}`);
  return sql<never>`
    select * from ${sql.table(table)} as ${sql.ref(item)} where ${and(tests)} order by ${place} limit ${few}`;
}
