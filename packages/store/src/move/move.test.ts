import { join } from "node:path";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { propertyOptions } from "@weft/collab/suites/property-options.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { erasers, signInErasers } from "../erasure/erasers.ts";
import { StoreRefused } from "../database/errors.ts";
import { openDatabase, openStore, readSchemaTables } from "../open.ts";
import { rowsOfDatabase } from "../database/purpose.ts";
import { temporaryDirectory } from "../testing/adapters.ts";
import { fillStore, storeContents } from "../testing/fill-store.ts";
import { createDatabasePool, emptyDatabase, temporaryDatabase, whyNoPostgres } from "../testing/postgres.ts";
import { alterDatabase, readTables } from "../testing/read-tables.ts";
import type { TableContents } from "../testing/read-tables.ts";
import { writeDocument, writeNodes } from "../testing/write-room.ts";
import { compareDatabases, countRows } from "./compare.ts";
import { moveDatabase } from "./move.ts";

const tables = readSchemaTables();
const project = "p" as ProjectId;
const roomStates = tables.find(({ name }) => name === "room_state")!;

const noPostgres = await whyNoPostgres();
if (noPostgres !== undefined) console.log(`Moves to and from PostgreSQL are not tested: ${noPostgres}.`);

type Kind = "SQLite" | "PostgreSQL";
const kinds: readonly Kind[] = noPostgres === undefined ? ["SQLite", "PostgreSQL"] : ["SQLite"];
const ways: readonly (readonly [from: Kind, to: Kind])[] =
  noPostgres === undefined
    ? [
        ["SQLite", "PostgreSQL"],
        ["PostgreSQL", "SQLite"],
      ]
    : [["SQLite", "SQLite"]];

const databases = createDatabasePool();
afterAll(() => databases[Symbol.asyncDispose]());

/** Gives databases that do not exist, or are empty. */
async function openPlaces() {
  await using stack = new AsyncDisposableStack();
  const directory = stack.use(temporaryDirectory());
  let files = 0;
  const held = stack.move();
  return {
    async place(kind: Kind): Promise<string> {
      if (kind === "SQLite") return `sqlite:${join(directory.path, `${++files}.db`)}`;
      return held.use(await databases.take()).url;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function write(url: string, nodes = 3): Promise<void> {
  await using store = await openStore(url);
  await store.rooms.insert(project, newRoom("r", { metadata: new Map([["k", "v"]]) }));
  const texts = Array.from({ length: nodes }, (_, n) => [`0:${n}`, `["0:${n}",3,"root","k${n}",1]`] as const);
  await writeNodes(store, { project, room: "r" as RoomId }, Object.fromEntries(texts));
}

/** What a move copies: no row of `meta` that says something about the database itself. */
function withoutOwn(contents: TableContents): TableContents {
  const meta = contents["meta"] ?? [];
  return { ...contents, meta: meta.filter((row) => !rowsOfDatabase.includes((JSON.parse(row) as string[])[0] ?? "")) };
}

/** The same with epochs that are so much higher. */
function raised(contents: TableContents, by: number): TableContents {
  const epoch = roomStates.columns.indexOf("epoch");
  const states = (contents["room_state"] ?? []).map((row) => {
    const values = JSON.parse(row) as (string | number)[];
    return JSON.stringify(values.with(epoch, Number(values[epoch]) + by));
  });
  return { ...contents, room_state: states.toSorted() };
}

/** What comparing the two says. */
async function difference(from: string, to: string): Promise<string> {
  await using resources = new AsyncDisposableStack();
  const [source, target] = [await openDatabase(from, "moveFrom"), await openDatabase(to, "moveTo")];
  for (const { engine } of [source, target]) resources.use(engine);
  const counts = await countRows(source, tables);
  return await refusalOf(compareDatabases(source, target, { counts, onProgress: () => {} }));
}

async function refusalOf(move: Promise<unknown>): Promise<string> {
  return move.then(
    () => "",
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

test("[DB21] a move knows every table", () => {
  const names = [...Object.keys(erasers), ...Object.keys(signInErasers)];
  expect(tables.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { serial, name } of tables) expect([name, serial !== undefined]).toEqual([name, isNumbered(name)]);
});

const isNumbered = (table: string) =>
  ["rooms", "threads", "jobs", "outbox", "webhook_messages", "caught_requests", "knowledge_passages"].includes(table);

test.skipIf(noPostgres !== undefined)("[DB21] every kind of database has the same tables and columns", async () => {
  await using database = await temporaryDatabase();
  const described = { name: "information_schema.columns", key: [], long: [], serial: undefined };
  const columns = ["table_name", "column_name"];
  await alterDatabase(
    database.url,
    "create view all_columns as select * from information_schema.columns where is_generated = 'NEVER'",
  );
  const contents = await readTables(database.url, [{ ...described, name: "all_columns", columns }]);
  const found = (contents["all_columns"] ?? []).map((row) => (JSON.parse(row) as string[]).join("."));
  expect(tables.flatMap(({ name, columns: of }) => of.map((column) => `${name}.${column}`))).toEqual(
    expect.arrayContaining(found.filter((name) => tables.some((table) => name.startsWith(`${table.name}.`)))),
  );
  expect(found).toEqual(
    expect.arrayContaining(tables.flatMap(({ name, columns: of }) => of.map((column) => `${name}.${column}`))),
  );
});

test("[DB21] a store goes from one kind of database to another and back with every row", { timeout: 240_000 }, () =>
  fc.assert(
    fc.asyncProperty(storeContents, async (contents) => {
      await using places = await openPlaces();
      const [first, second, third] = [
        await places.place("SQLite"),
        await places.place(kinds.at(-1)!),
        await places.place("SQLite"),
      ];
      {
        await using store = await openStore(first);
        await fillStore(store, contents);
      }
      const before = withoutOwn(await readTables(first, tables));
      // A database that nodes use is not moved.
      for (const { name } of tables.filter((table) => table.name !== "nodes"))
        expect(before[name], `rows of ${name}`).not.toEqual([]);
      const report = await moveDatabase(first, second);
      expect(report.rows).toBe(Object.values(before).reduce((sum, rows) => sum + rows.length, 0));
      expect(withoutOwn(await readTables(second, tables))).toEqual(raised(before, 1));
      await moveDatabase(second, third);
      expect(withoutOwn(await readTables(third, tables))).toEqual(raised(before, 2));
      expect(withoutOwn(await readTables(first, tables))).toEqual(before);
    }),
    propertyOptions(2),
  ),
);

describe.each(ways)("from %s to %s", (from, to) => {
  test("[DB21] tables of many rows and large rows are moved", async () => {
    await using places = await openPlaces();
    const [source, target] = [await places.place(from), await places.place(to)];
    await write(source, 2_345);
    {
      await using store = await openStore(source);
      for (const guid of ["a", "b", "c", "d"])
        await writeDocument(store, { project, room: "r" as RoomId }, guid, 700_000);
    }
    const before = withoutOwn(await readTables(source, tables));
    const progress = new Map<string, number>();
    const onProgress = ({ step, table, done }: { step: string; table: string; done: number }) => {
      if (step === "copying") progress.set(table, done);
    };
    expect(await moveDatabase(source, target, { onProgress })).toMatchObject({ rooms: 1 });
    expect(progress.get("storage_nodes")).toBe(2_345);
    expect(withoutOwn(await readTables(target, tables))).toEqual(raised(before, 1));
  });

  test("[DB21] rooms, jobs and events continue with new numbers, and clients under new claims", async () => {
    await using places = await openPlaces();
    const [source, target] = [await places.place(from), await places.place(to)];
    let keys: readonly number[];
    let claim;
    {
      await using store = await openStore(source);
      for (const id of ["kept", "gone"]) await store.rooms.insert(project, newRoom(id));
      const opened = await Promise.all(
        ["kept", "gone"].map((id) => store.roomStore.open({ project, room: id as RoomId }, 64)),
      );
      keys = opened.map((room) => room!.key);
      claim = opened[0]!;
      const actors = [{ actor: claim.firstActor, user: "ada", clocks: [1, 7] }];
      await store.roomStore.commit({ ...claim, seq: 7, puts: ["0:1", '["0:1",1]'], drops: [], actors });
      await store.rooms.delete(project, "gone", 1);
    }
    await moveDatabase(source, target);
    await using store = await openStore(target);
    const late = { ...claim, seq: 8, puts: [], drops: [], actors: [] };
    await expect(store.roomStore.commit(late)).rejects.toThrow("claimed by another owner");
    const kept = await store.roomStore.open({ project, room: "kept" as RoomId }, 64);
    expect(kept).toMatchObject({ key: claim.key, seq: 7, firstActor: claim.firstActor + 64 });
    expect(kept!.epoch).toBeGreaterThan(claim.epoch + 1);
    expect(await store.roomStore.actor(kept!, claim.firstActor)).toMatchObject({ user: "ada", clocks: [1, 7] });
    for (const id of ["gone", "new"]) await store.rooms.insert(project, newRoom(id));
    const again = await store.roomStore.open({ project, room: "gone" as RoomId }, 64);
    expect(again!.firstActor).toBeGreaterThanOrEqual(64);
    expect(again!.key).toBeGreaterThan(Math.max(...keys));
  });

  test("[DB22] a database that is served is not moved, and none is moved into it", async () => {
    await using places = await openPlaces();
    const [source, target] = [await places.place(from), await places.place(to)];
    await write(source);
    {
      await using _served = await openStore(source);
      expect(await refusalOf(moveDatabase(source, target))).toMatch(
        /^StoreRefused: The source cannot be opened. Another server/,
      );
    }
    await using _served = await openStore(target);
    expect(await refusalOf(moveDatabase(source, target))).toMatch(
      /^StoreRefused: The target cannot be opened. Another server/,
    );
  });

  test("[DB22] a target that holds anything is refused and left as it is", async () => {
    await using places = await openPlaces();
    const [source, target] = [await places.place(from), await places.place(to)];
    await write(source);
    {
      await using store = await openStore(target);
      await store.keyCheck.write("another");
    }
    const before = withoutOwn(await readTables(target, tables));
    expect(await refusalOf(moveDatabase(source, target))).toContain(
      "The target is not empty: its table meta has rows.",
    );
    expect(withoutOwn(await readTables(target, tables))).toEqual(before);
    await using store = await openStore(target);
    await store.rooms.insert(project, newRoom("mine"));
  });

  test("[DB23] a copy that differs is refused by table, row and room", async () => {
    await using places = await openPlaces();
    const [source, target] = [await places.place(from), await places.place(to)];
    await write(source);
    await moveDatabase(source, target);
    await alterDatabase(target, "update room_state set epoch = epoch - 1");
    expect(await difference(source, target)).toBe("");
    await alterDatabase(target, "update storage_nodes set node = '[]' where id = '0:1'");
    expect(await difference(source, target)).toMatch(
      /^StoreRefused: The copy differs in the table storage_nodes, row \("p", \d+, "0:1"\) of the room "r", in node\./,
    );
    await alterDatabase(target, "update storage_nodes set id = '0:9', node = '[0]' where id = '0:1'");
    expect(await difference(source, target)).toContain('"0:1") of the room "r", in ');
    await alterDatabase(target, "delete from room_metadata");
    expect(await difference(source, target)).toMatch(/table room_metadata: it has 0 rows, and the source has 1\./);
  });

  test.skipIf(to !== "PostgreSQL")("[DB23] a row that the target does not hold is refused by its table", async () => {
    await using places = await openPlaces();
    const [source, target] = [await places.place(from), await places.place(to)];
    await write(source);
    // As an older release may have left it.
    await alterDatabase(source, "update rooms set organization_id = 'a' || char(0)");
    expect(await refusalOf(moveDatabase(source, target))).toMatch(
      /^StoreRefused: The move has stopped, .* run it again\. The table rooms was not copied\. /,
    );
    await expect(openStore(target)).rejects.toThrow("has not finished");
  });

  test("[DB23] a move that has not finished is refused by all but a move, which begins it anew", async () => {
    await using places = await openPlaces();
    const [source, target] = [await places.place(from), await places.place(to)];
    await write(source);
    await moveDatabase(source, target);
    await alterDatabase(target, "insert into meta (key, value) values ('unfinished_move', '1'), ('key_check', 'old')");
    await alterDatabase(target, "delete from storage_nodes where id = '0:1'");
    await expect(openStore(target)).rejects.toThrow(
      new StoreRefused(
        "The database holds part of a move that has not finished: run the same move again, or name another database.",
      ),
    );
    expect(await refusalOf(moveDatabase(target, await places.place(to)))).toContain("has not finished");
    await moveDatabase(source, target);
    expect(withoutOwn(await readTables(target, tables))).toEqual(
      raised(withoutOwn(await readTables(source, tables)), 1),
    );
    await using _ = await openStore(target);
  });
});

describe.each(kinds)("%s", (kind) => {
  test("[DB21] a database is moved into another one of its kind", async () => {
    await using places = await openPlaces();
    const [source, target] = [await places.place(kind), await places.place(kind)];
    await write(source);
    await moveDatabase(source, target);
    expect(withoutOwn(await readTables(target, tables))).toEqual(
      raised(withoutOwn(await readTables(source, tables)), 1),
    );
  });

  test("[DB22] a source that holds nothing is refused, and none is made", async () => {
    await using places = await openPlaces();
    await using empty = kind === "PostgreSQL" ? await emptyDatabase() : undefined;
    const [source, target] = [empty?.url ?? (await places.place(kind)), await places.place(kind)];
    const refusal = await refusalOf(moveDatabase(source, target));
    expect(refusal).toMatch(/^StoreRefused: The source cannot be opened. (There is no database|The database is empty)/);
    expect(await refusalOf(moveDatabase(source, target))).toBe(refusal);
    expect(await refusalOf(moveDatabase(source, source))).toContain("are the same database");
  });
});

test("[DB22] a database in memory is neither source nor target", async () => {
  await using places = await openPlaces();
  const url = await places.place("SQLite");
  await write(url);
  expect(await refusalOf(moveDatabase("sqlite::memory:", url))).toContain("name a file");
  expect(await refusalOf(moveDatabase(url, "sqlite::memory:"))).toContain("name a file");
});
