import { orderKeyOf, pageInOrder } from "@weft/collab";
import type { RoomFilter, RoomOrder, RoomRecord, RoomRecords, SortKey } from "@weft/collab";
import { sql } from "kysely";
import type { Expression, RawBuilder, SqlBool } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { inChunks } from "../database/in-chunks.ts";
import type { SqlValue } from "../database/query.ts";
import { holds } from "../lists/indexed-list.ts";
import type { IdRange, Match } from "../lists/indexed-list.ts";
import { idRange, matchesOf, ownConditions } from "./room-list.ts";
import { roomColumns, toRoomRecord } from "./room-row.ts";
import type { RoomRow } from "./room-row.ts";

/** Rooms that one query looks at: other reads have their turn in between. */
const roomsPerLook = 2_000;
/** Rooms of a filter that are all read and sorted, instead of walking an index, are fewer. */
const few = 500;

/** What an order sorts by before the id. An index of the project's rooms is in each order. */
const instants: { readonly [O in RoomOrder]: Expression<unknown> | undefined } = {
  activity: sql`coalesce(walked.last_connection_at, walked.created_at)`,
  created: sql`walked.created_at`,
  id: undefined,
};

const columns = sql.join(roomColumns.map((column) => sql.ref(`item.${column}`)));

/**
 * Pages of rooms in any order, and by a part of their ids. A page walks the index of its order in looks of a bounded
 * number of rooms, so that neither it nor a look depends on how many rooms the project has:
 *
 *     a look     the next rooms of the index ──ids──► their rows ──other conditions──► the page
 *
 * A filter that few rooms meet is answered from its own index, without a walk.
 */
export function createRoomBrowser(engine: Engine, dialect: Dialect): Pick<RoomRecords, "browse" | "among"> {
  const read = <R extends object>(query: RawBuilder<R>): Promise<readonly R[]> => {
    const { sql: text, parameters } = query.compile(dialect.sql);
    return engine.read<R>(text, parameters as readonly SqlValue[]);
  };

  /** The keys of all rooms that one of the conditions leaves; undefined where these are many. */
  const candidates = async (project: string, conditions: Conditions): Promise<readonly number[] | undefined> => {
    for (const query of candidatesOf(project, conditions)) {
      const rows = await read(query);
      if (rows.length < few) return rows.map(({ key }) => key);
    }
    return undefined;
  };

  const roomsWhere = async (project: string, tests: readonly Expression<SqlBool>[]): Promise<readonly RoomRecord[]> => {
    const rows = await read(sql<RoomRow>`select ${columns} from rooms as item
      where item.project_id = ${project} ${also(tests)}`);
    return rows.map(toRoomRecord);
  };

  return {
    async browse(project, filter, { part, except, ...order }, page) {
      const conditions = conditionsOf(filter);
      if (conditions === "none") return { rooms: [], next: undefined };
      const ofItem = testsOfItem(project, conditions);
      const ofId = (table: string) => testsOfId(dialect, conditions, { part, except }, sql.ref(`${table}.id`));
      const keys = await candidates(project, conditions);
      if (keys?.length === 0) return { rooms: [], next: undefined };
      if (keys !== undefined) {
        const tests = [sql<SqlBool>`item.key in (${sql.join([...keys])})`, ...ofItem, ...ofId("item")];
        return pageInOrder(await roomsWhere(project, tests), order, page);
      }

      const { limit, lookAt = Infinity } = page;
      const tests = [...ofItem, ...ofId("place")];
      // One more than asked for tells whether there is a next page.
      const wanted = limit + 1;
      const found: RoomRecord[] = [];
      let from = page.after;
      for (let looked = 0; looked < lookAt;) {
        const look = tests.length === 0 ? wanted : Math.min(roomsPerLook, lookAt - looked);
        looked += look;
        const places = walk(project, order, from, look);
        const sorted = order.by === "id" ? [sql`place.id`] : [sql`place.at`, sql`place.id`];
        const inOrder = sql`order by ${directed(sorted, order)}`;
        const [rows, ends] = await Promise.all([
          read(sql<RoomRow>`select ${columns} from (${places}) as place cross join rooms as item
            where item.key = place.key ${also(tests)} ${inOrder} limit ${wanted - found.length}`),
          // The last room of a whole look.
          read(
            sql<EndOfLook>`select place.at, place.id from (${places}) as place ${inOrder} limit 1 offset ${look - 1}`,
          ),
        ]);
        found.push(...rows.map(toRoomRecord));
        if (found.length === wanted)
          return { rooms: found.slice(0, limit), next: orderKeyOf(order.by, found[limit - 1]!) };
        const [end] = ends;
        if (end === undefined) return { rooms: found, next: undefined };
        from = order.by === "id" ? [end.id] : [end.at, end.id];
      }
      return { rooms: found, next: from };
    },

    async among(project, filter, part, ids) {
      const conditions = conditionsOf(filter);
      if (conditions === "none") return [];
      const tests = [
        ...testsOfItem(project, conditions),
        ...testsOfId(dialect, conditions, { part }, sql.ref("item.id")),
      ];
      const found: RoomRecord[] = [];
      for (const some of inChunks(ids))
        found.push(...(await roomsWhere(project, [sql<SqlBool>`item.id in (${sql.join([...some])})`, ...tests])));
      return found;
    },
  };
}

type EndOfLook = { readonly at: number; readonly id: string };

/** The next places of an order. */
function walk(
  project: string,
  { by, descending }: { readonly by: RoomOrder; readonly descending: boolean },
  after: SortKey | undefined,
  limit: number,
) {
  const instant = instants[by];
  const id = sql`walked.id`;
  const sorted = instant === undefined ? [id] : [instant, id];
  const behind =
    after === undefined
      ? sql``
      : sql`and (${sql.join(sorted)}) ${descending ? sql`<` : sql`>`} (${sql.join([...after])})`;
  return sql`select walked.key, ${instant ?? sql`0`} as at, walked.id from rooms as walked
    where walked.project_id = ${project} ${behind} order by ${directed(sorted, { descending })} limit ${limit}`;
}

const directed = (sorted: readonly Expression<unknown>[], { descending }: { readonly descending: boolean }) =>
  sql.join(sorted.map((column) => (descending ? sql`${column} desc` : column)));

interface Conditions {
  readonly matches: readonly Match[];
  readonly ids: IdRange | undefined;
  readonly own: readonly Expression<SqlBool>[];
}

/** What a filter asks for; `none` when nothing can match. */
function conditionsOf(filter: RoomFilter): Conditions | "none" {
  const ids = idRange(filter);
  const matches = matchesOf(filter);
  if (ids === "none" || matches.some(({ anyOf }) => anyOf.length === 0)) return "none";
  return { matches, ids, own: ownConditions(filter) };
}

/** For each condition with an index of its own: a query of the rooms that it leaves, up to a few. */
function candidatesOf(project: string, { matches, ids }: Conditions): readonly RawBuilder<{ key: number }>[] {
  const scope = sql<SqlBool>`project_id = ${project}`;
  const ofMatches = matches.flatMap(({ index, anyOf: [values, ...others] }) => {
    if (values === undefined || others.length > 0) return [];
    const tests = Object.entries(values).map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`);
    return [
      sql<{ key: number }>`select ${sql.ref(index.key)} as key from ${sql.table(index.table)}
        where ${sql.join([scope, ...tests], sql` and `)} limit ${few}`,
    ];
  });
  if (ids === undefined) return ofMatches;
  const ofIds = sql<{
    key: number;
  }>`select key from rooms where ${scope} and ${inRange(ids, sql.ref("id"))} limit ${few}`;
  return [ofIds, ...ofMatches];
}

function testsOfItem(project: string, { matches, own }: Conditions): readonly Expression<SqlBool>[] {
  const search = { scope: { project_id: project }, matches };
  return [...matches.map((match) => holds(search, match, ["item.created_at", "item.id"])), ...own];
}

function testsOfId(
  { contains }: Dialect,
  { ids }: Conditions,
  { part = "", except = [] }: { readonly part?: string | undefined; readonly except?: readonly string[] | undefined },
  id: Expression<string>,
): readonly Expression<SqlBool>[] {
  const tests: Expression<SqlBool>[] = [];
  if (ids !== undefined) tests.push(inRange(ids, id));
  if (part !== "") tests.push(contains(id, part));
  if (except.length > 0) tests.push(sql`${id} not in (${sql.join([...except])})`);
  return tests;
}

function inRange(ids: IdRange, id: Expression<unknown>): Expression<SqlBool> {
  if ("only" in ids) return sql`${id} = ${ids.only}`;
  return ids.to === undefined ? sql`${id} >= ${ids.from}` : sql`(${id} >= ${ids.from} and ${id} < ${ids.to})`;
}

const also = (tests: readonly Expression<SqlBool>[]) =>
  tests.length === 0 ? sql`` : sql`and ${sql.join([...tests], sql` and `)}`;
