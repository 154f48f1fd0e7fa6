import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import type { ProjectId, RoomId } from "@weft/protocol";
import { afterEach, describe, expect, test } from "vitest";
import { backupDatabase, restoreDatabase, verifyBackup } from "./sqlite/backup.ts";
import { StoreUnavailable } from "./database/errors.ts";
import { openStore } from "./open.ts";
import { dataFileOf, temporaryDirectory } from "./testing/adapters.ts";
import { ledgerProject, readLedger, startLedger } from "./testing/ledger-process.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";

const hasPrlimit = spawnSync("prlimit", ["--version"]).status === 0;

describe("durability", () => {
  test("[DB1] a process killed while it commits loses no acknowledged commit", { timeout: 240_000 }, async () => {
    using directory = temporaryDirectory();
    const url = `sqlite:${join(directory.path, "weft.db")}`;
    for (const answers of [40, 333, 1_000, 57, 700]) {
      const ledger = startLedger(url);
      await ledger.until(() => ledger.answered >= answers);
      await ledger.kill();
      await using store = await openStore(url);
      const kept = await readLedger(store);
      for (const [room, seq] of ledger.acked) expect(kept.get(room)).toBeGreaterThanOrEqual(seq);
    }
  });

  test.skipIf(!hasPrlimit)(
    "[DB6] a full disk refuses commits, loses nothing, and accepts them again when it has space",
    async () => {
      using directory = temporaryDirectory();
      const url = `sqlite:${join(directory.path, "weft.db")}`;
      const ledger = startLedger(url);
      await using _ = ledger;
      const limitFileSize = (bytes: string) =>
        execFileSync("prlimit", ["--pid", String(ledger.pid), `--fsize=${bytes}:unlimited`]);
      await ledger.until(() => ledger.answered >= 200);
      limitFileSize("4096");
      await ledger.until(() => ledger.refusals.length >= 4);
      expect(ledger.refusals.every((line) => line.endsWith("StoreUnavailable"))).toBe(true);
      const before = ledger.answered;
      limitFileSize("unlimited");
      await ledger.until(() => ledger.answered >= before + 200);
      await ledger.kill();
      await using store = await openStore(url);
      const kept = await readLedger(store);
      for (const [room, seq] of ledger.acked) expect(kept.get(room)).toBeGreaterThanOrEqual(seq);
    },
  );

  test("[DB8] a backup taken under load restores to an exact prefix with all that was answered before it", async () => {
    using directory = temporaryDirectory();
    const url = `sqlite:${join(directory.path, "weft.db")}`;
    const file = join(directory.path, "backups", "one.db");
    const ledger = startLedger(url);
    await using _ = ledger;
    await ledger.until(() => ledger.answered >= 500);
    const acked = new Map(ledger.acked);
    await backupDatabase(url, file);
    await ledger.until(() => ledger.answered >= 700);
    await expect(restoreDatabase(file, url, { overwrite: true })).rejects.toThrow(
      "Another server is using the database",
    );
    await ledger.kill();

    const restoredUrl = `sqlite:${join(directory.path, "restored", "weft.db")}`;
    const report = await restoreDatabase(file, restoredUrl);
    expect(report).toEqual(verifyBackup(file));
    await using restored = await openStore(restoredUrl);
    const kept = await readLedger(restored);
    expect([...kept.values()].reduce((sum, seq) => sum + seq, 0)).toBe(report.seqTotal);
    expect(report.nodes).toBe(report.seqTotal);
    for (const [room, seq] of acked) expect(kept.get(room)).toBeGreaterThanOrEqual(seq);
  });
});

describe("a writer that dies", () => {
  const workers: Worker[] = [];
  const onWorker = (worker: Worker) => void workers.push(worker);
  afterEach(() => {
    process.off("worker", onWorker);
    workers.length = 0;
  });

  test("[DB5] fails the units that it had accepted, and is replaced when a room is opened again", async () => {
    using directory = temporaryDirectory();
    process.on("worker", onWorker);
    await using store = await openStore(`sqlite:${join(directory.path, "weft.db")}`);
    const address = { project: "p" as ProjectId, room: "r" as RoomId };
    await store.rooms.insert(address.project, newRoom(address.room));
    const room = await store.roomStore.open(address, 64);
    if (!room) throw new Error("The room is gone.");
    const commit = (seq: number, epoch = room.epoch) =>
      store.roomStore.commit({
        ...room,
        epoch,
        seq,
        puts: [`n${seq}`, `["n${seq}",2,"root","a"]`],
        drops: [],
        actors: [],
      });

    await commit(1);
    const lost = Promise.allSettled(Array.from({ length: 50 }, (_, i) => commit(i + 2)));
    await workers[0]?.terminate();
    const kept = (await lost).filter((outcome) => outcome.status === "fulfilled").length;
    expect(kept).toBeLessThan(50);
    await expect(commit(60)).rejects.toThrow(StoreUnavailable);

    const again = await store.roomStore.open(address, 64);
    expect(again?.seq).toBeGreaterThanOrEqual(1 + kept);
    await commit(61, again?.epoch);
    // A writer, the readers of queries and of contents, another writer.
    expect(workers).toHaveLength(4);
  });

  test("[DB32] writes nothing of a commit of which it had only some nodes, and later commits are refused", async () => {
    using directory = temporaryDirectory();
    process.on("worker", onWorker);
    await using store = await openStore(`sqlite:${join(directory.path, "weft.db")}`);
    const address = { project: "p" as ProjectId, room: "r" as RoomId };
    await store.rooms.insert(address.project, newRoom(address.room));
    const room = await store.roomStore.open(address, 64);
    if (!room) throw new Error("The room is gone.");
    const commit = (seq: number, nodes: number) => {
      const puts = Array.from({ length: nodes }, (_, n) => [`${seq}:${n}`, `["${seq}:${n}",2,"root","k${n}"]`]).flat();
      return store.roomStore.commit({ ...room, seq, puts, drops: [], actors: [] });
    };
    const lost = Promise.allSettled([commit(50_000, 50_000), commit(50_001, 1)]);
    await new Promise((resolve) => setImmediate(resolve));
    await workers[0]?.terminate();
    expect((await lost).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(commit(50_002, 1)).rejects.toThrow(StoreUnavailable);

    const again = await store.roomStore.open(address, 64);
    expect(again?.seq).toBe(0);
    expect(await Array.fromAsync(store.roomStore.nodes(room, 1_000))).toEqual([]);
  });

  test("[DB10] does not keep a process alive, and neither does a store that was never closed", async () => {
    using directory = temporaryDirectory();
    const script = `import { openStore } from ${JSON.stringify(new URL("./open.ts", import.meta.url).href)};
      await (await openStore(process.argv[1])).health();`;
    const child = spawnSync(
      process.execPath,
      ["--input-type=module-typescript", "-e", script, `sqlite:${join(directory.path, "weft.db")}`],
      { timeout: 20_000 },
    );
    expect(child.status).toBe(0);
  });
});

test("[DB32] a commit of many nodes is handed over in turns of the event loop, and a store that closes writes it", async () => {
  using directory = temporaryDirectory();
  const url = `sqlite:${join(directory.path, "weft.db")}`;
  const puts = Array.from({ length: 50_000 }, (_, i) => [`0:${i}`, `["0:${i}",2,"root","k${i}"]`]).flat();
  let turns = 0;
  let committed: Promise<void>;
  {
    await using store = await openStore(url);
    await store.rooms.insert(ledgerProject, newRoom("r"));
    const room = await store.roomStore.open({ project: ledgerProject, room: "r" as RoomId }, 64);
    if (!room) throw new Error("The room is gone.");
    let waits = true;
    const turn = () => {
      turns++;
      if (waits) setImmediate(turn);
    };
    setImmediate(turn);
    committed = store.roomStore.commit({ ...room, seq: 1, puts, drops: [], actors: [] }).finally(() => (waits = false));
  }
  await committed;
  expect(turns).toBeGreaterThan(20);
  await using store = await openStore(url);
  const room = await store.roomStore.open({ project: ledgerProject, room: "r" as RoomId }, 64);
  const pieces = await Array.fromAsync(store.roomStore.nodes(room!, 64_000));
  const nodes = JSON.parse(`[${pieces.map((piece) => Buffer.from(piece).toString()).join()}]`) as unknown[];
  expect([room?.seq, nodes.length]).toEqual([1, 50_000]);
});

test("[DB9] contents of a deleted room are in neither the file nor the log", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  await using store = await openStore(`sqlite:${path}`);
  const metadata = new Map([["k", "canary in metadata"]]);
  await store.rooms.insert(ledgerProject, newRoom("r", { metadata }));
  const room = await store.roomStore.open({ project: ledgerProject, room: "r" as RoomId }, 64);
  if (!room) throw new Error("The room is gone.");
  const puts = [
    "root",
    `["root",{"a":"canary in storage"}]`,
    "0:1",
    `["0:1",3,"root","b","canary ${"x".repeat(9_000)}"]`,
  ];
  await store.roomStore.commit({
    ...room,
    seq: 1,
    puts,
    drops: [],
    actors: [{ actor: 0, user: "canary", clocks: [0, 1] }],
  });
  await dataFileOf(store).truncateLog();
  expect(readFileSync(path).includes("canary")).toBe(true);
  await store.rooms.delete(ledgerProject, "r", 1);
  await dataFileOf(store).truncateLog();
  expect(readFileSync(path).includes("canary")).toBe(false);
  expect(readFileSync(`${path}-wal`)).toHaveLength(0);
});

test("[DB9] a room of many nodes is deleted whole", async () => {
  using directory = temporaryDirectory();
  await using store = await openStore(`sqlite:${join(directory.path, "weft.db")}`);
  await store.rooms.insert(ledgerProject, newRoom("r"));
  const room = await store.roomStore.open({ project: ledgerProject, room: "r" as RoomId }, 64);
  if (!room) throw new Error("The room is gone.");
  const puts = Array.from({ length: 50_000 }, (_, i) => [`0:${i}`, `["0:${i}",2,"root","k${i}"]`]).flat();
  await store.roomStore.commit({ ...room, seq: 1, puts, drops: [], actors: [] });
  expect(await store.rooms.delete(ledgerProject, "r", 1)).toBe(true);
  const file = join(directory.path, "backup.db");
  await dataFileOf(store).backup(file);
  expect(verifyBackup(file)).toMatchObject({ rooms: 0, nodes: 0 });
});
