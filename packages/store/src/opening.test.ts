import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ProjectId, RoomId, VersionId } from "@weft/protocol";
import type { DocumentRow } from "@weft/room/ports";
import { expect, test } from "vitest";
import { backupDatabase, restoreDatabase, verifyBackup } from "./sqlite/backup.ts";
import { StoreRefused, StoreUnavailable } from "./database/errors.ts";
import { schemaVersion } from "./migrations/index.ts";
import type { Store } from "./open.ts";
import { openStore } from "./open.ts";
import { checkLibrary, openConnection } from "./sqlite/connection.ts";
import { dataFileOf, temporaryDirectory } from "./testing/adapters.ts";
import { startLedger } from "./testing/ledger-process.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";

const project = "p" as ProjectId;

/** A database with a few pages of rooms and nodes, closed cleanly. */
async function fill(path: string, rooms = 30): Promise<void> {
  await using store = await openStore(`sqlite:${path}`);
  for (let i = 0; i < rooms; i++) {
    await store.rooms.insert(project, newRoom(`r${i}`, { metadata: new Map([["k", `${i}`]]) }));
    const room = await store.roomStore.open({ project, room: `r${i}` as RoomId }, 64);
    if (!room) throw new Error("The room is gone.");
    const puts = Array.from({ length: 50 }, (_, n) => [
      `0:${n}`,
      `["0:${n}",3,"root","k${n}","${"x".repeat(n)}"]`,
    ]).flat();
    await store.roomStore.commit({ ...room, seq: 50, puts, drops: [], actors: [] });
  }
}

async function refusalOf(url: string): Promise<string> {
  try {
    await using _ = await openStore(url);
  } catch (error) {
    if (error instanceof StoreRefused) return error.message;
    throw error;
  }
  throw new Error("The store was opened.");
}

test("[DB3] a setting that names no database is refused without repeating its secrets", async () => {
  const message = await refusalOf("mysql://user:hunter2@host/db");
  expect(message).toContain(`"mysql:" is not supported`);
  expect(message).not.toContain("hunter2");
  expect(await refusalOf("sqlite:")).toContain("sqlite:<path>");
  expect(await refusalOf("weft.db")).toContain("sqlite:<path>");
});

test("[DB3] the data directory is created, and a second opening finds what the first one stored", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "deep", "er", "weft.db");
  await fill(path, 3);
  const tables = () => {
    using db = new DatabaseSync(path, { readOnly: true });
    return JSON.stringify(db.prepare("select type, name, sql from sqlite_schema order by name").all());
  };
  const before = tables();
  await using store = await openStore(`sqlite:${path}`);
  expect(tables()).toBe(before);
  expect(await store.rooms.find(project, "r2")).toMatchObject({ id: "r2" });
});

test("[DB10] a clean shutdown leaves one whole file and no log", async () => {
  using directory = temporaryDirectory();
  await fill(join(directory.path, "weft.db"), 3);
  expect(readdirSync(directory.path).sort()).toEqual(["weft.db", "weft.db.lock", "weft.db.reserve"]);
});

test("[DB10] a closed store refuses and does not hang", async () => {
  for (const url of ["sqlite::memory:", "file"]) {
    using directory = temporaryDirectory();
    const store = await openStore(url === "file" ? `sqlite:${join(directory.path, "weft.db")}` : url);
    const waiting = store.rooms.insert(project, newRoom("r"));
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ id: "r" });
    await expect(store.rooms.insert(project, newRoom("s"))).rejects.toThrow(StoreUnavailable);
    await expect(store.rooms.find(project, "r")).rejects.toThrow(StoreUnavailable);
    await expect(dataFileOf(store).truncateLog()).rejects.toThrow(StoreUnavailable);
    await expect(store.roomStore.nodes({ project, key: 1 }, 1_000)[Symbol.asyncIterator]().next()).rejects.toThrow(
      StoreUnavailable,
    );
  }
});

test("[DB2] a second server is refused while the first one runs, in this process or another", async () => {
  using directory = temporaryDirectory();
  const url = `sqlite:${join(directory.path, "weft.db")}`;
  {
    await using _ = await openStore(url);
    expect(await refusalOf(url)).toContain("Another server is using the database");
  }
  await using ledger = startLedger(url);
  await ledger.until(() => ledger.answered > 10);
  expect(await refusalOf(url)).toContain("Another server is using the database");
});

test("[DB3] a directory that cannot be written is refused", async () => {
  using directory = temporaryDirectory();
  writeFileSync(join(directory.path, "file"), "");
  expect(await refusalOf(`sqlite:${join(directory.path, "file", "weft.db")}`)).toContain("cannot be written");
});

test("[DB3] a schema from a newer release is refused and left as it is", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  await fill(path, 1);
  {
    using db = new DatabaseSync(path);
    db.exec(`update meta set value = '${schemaVersion + 1}' where key like 'schema%'`);
  }
  expect(await refusalOf(`sqlite:${path}`)).toContain(`schema version ${schemaVersion + 1}`);
  using db = new DatabaseSync(path, { readOnly: true });
  expect(db.prepare("select value from meta where key = 'schema_version'").get()).toMatchObject({
    value: String(schemaVersion + 1),
  });
});

test("[DB3] a schema to which a newer release has only added is served and left as it is", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  await fill(path, 1);
  const rows = () => {
    using db = new DatabaseSync(path, { readOnly: true });
    return db.prepare("select key, value from meta where key like 'schema%' order by key").all();
  };
  {
    using db = new DatabaseSync(path);
    db.exec(`alter table rooms add column later text; create table added (id text);
      update meta set value = '${schemaVersion + 1}' where key = 'schema_version';
      update meta set value = '${schemaVersion}' where key = 'schema_readable_from'`);
  }
  const before = rows();
  {
    await using store = await openStore(`sqlite:${path}`);
    expect(await store.rooms.find(project, "r0")).toMatchObject({ id: "r0" });
    await store.rooms.insert(project, newRoom("another"));
  }
  expect(rows()).toEqual(before);
  {
    using db = new DatabaseSync(path);
    db.exec(`update meta set value = '${schemaVersion + 1}' where key = 'schema_readable_from'`);
  }
  expect(await refusalOf(`sqlite:${path}`)).toContain("run the newer release");
});

test("[DB3] another application's database is refused", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  {
    using db = new DatabaseSync(path);
    db.exec("create table rooms (id text)");
  }
  expect(await refusalOf(`sqlite:${path}`)).toContain("not written by Weft");
});

test.each([
  ["garbage", (bytes: Buffer) => bytes.fill(0x5a)],
  ["a broken beginning", (bytes: Buffer) => bytes.fill(0, 0, 60)],
  ["a broken first table page", (bytes: Buffer) => bytes.fill(0xff, 4_096, 4_096 + 200)],
  ["zeroes in the middle", (bytes: Buffer) => bytes.fill(0, 8_192, bytes.length - 4_096)],
  ["half of it cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ["its last page cut", (bytes: Buffer) => bytes.subarray(0, bytes.length - 1_000)],
] as const)(
  "[DB3] [DB7] a file with %s is refused in one sentence, and so is a backup of that kind",
  async (_, damage) => {
    using directory = temporaryDirectory();
    const path = join(directory.path, "weft.db");
    await fill(path);
    const whole = readFileSync(path);
    writeFileSync(path, damage(Buffer.from(whole)));
    const message = await refusalOf(`sqlite:${path}`);
    expect(message).toMatch(/damaged|not a database|not written by Weft/);
    expect(message).not.toContain("\n");
    expect(() => verifyBackup(path)).toThrow(StoreRefused);
    // A restore fixes it.
    const backup = join(directory.path, "backup.db");
    writeFileSync(backup, whole);
    await expect(restoreDatabase(backup, `sqlite:${path}`)).rejects.toThrow("already");
    await restoreDatabase(backup, `sqlite:${path}`, { overwrite: true });
    await using store = await openStore(`sqlite:${path}`);
    expect(await store.rooms.find(project, "r29")).toMatchObject({ id: "r29" });
  },
);

test("[DB7] verifying a backup finds a flipped bit in a node's text", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  await fill(path, 1);
  const bytes = readFileSync(path);
  const at = bytes.indexOf(`["0:7",3`);
  expect(at).toBeGreaterThan(0);
  bytes[at] = 0x20;
  writeFileSync(path, bytes);
  expect(() => verifyBackup(path)).toThrow("a node that is not one");
});

test("[DB7] a backup reports its contents, and equal databases have equal digests", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  await fill(path, 25);
  const [one, two] = [join(directory.path, "one.db"), join(directory.path, "two.db")];
  await backupDatabase(`sqlite:${path}`, one);
  const seen: string[] = [];
  const report = verifyBackup(one, { onRoom: (room) => seen.push(room.room) });
  expect(report).toMatchObject({ rooms: 25, nodes: 1_250, seqTotal: 1_250, schemaVersion });
  expect(report.busiest).toHaveLength(20);
  expect(seen).toHaveLength(25);
  {
    await using store = await openStore(`sqlite:${path}`);
    await dataFileOf(store).backup(two);
    await dataFileOf(store).backup(two);
    expect(verifyBackup(two).digest).toBe(report.digest);
    const room = await store.roomStore.open({ project, room: "r3" as RoomId }, 64);
    if (!room) throw new Error("The room is gone.");
    await store.roomStore.commit({ ...room, seq: 51, puts: ["0:0", `["0:0",2,"root","k0"]`], drops: [], actors: [] });
    await dataFileOf(store).backup(two);
    await expect(dataFileOf(store).backup(path)).rejects.toThrow("not copied onto itself");
  }
  expect(verifyBackup(two).digest).not.toBe(report.digest);
  expect(readdirSync(directory.path).filter((name) => /partial|wal|shm|journal/.test(name))).toEqual([]);
});

test("[DB7] [DB8] a backup holds documents and versions, and says when a version has lost what it holds", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  const url = `sqlite:${path}`;
  const backup = join(directory.path, "backup.db");
  await fill(path, 2);
  const address = { project, room: "r1" as RoomId };
  const rows: DocumentRow[] = [1, 2].map((id) => ({ id, update: Uint8Array.of(id, 0, 0), v2: id === 2 }));
  const addRows = async (store: Store, guid: string, added: readonly DocumentRow[]) => {
    const room = (await store.roomStore.open(address, 64))!;
    const documents = added.map((row) => ({ kind: "row" as const, guid, ...row }));
    await store.roomStore.commit({ ...room, seq: 50, puts: [], drops: [], actors: [], documents });
  };
  const [storage, document] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
  const digests = new Set<string>();
  const back = async (store: Store) => {
    await dataFileOf(store).backup(backup);
    const report = verifyBackup(backup);
    digests.add(report.digest);
    return report;
  };
  {
    await using store = await openStore(url);
    expect(await back(store)).toMatchObject({ documentRows: 0, versions: 0 });
    await addRows(store, "", rows);
    expect(await back(store)).toMatchObject({ documentRows: 2, versions: 0 });
    await addRows(store, "sub", rows);
    const id = "v" as VersionId;
    const { key } = (await store.roomStore.open(address, 64))!;
    const version = { id, key, createdAt: 1, seq: 50, storage, document };
    await store.versions.insert(address, version, { count: 10, bytes: 1_000 });
    expect(await back(store)).toMatchObject({ documentRows: 4, versions: 1 });
    expect(digests.size).toBe(3);
    await addRows(store, "", [{ id: 3, update: Uint8Array.of(9), v2: false }]);
    await store.versions.delete(address, id);
  }
  const restored = await restoreDatabase(backup, url, { overwrite: true });
  expect(restored).toMatchObject({ documentRows: 4, versions: 1 });
  {
    await using store = await openStore(url);
    const { key } = (await store.roomStore.open(address, 64))!;
    for (const guid of ["", "sub"]) expect(await store.roomStore.documentRows({ project, key }, guid)).toEqual(rows);
    expect(await store.versions.contents(address, "v", "document")).toEqual(document);
    expect((await back(store)).digest).toBe(restored.digest);
  }
  {
    using db = new DatabaseSync(backup);
    db.exec("update version_contents set document = x''");
  }
  expect(() => verifyBackup(backup)).toThrow("a version without all of its contents");
});

test("[DB8] a restored room issues no actor that was issued after the backup", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  const url = `sqlite:${path}`;
  await fill(path, 2);
  const backup = join(directory.path, "backup.db");
  await backupDatabase(url, backup);
  const claim = async (id: string) => {
    await using store = await openStore(url);
    return (await store.roomStore.open({ project, room: id as RoomId }, 1_000))?.firstActor ?? 0;
  };
  const [kept, deleted] = [await claim("r0"), await claim("r1")];
  {
    await using store = await openStore(url);
    await store.rooms.delete(project, "r1", 1);
  }
  await restoreDatabase(backup, url, { overwrite: true });
  expect(await claim("r0")).toBeGreaterThan(kept + 1_000);
  expect(await claim("r1")).toBeGreaterThan(deleted + 1_000);
});

test("[DB1] the settings that durability depends on are set on the connection that writes", () => {
  using directory = temporaryDirectory();
  expect(() => checkLibrary()).not.toThrow();
  using db = openConnection(join(directory.path, "weft.db"), "write");
  const value = (name: string) => Object.values(db.get(`pragma ${name}`, []) ?? {})[0];
  expect(["journal_mode", "synchronous", "foreign_keys", "secure_delete"].map(value)).toEqual(["wal", 2, 1, 1]);
});

test("[DB9] an emptied log and a healthy disk answer", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  const flushes: number[] = [];
  await using store = await openStore(`sqlite:${path}`, { onFlush: ({ units }) => flushes.push(units) });
  await Promise.all(Array.from({ length: 40 }, (_, i) => store.rooms.insert(project, newRoom(`r${i}`))));
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  await dataFileOf(store).truncateLog();
  expect(statSync(`${path}-wal`).size).toBe(0);
  await store.health();
  await store.health();
  expect(store.counters).toMatchObject({ commits: 41, refused: 0, waiting: 0 });
  expect(flushes.reduce((sum, units) => sum + units, 0)).toBe(41);
  expect(store.counters.flushes).toBe(flushes.length);
});

test("[DB1] a truncated log is accepted: its unflushed contents were never acknowledged", async () => {
  using directory = temporaryDirectory();
  const url = `sqlite:${join(directory.path, "weft.db")}`;
  const ledger = startLedger(url);
  await ledger.until(() => ledger.answered > 50);
  await ledger.kill();
  const log = join(directory.path, "weft.db-wal");
  expect(existsSync(log)).toBe(true);
  truncateSync(log, statSync(log).size - 100);
  await using store = await openStore(url);
  const filter = { ids: [], idPrefixes: [], metadata: [] };
  const { rooms } = await store.rooms.list("ledger" as ProjectId, filter, { limit: 9 });
  expect(rooms.length).toBeGreaterThan(0);
});

test("[DB11] a data file that has a second name is refused, and served once that is gone", async () => {
  using directory = temporaryDirectory();
  const [path, second] = [join(directory.path, "weft.db"), join(directory.path, "second.db")];
  await fill(path, 1);
  linkSync(path, second);
  expect(await refusalOf(`sqlite:${path}`)).toContain("more than one name");
  expect(await refusalOf(`sqlite:${second}`)).toContain("more than one name");
  rmSync(second);
  await using _ = await openStore(`sqlite:${path}`);
});

test("[DB12] files of the store are private to its user, and a data file open to others is closed", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "data", "weft.db");
  const backup = join(directory.path, "backups", "weft.db");
  const mode = (file: string) => statSync(file).mode & 0o777;
  const umask = process.umask(0o022);
  try {
    await fill(path, 1);
    for (const file of [path, `${path}.lock`]) expect(mode(file)).toBe(0o600);
    chmodSync(path, 0o644);
    {
      await using store = await openStore(`sqlite:${path}`);
      await store.rooms.insert(project, newRoom("written"));
      for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}.lock`]) expect(mode(file)).toBe(0o600);
      await dataFileOf(store).backup(backup);
    }
    expect(mode(dirname(path))).toBe(0o700);
    expect(mode(dirname(backup))).toBe(0o700);
    expect(mode(backup)).toBe(0o600);
    chmodSync(backup, 0o644);
    await restoreDatabase(backup, `sqlite:${path}`, { overwrite: true });
    expect(mode(path)).toBe(0o600);
  } finally {
    process.umask(umask);
  }
});
