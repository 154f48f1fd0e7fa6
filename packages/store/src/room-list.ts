import type { RoomFilter, RoomRecords } from "@weft/collab";
import { sql } from "kysely";
import type { Expression, ExpressionBuilder, Kysely, SelectQueryBuilder, SqlBool } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Engine } from "./engine.ts";
import type { SqlValue } from "./query.ts";
import { roomColumns, toRoomRecord } from "./room-row.ts";
import type { RoomRow } from "./room-row.ts";
import type { Tables } from "./tables.ts";

/** Entries of an index are counted up to here, to choose what to walk along. */
const few = 1_000;
/** Users and groups per query; more are asked for in several. */
const subjectsPerQuery = 100;

/**
 * Pages of rooms, newest first. Each shape of filter walks one index that is already in that order, from the cursor on,
 * and stops at the end of the page, so that the time of a page does not grow with the project:
 *
 *     metadata        room_metadata (key, value, created_at, room_id) of the rarest pair; the others are looked up per room
 *     user, groups    room_accesses (kind, subject, created_at, room_id): the first of each subject, merged
 *     id              rooms (id)
 *     id prefix       rooms (id), sorted, when few rooms have it; else as if there were none, for then they come up soon
 *     organization    rooms (organization_id, created_at, id)
 *     none            rooms (created_at, id)
 */
export function createRoomList(engine: Engine, { sql: db }: Dialect): RoomRecords["list"] {
  const run = async <R extends object = RoomRow>(query: Compiles): Promise<readonly R[]> => {
    const { sql: text, parameters } = query.compile();
    return engine.read<R>(text, parameters as readonly SqlValue[]);
  };
  /** How many rows a query has, but not more than `few`. */
  const count = async (rows: RoomKeys) => {
    const query = db.selectFrom(rows.limit(few).as("counted")).select((eb) => eb.fn.countAll<number>().as("rows"));
    const [row] = await run<{ rows: number }>(query);
    return row?.rows ?? 0;
  };

  return async (project, filter, page) => {
    const names = narrow(filter);
    const subjects = subjectsOf(filter);
    if (!names || subjects?.length === 0) return [];
    const search: Search = { db, project, names, subjects, ...page, ...filter };
    const { metadata } = filter;

    let rows: readonly RoomRow[];
    if (names.id === undefined && metadata.length > 0) {
      const sizes = metadata.length > 1 ? await Promise.all(metadata.map((pair) => count(entries(search, pair)))) : [0];
      rows = await run(byMetadata(search, sizes.indexOf(Math.min(...sizes))));
    } else if (names.id === undefined && subjects) {
      const found = new Map<string, RoomRow>();
      for (let from = 0; from < subjects.length; from += subjectsPerQuery) {
        const query = bySubjects(search, subjects.slice(from, from + subjectsPerQuery));
        for (const row of await run(query)) found.set(row.id, row);
      }
      rows = [...found.values()].sort(newestFirst).slice(0, page.limit);
    } else if (names.from !== undefined && (await count(named(search))) < few) {
      rows = await run(byPrefix(search));
    } else {
      rows = await run(byAge(search));
    }
    return rows.map(toRoomRecord);
  };
}

type Compiles = { compile(): { readonly sql: string; readonly parameters: readonly unknown[] } };
type RoomKeys = SelectQueryBuilder<Tables, "rooms" | "room_metadata", { room_key: number }>;
type Metadata = RoomFilter["metadata"];

interface Search {
  readonly db: Kysely<Tables>;
  readonly project: string;
  readonly names: Names;
  readonly subjects: readonly Subject[] | undefined;
  readonly metadata: Metadata;
  readonly organizationId?: string;
  readonly limit: number;
  readonly after?: { readonly createdAt: number; readonly id: string };
}

function byMetadata(search: Search, driver: number) {
  const { db, project, metadata, subjects } = search;
  const [key, value] = metadata[driver] as Metadata[number];
  const others = metadata.toSpliced(driver, 1);
  return db
    .selectFrom("room_metadata as entry")
    .crossJoin("rooms")
    .select(columns)
    .where("entry.project_id", "=", project)
    .where("entry.key", "=", key)
    .where("entry.value", "=", value)
    .where(inPage(search, "entry.created_at", "entry.room_id"))
    .whereRef("rooms.project_id", "=", "entry.project_id")
    .whereRef("rooms.key", "=", "entry.room_key")
    .where((eb) => holds(eb as unknown as OnRooms, search, others, subjects))
    .orderBy("entry.created_at", "desc")
    .orderBy("entry.room_id", "desc")
    .limit(search.limit);
}

/** The first rooms of each subject, each room once; the first of them all are among these. */
function bySubjects(search: Search, subjects: readonly Subject[]) {
  const { db, project, metadata } = search;
  const [first, ...others] = subjects.map(({ kind, subject }) => {
    const page = db
      .selectFrom("room_accesses as access")
      .crossJoin("rooms")
      .select(columns)
      .where("access.project_id", "=", project)
      .where("access.kind", "=", kind)
      .where("access.subject", "=", subject)
      .where(inPage(search, "access.created_at", "access.room_id"))
      .whereRef("rooms.project_id", "=", "access.project_id")
      .whereRef("rooms.key", "=", "access.room_key")
      .where((eb) => holds(eb as unknown as OnRooms, search, metadata, undefined))
      .orderBy("access.created_at", "desc")
      .orderBy("access.room_id", "desc")
      .limit(search.limit);
    return db.selectFrom(page.as("page")).selectAll();
  });
  if (!first) throw new Error("There is nobody to list rooms for.");
  let all = first;
  for (const other of others) all = all.union(other);
  return all;
}

/** Few rooms have such an id: all of them are sorted. */
function byPrefix(search: Search) {
  const { db, project, metadata, subjects } = search;
  return db
    .selectFrom(named(search).limit(few).as("named"))
    .crossJoin("rooms")
    .select(columns)
    .where("rooms.project_id", "=", project)
    .whereRef("rooms.key", "=", "named.room_key")
    .where(inPage(search, "rooms.created_at", "rooms.id"))
    .where((eb) => holds(eb as unknown as OnRooms, search, metadata, subjects))
    .orderBy("rooms.created_at", "desc")
    .orderBy("rooms.id", "desc")
    .limit(search.limit);
}

function byAge(search: Search) {
  const { db, metadata, subjects } = search;
  return db
    .selectFrom("rooms")
    .select(columns)
    .where((eb) => holds(eb, search, metadata, subjects))
    .where(inPage(search, "rooms.created_at", "rooms.id"))
    .orderBy("rooms.created_at", "desc")
    .orderBy("rooms.id", "desc")
    .limit(search.limit);
}

function entries({ db, project }: Search, [key, value]: Metadata[number]): RoomKeys {
  return db
    .selectFrom("room_metadata")
    .select("room_key")
    .where("project_id", "=", project)
    .where("key", "=", key)
    .where("value", "=", value);
}

function named({ db, project, names: { from = "", to } }: Search): RoomKeys {
  const rooms = db.selectFrom("rooms").select("key as room_key").where("project_id", "=", project);
  return rooms.where("id", ">=", from).$if(to !== undefined, (query) => query.where("id", "<", to as string));
}

const columns = roomColumns.map((column) => `rooms.${column}` as const);

/** The id and the cursor are tested on the index that is walked, before its rooms are looked up. */
function inPage({ names, after }: Search, createdAt: string, id: string): Expression<SqlBool> {
  const conditions = [sql<SqlBool>`true`];
  if (names.id !== undefined) conditions.push(sql`${sql.ref(id)} = ${names.id}`);
  // As an expression, so that no planner takes the range for a reason to walk another index than the one meant.
  if (names.from !== undefined) conditions.push(sql`${sql.ref(id)} || '' >= ${names.from}`);
  if (names.to !== undefined) conditions.push(sql`${sql.ref(id)} || '' < ${names.to}`);
  if (after) conditions.push(sql`(${sql.ref(createdAt)}, ${sql.ref(id)}) < (${after.createdAt}, ${after.id})`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

type OnRooms = ExpressionBuilder<Tables, "rooms">;

/** What is left to be asked of a room once the index that is walked has answered it. */
function holds(
  eb: OnRooms,
  { project, organizationId }: Search,
  metadata: Metadata,
  subjects: readonly Subject[] | undefined,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb("rooms.project_id", "=", project)];
  if (organizationId !== undefined) conditions.push(eb("rooms.organization_id", "=", organizationId));
  for (const [key, value] of metadata) {
    conditions.push(
      eb.exists(
        eb
          .selectFrom("room_metadata as other")
          .select(eb.lit(1).as("found"))
          .where("other.project_id", "=", project)
          .whereRef("other.room_key", "=", "rooms.key")
          .where("other.key", "=", key)
          .where("other.value", "=", value),
      ),
    );
  }
  if (subjects) {
    conditions.push(
      eb.exists(
        eb
          .selectFrom("room_accesses as other")
          .select(eb.lit(1).as("found"))
          .where("other.project_id", "=", project)
          .whereRef("other.room_key", "=", "rooms.key")
          .where((on) =>
            on.or(subjects.map(({ kind, subject }) => on.and({ "other.kind": kind, "other.subject": subject }))),
          ),
      ),
    );
  }
  return eb.and(conditions);
}

interface Subject {
  readonly kind: "user" | "group";
  readonly subject: string;
}

/** Undefined when the filter names neither users nor groups; an empty list of groups names them, and matches none. */
function subjectsOf({ userId, groupIds }: RoomFilter): readonly Subject[] | undefined {
  if (userId === undefined && groupIds === undefined) return undefined;
  return [
    ...(userId === undefined ? [] : [{ kind: "user" as const, subject: userId }]),
    ...Array.from(new Set(groupIds), (subject) => ({ kind: "group" as const, subject })),
  ];
}

interface Names {
  /** The one id that can match. */
  readonly id?: string;
  /** Ids from here … */
  readonly from?: string;
  /** … to before here. */
  readonly to?: string;
}

/** All ids and prefixes must hold, so at most one id, or the longest prefix, is left; undefined when nothing can match. */
function narrow({ ids, idPrefixes }: RoomFilter): Names | undefined {
  const prefix = [...idPrefixes].sort((a, b) => b.length - a.length)[0] ?? "";
  if (!idPrefixes.every((other) => prefix.startsWith(other))) return undefined;
  const [id] = ids;
  if (id !== undefined) return ids.every((other) => other === id) && id.startsWith(prefix) ? { id } : undefined;
  return prefix === "" ? {} : { from: prefix, to: endOfPrefix(prefix) };
}

/** The least string, by code point, that is greater than every string with this prefix; undefined when there is none. */
function endOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) as number);
  while (points.length > 0) {
    const last = points.pop() as number;
    if (last === 0x10ffff) continue;
    // Surrogates are no characters of their own.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
}

function newestFirst(a: RoomRow, b: RoomRow): number {
  return b.created_at - a.created_at || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id));
}
