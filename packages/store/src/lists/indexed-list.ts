import { sql } from "kysely";
import type { Expression, RawBuilder, SqlBool } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { compilable, prepare, toSlot } from "../database/query.ts";
import type { Prepared, SqlValue } from "../database/query.ts";
import { comesAfter, comesUpTo } from "./keyset.ts";
import type { ListOrder, Page, Position, PositionColumns } from "./keyset.ts";

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

export interface BoundedPage extends Page {
  /** How many rows are looked at, about: a search that few of them meet answers a short page, or an empty one. Defaults to all. */
  readonly lookAt?: number | undefined;
}

export interface Found<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: Position | undefined;
}

/** Items that are all looked at and sorted are fewer. */
const few = 1_000;
/** Rows that are read of each match to choose one. */
const sample = 100;
/** Walks per query; more are asked for in several. */
const walksPerQuery = 100;
/** Rows that one query looks at where the number is bounded: other reads have their turn in between. */
const rowsPerLook = 500;

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
 *
 * A search that few rows meet would walk to the end of its index. Where the page says how many rows may be looked at, the
 * walk is made in looks: first the row at which a look ends, then the page up to that row.
 */
export function createIndexedList<Row extends object>(
  engine: Engine,
  { sql: db }: Dialect,
  items: ItemTable,
): (search: Search, page: BoundedPage) => Promise<Found<Row>> {
  const compiled = new Map<string, Prepared<readonly SqlValue[], object>>();
  /** `name`: of the query among those of the shape. A query of a shape that comes again is compiled once. */
  const run = <R extends object>(
    asked: Search,
    askedPage: Look,
    name: string,
    build: (search: Search, page: Look) => RawBuilder<R>,
  ): Promise<readonly R[]> => {
    const { search, page, key, values } = shapeOf(asked, askedPage);
    if (key === undefined) {
      const { sql: text, parameters } = build(search, page).compile(db);
      return engine.read<R>(text, parameters as readonly SqlValue[]);
    }
    const whole = `${name} ${key}`;
    let query = compiled.get(whole);
    if (query === undefined) {
      if (compiled.size >= shapesKept) compiled.clear();
      compiled.set(whole, (query = prepare(() => compilable(db, build(search, page)))));
    }
    return engine.read<R>(query.sql, query.bind(values));
  };

  const order = orderOf(items);
  const choose = async (search: Search, after: Position | undefined): Promise<Along> => {
    const { matches, ids } = search;
    if (ids !== undefined && "only" in ids) return "items";
    if (ids === undefined && matches.length <= 1) return matches.length === 0 ? "items" : 0;
    if (ids === undefined && matches.every(({ anyOf }) => anyOf.length > walksPerQuery)) return 0;
    const rows = await run<Sample>(search, { limit: sample, after }, "sample", (shape, look) =>
      samplesOf(items, shape, look),
    );
    const sparsest = rows
      .filter(({ number }) => number >= 0)
      .toSorted((one, other) => sparsity(one, order) - sparsity(other, order))[0];
    const inIds = rows.find(({ number }) => number === -1)?.found ?? few;
    if (inIds < few && (sparsest === undefined || inIds < sparsest.found || sparsest.found === sample)) return "ids";
    return matches.length === 0 ? "items" : (sparsest?.number ?? 0);
  };
  const placeOf = (row: Row): Position => {
    const [at, id] = items.position as readonly [keyof Row, keyof Row];
    return [Number(row[at]), row[id] as string | number];
  };
  const inListOrder = (one: Position, other: Position) =>
    order === "newestFirst" ? compare(other, one) : compare(one, other);

  /** The first rows from the cursor on, up to the end of the look. */
  const read = async (search: Search, along: Along, page: Look): Promise<readonly Row[]> => {
    if (along === "items") return run<Row>(search, page, along, (shape, look) => alongItems(items, shape, look));
    if (along === "ids") return run<Row>(search, page, along, (shape, look) => alongIds(items, shape, look));
    const readFrom = (from: number) =>
      run<Row>(search, page, `${along} ${from}`, (shape, look) => {
        const match = shape.matches[along]!;
        const some = match.anyOf.slice(from, from + walksPerQuery);
        return alongIndex(
          items,
          some.map((values) => walk(items, shape, match, values, look)),
          look,
        );
      });
    const walks = search.matches[along]!.anyOf.length;
    if (walks <= walksPerQuery) return readFrom(0);
    const found = new Map<string | number, Row>();
    for (let from = 0; from < walks; from += walksPerQuery)
      for (const row of await readFrom(from)) found.set(placeOf(row)[1], row);
    return [...found.values()].toSorted((one, other) => inListOrder(placeOf(one), placeOf(other))).slice(0, page.limit);
  };

  /** The row at which the next look ends: of several walks, the first to end. Undefined when all reach their ends. */
  const endOfLook = async (search: Search, along: number | "items", after: Position | undefined, rows: number) => {
    const walks = along === "items" ? 1 : search.matches[along]!.anyOf.length;
    const share: Look = { limit: 1, offset: Math.ceil(rows / walks) - 1, after };
    const ends: Position[] = [];
    for (let from = 0; from < walks; from += walksPerQuery) {
      const places = await run<{ at: number; id: string | number }>(
        search,
        share,
        `end of ${along} ${from}`,
        ({ scope, matches }, look) => {
          const match = along === "items" ? undefined : matches[along]!;
          const some =
            match === undefined
              ? [placesOf(items, scope, look)]
              : match.anyOf
                  .slice(from, from + walksPerQuery)
                  .map((values) => walk(items, { scope, matches: [] }, match, values, look));
          const ofWalks = some.map((one) => sql`select at, id from (${one}) as walk`);
          return sql`${sql.join(ofWalks, sql` union all `)}`;
        },
      );
      for (const { at, id } of places) ends.push([at, id]);
    }
    return ends.toSorted(inListOrder)[0];
  };

  return async (search, { limit, after, lookAt }) => {
    if (search.matches.some(({ anyOf }) => anyOf.length === 0)) return { rows: [], next: undefined };
    const along = await choose(search, after);
    const most = along === "ids" || !hasTests(search, along) ? Infinity : (lookAt ?? Infinity);
    // One more than asked for tells whether there is a next page.
    const wanted = limit + 1;
    const found: Row[] = [];
    let from = after;
    for (let looked = 0; looked < most; looked += rowsPerLook) {
      const upTo =
        most === Infinity || along === "ids"
          ? undefined
          : await endOfLook(search, along, from, Math.min(rowsPerLook, most - looked));
      found.push(...(await read(search, along, { limit: wanted - found.length, after: from, upTo })));
      if (found.length === wanted) return { rows: found.slice(0, limit), next: placeOf(found[limit - 1]!) };
      if (upTo === undefined) return { rows: found, next: undefined };
      from = upTo;
    }
    return { rows: found, next: from };
  };
}

/** The first rows of each match, and how far they go; number -1 is the range of ids. */
function samplesOf(items: ItemTable, { scope, matches, ids }: Search, sampled: Look): RawBuilder<Sample> {
  const order = orderOf(items);
  const samples = matches.flatMap(({ index, anyOf }, number) => {
    if (anyOf.length > walksPerQuery) return [];
    const walks = anyOf.map((values) => walk(items, { scope, matches: [] }, { index, anyOf }, values, sampled));
    return sql`select ${sql.lit(number)} as number, count(*) as found, ${order === "newestFirst" ? sql`min(at)` : sql`max(at)`} as furthest from (${merge(walks, sampled, order)}) as sample`;
  });
  if (ids !== undefined)
    samples.push(
      sql`select -1 as number, count(*) as found, 0 as furthest from (${inRange(items, { scope, matches }, ids)}) as sample`,
    );
  return sql<Sample>`${sql.join(samples, sql` union all `)}`;
}

/** What to walk along: a match, by its place, the range of ids, or the items themselves. */
type Along = number | "ids" | "items";

/** A page that ends with this row at the latest. */
interface Look extends Page {
  readonly upTo?: Position | undefined;
  readonly offset?: number;
}

function compare([at, id]: Position, [otherAt, otherId]: Position): number {
  if (at !== otherAt) return at - otherAt;
  if (typeof id === "number") return id - Number(otherId);
  return Buffer.compare(Buffer.from(id), Buffer.from(String(otherId)));
}

/** Whether rows of what is walked along are tested, so that a page may look at more rows than it shows. */
function hasTests({ matches, ids, conditions = [] }: Search, along: number | "items"): boolean {
  if (ids !== undefined && "only" in ids) return false;
  const others = along === "items" ? matches.length : matches.length - 1;
  return others > 0 || conditions.length > 0 || ids !== undefined;
}

/** A search and a page, whose values are named places if queries of the same shape are likely to come again. */
interface Shape {
  readonly search: Search;
  readonly page: Look;
  /** Undefined for one that is compiled each time. */
  readonly key: string | undefined;
  readonly values: readonly SqlValue[];
}

/** Shapes are remembered up to this many; then all are forgotten. */
const shapesKept = 256;
/** Values of one match with which a shape is remembered. */
const valuesKept = 8;

function shapeOf(search: Search, page: Look): Shape {
  const { scope, matches, ids, conditions = [] } = search;
  if (conditions.length > 0 || matches.some(({ anyOf }) => anyOf.length > valuesKept))
    return { search, page, key: undefined, values: [] };
  const values: SqlValue[] = [];
  const place = (value: SqlValue): never => toSlot(String(values.push(value) - 1));
  const placed = (of: Readonly<Record<string, string | number | undefined>>): never =>
    Object.fromEntries(
      Object.entries(of).flatMap(([name, value]) => (value === undefined ? [] : [[name, place(value)]])),
    ) as never;
  const names = [Object.keys(scope)];
  const shape: Omit<Shape, "key"> = {
    search: {
      scope: placed(scope),
      matches: matches.map(({ index, anyOf }) => {
        for (const one of anyOf) names.push([index.table, ...Object.keys(one)]);
        names.push([]);
        return { index, anyOf: anyOf.map(placed) };
      }),
      ...(ids !== undefined && { ids: placed({ ...ids }) }),
    },
    page: {
      limit: place(page.limit),
      ...(page.offset !== undefined && { offset: place(page.offset) }),
      ...(page.after && { after: [place(page.after[0]), place(page.after[1])] }),
      ...(page.upTo && { upTo: [place(page.upTo[0]), place(page.upTo[1])] }),
    },
    values,
  };
  names.push(Object.keys(shape.search.ids ?? {}), Object.keys(shape.page));
  return { ...shape, key: JSON.stringify(names) };
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
function walk(items: ItemTable, search: Search, match: Match, values: Values, page: Look) {
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
    from ${sql.table(table)} as ${sql.ref(entry)} where ${and(tests)} ${inOrder(place, orderOf(items))} ${slice(page)}`;
}

/** The places of all items, without tests. */
function placesOf(items: ItemTable, scope: Search["scope"], page: Look) {
  const place = qualify(item, items.position);
  const tests = [
    ...equals(item, scope),
    ...hasKey(item, items),
    ...inPage({ scope, matches: [] }, place, page, orderOf(items)),
  ];
  return sql<never>`
    select ${sql.ref(place[0])} as at, ${sql.ref(place[1])} as id
    from ${sql.table(items.table)} as ${sql.ref(item)} where ${and(tests)} ${inOrder(place, orderOf(items))} ${slice(page)}`;
}

const slice = ({ limit, offset }: Look) =>
  offset === undefined ? sql`limit ${limit}` : sql`limit ${limit} offset ${offset}`;

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
function alongIds(items: ItemTable, search: Search, page: Look) {
  const { ids, ...others } = search;
  return selectItems(items, sql`(${inRange(items, search, ids as IdRange)})`, others, page);
}

function alongItems(items: ItemTable, search: Search, page: Look) {
  return selectItems(items, sql.table(items.table), search, page);
}

function selectItems(items: ItemTable, from: Expression<unknown>, search: Search, page: Look) {
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
export function holds(
  { scope }: Pick<Search, "scope">,
  { index, anyOf }: Match,
  [at, id]: PositionColumns,
): Expression<SqlBool> {
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
function inPage({ ids }: Search, place: PositionColumns, page: Look, order: ListOrder): Expression<SqlBool>[] {
  const { after, upTo } = page;
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
  if (upTo !== undefined) tests.push(comesUpTo(place, upTo, order));
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
