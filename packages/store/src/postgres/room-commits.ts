import type { OpenedRoom, RoomCommit } from "@weft/room/ports";
import type { SqlValue } from "../database/query.ts";
import { textArray } from "./arrays.ts";
import type { SendQuery } from "./session.ts";

/** Parts of a group beside the rooms themselves; each one that is there makes the statement longer. */
const parts = {
  puts: `put as (
    insert into storage_nodes (project_id, room_key, id, node)
    select r.project_id, r.room_key, p.id, p.node from unnest($%1::bigint[], $%2::text[], $%3::text[]) as p (room_key, id, node)
      join advanced as r on r.room_key = p.room_key
    on conflict (project_id, room_key, id) do update set node = excluded.node)`,
  drops: `dropped as (
    delete from storage_nodes as n using unnest($%1::bigint[], $%2::text[]) as d (room_key, id), advanced as r
    where r.room_key = d.room_key and n.project_id = r.project_id and n.room_key = r.room_key and n.id = d.id)`,
  clears: `cleared as (
    delete from storage_nodes as n using unnest($%1::bigint[]) as c (room_key), advanced as r
    where r.room_key = c.room_key and n.project_id = r.project_id and n.room_key = r.room_key and not exists (
      select from unnest($%2::bigint[], $%3::text[]) as k (room_key, id) where k.room_key = n.room_key and k.id = n.id))`,
  actors: `known as (
    insert into room_actors (project_id, room_key, actor, user_id, clocks)
    select r.project_id, r.room_key, a.actor, a.user_id, a.clocks
      from unnest($%1::bigint[], $%2::bigint[], $%3::text[], $%4::text[]) as a (room_key, actor, user_id, clocks)
      join advanced as r on r.room_key = a.room_key
    on conflict (project_id, room_key, actor) do update set user_id = excluded.user_id, clocks = excluded.clocks)`,
  authors: `authored as (
    insert into room_authors (project_id, room_key, since, user_id)
    select r.project_id, r.room_key, a.since, a.user_id
      from unnest($%1::bigint[], $%2::bigint[], $%3::text[]) as a (room_key, since, user_id)
      join advanced as r on r.room_key = a.room_key
    on conflict (project_id, room_key, since, user_id) do nothing)`,
  joins: `joined as (
    update rooms as o set last_connection_at = greatest(coalesce(o.last_connection_at, 0), j.at)
    from unnest($%1::bigint[], $%2::bigint[]) as j (room_key, at) join advanced as r on r.room_key = j.room_key
    where o.project_id = r.project_id and o.key = r.room_key)`,
  jobs: `queued as (
    insert into jobs (kind, key, created_at, state, claim, due_at, tries, payload)
    select j.kind, j.key, j.created_at, 'waiting', '', j.due_at, 0, j.payload
      from unnest($%1::bigint[], $%2::text[], $%3::text[], $%4::bigint[], $%5::bigint[], $%6::text[])
        as j (room_key, kind, key, created_at, due_at, payload)
      join advanced as r on r.room_key = j.room_key
    on conflict (kind, key) do nothing)`,
} as const;

type Part = keyof typeof parts;

/**
 * Commits of different rooms as one statement, which is a transaction of its own unless it runs in another. It begins
 * with the test of each room's epoch (PG1), which locks the room's row: those that another owner has claimed, or that were
 * deleted, change nothing. All parts of a statement see the database as it was before it, and none may touch a row twice.
 *
 * @returns the keys of the rooms that were written
 */
export async function commitRooms(query: SendQuery, commits: readonly RoomCommit[]): Promise<ReadonlySet<number>> {
  const { sql, values } = toStatement(commits);
  const { rows } = await query(sql, values);
  return new Set((rows as { room_key: number }[]).map(({ room_key }) => room_key));
}

function toStatement(commits: readonly RoomCommit[]): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const columns: Record<Part, readonly (string | number)[][]> = {
    puts: [[], [], []],
    drops: [[], []],
    clears: [[], [], []],
    actors: [[], [], [], []],
    authors: [[], [], []],
    joins: [[], []],
    jobs: [[], [], [], [], [], []],
  };
  const add = (part: Part, from: number, ...values: (string | number)[]) => {
    for (const [at, value] of values.entries()) columns[part][from + at]?.push(value);
  };
  for (const { key, puts, drops, clear = false, actors, authors = [], connectedAt, jobs = [] } of commits) {
    // Nodes that are put are not dropped as well: no row may be touched twice.
    const kept = new Set<string>();
    for (let at = 0; at + 1 < puts.length; at += 2) {
      const id = puts[at] as string;
      add("puts", 0, key, id, puts[at + 1] as string);
      if (clear || drops.length > 0) kept.add(id);
    }
    if (clear) {
      add("clears", 0, key);
      for (const id of kept) add("clears", 1, key, id);
    } else {
      for (const id of drops) if (!kept.has(id)) add("drops", 0, key, id);
    }
    for (const { actor, user, clocks } of actors) add("actors", 0, key, actor, user, JSON.stringify(clocks));
    for (const { since, user } of authors) add("authors", 0, key, since, user);
    if (connectedAt !== undefined) add("joins", 0, key, connectedAt);
    for (const { kind, key: jobKey, createdAt, dueAt, payload } of jobs)
      add("jobs", 0, key, kind, jobKey, createdAt, dueAt, JSON.stringify(payload));
  }
  const present = (Object.keys(parts) as Part[]).filter((part) => columns[part][0]?.length !== 0);
  const values: SqlValue[] = [
    textArray(commits.map(({ project }) => project)),
    numberArray(commits.map(({ key }) => key)),
    numberArray(commits.map(({ epoch }) => epoch)),
    numberArray(commits.map(({ seq }) => seq)),
    `{${commits.map(({ nextActor }) => nextActor ?? "null").join()}}`,
  ];
  for (const part of present)
    for (const column of columns[part])
      values.push(typeof column[0] === "number" ? numberArray(column as number[]) : textArray(column as string[]));
  return { sql: sqlOf(present), values };
}

const numberArray = (numbers: readonly number[]) => `{${numbers.join()}}`;

const compiled = new Map<string, string>();

function sqlOf(present: readonly Part[]): string {
  const name = present.join();
  let sql = compiled.get(name);
  if (sql === undefined) compiled.set(name, (sql = compile(present)));
  return sql;
}

function compile(present: readonly Part[]): string {
  let next = 6;
  const texts = present.map((part) => {
    const first = next - 1;
    next += columnsOf(parts[part]);
    return parts[part].replaceAll(/%(\d)/g, (_, column: string) => String(first + Number(column)));
  });
  return `with given as (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
      as c (project_id, room_key, epoch, seq, next_actor)),
  advanced as (
    update room_state as s set seq = c.seq, next_actor = coalesce(c.next_actor, s.next_actor) from given as c
    where s.project_id = c.project_id and s.room_key = c.room_key and s.epoch = c.epoch
    returning s.project_id, s.room_key)${texts.map((text) => `,\n  ${text}`).join("")}
  select room_key from advanced`;
}

function columnsOf(text: string): number {
  return new Set(text.match(/%\d/g)).size;
}

/** Writes the commit's documents, if the room is still owned; sent together. */
export function writeDocuments(
  query: SendQuery,
  { project, key, epoch, documents = [] }: RoomCommit,
): Promise<unknown>[] {
  return documents.flatMap((write) => {
    if (write.kind === "row")
      return [query(putRow, [project, key, write.guid, write.id, write.update, write.v2 ? 1 : 0, epoch])];
    const { guid, through, state, kept } = write;
    return [
      query(dropMerged, [project, key, guid, through, numberArray(kept), epoch]),
      query(putRow, [project, key, guid, through, state, 0, epoch]),
    ];
  });
}

const owned = (project: string, key: string, epoch: string) =>
  `exists (select from room_state where project_id = ${project} and room_key = ${key} and epoch = ${epoch})`;

const putRow = `insert into document_rows (project_id, room_key, guid, id, update_bytes, v2)
  select $1::text, $2::bigint, $3::text, $4::bigint, $5::bytea, $6::smallint where ${owned("$1", "$2", "$7")}
  on conflict (project_id, room_key, guid, id) do update set update_bytes = excluded.update_bytes, v2 = excluded.v2`;
const dropMerged = `delete from document_rows
  where project_id = $1 and room_key = $2 and guid = $3 and id <= $4 and id <> all ($5::bigint[]) and ${owned("$1", "$2", "$6")}`;

const claim = `update room_state set epoch = epoch + 1, next_actor = next_actor + $3
  where project_id = $1 and room_key = (select key from rooms where project_id = $1 and id = $2)
  returning room_key, epoch, seq, next_actor`;

/** Takes a room over: its epoch goes up by one, and actor numbers are reserved. Undefined when there is no such room. */
export async function claimRoom(
  query: SendQuery,
  { project, room, reserve }: { readonly project: string; readonly room: string; readonly reserve: number },
): Promise<OpenedRoom | undefined> {
  const { rows } = await query(claim, [project, room, reserve]);
  const [row] = rows as { room_key: number; epoch: number; seq: number; next_actor: number }[];
  return row && { project, key: row.room_key, epoch: row.epoch, seq: row.seq, firstActor: row.next_actor - reserve };
}
