import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectId, RoomId } from "@weft/protocol";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { expect, test } from "vitest";
import { verifyBackup } from "../sqlite/backup.ts";
import type { Store } from "../open.ts";
import { openStore } from "../open.ts";
import { dataFileOf, temporaryDirectory } from "../testing/adapters.ts";
import { parseName } from "./format.ts";
import type { DataFile } from "../sqlite/data-file.ts";
import { createCopier } from "./make.ts";

import { createFolderPlace } from "./place.ts";
import type { BackupPlace } from "./place.ts";
import { restoreFromCopies, verifyCopies } from "./restore.ts";

const project = "p" as ProjectId;

/** A store with one room, which `write` changes, and a copier of it whose clock moves one second with each step. */
async function open(
  directory: string,
  options: {
    place?: (real: BackupPlace) => BackupPlace;
    copied?: (real: DataFile) => Pick<DataFile, "backup" | "captureLog">;
  } = {},
) {
  const store = await openStore(`sqlite:${join(directory, "weft.db")}`);
  await store.rooms.insert(project, newRoom("r"));
  const room = await store.roomStore.open({ project, room: "r" as RoomId }, 64);
  if (!room) throw new Error("The room is gone.");
  const folder = createFolderPlace(join(directory, "copies"));
  const place = options.place?.(folder) ?? folder;
  let now = Date.UTC(2026, 10, 22);
  let { seq } = room;
  const copier = createCopier({
    dataFile: options.copied?.(dataFileOf(store)) ?? dataFileOf(store),
    place,
    scratch: join(directory, "base.db"),
    baseEveryMs: 3_600_000,
    keptMs: 30 * 86_400_000,
    now: () => (now += 1_000),
  });
  return {
    store,
    place,
    copier,
    pass: (ms: number) => (now += ms),
    get now() {
      return now;
    },
    get seq() {
      return seq;
    },
    async write(times: number, bytes = 200) {
      for (let i = 0; i < times; i++) {
        seq++;
        const puts = [`n${seq}`, JSON.stringify([`n${seq}`, 2, "root", "x".repeat(bytes)])];
        await store.roomStore.commit({ ...room, seq, puts, drops: [], actors: [] });
      }
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** The digest of what the database holds now. */
async function digestOf(store: Store, directory: string): Promise<string> {
  const file = join(directory, "compared.db");
  await dataFileOf(store).backup(file);
  return verifyBackup(file).digest;
}

test(
  "[DB16] copies hold all that was acknowledged before a capture began, across checkpoints and truncations",
  { timeout: 120_000 },
  async () => {
    using directory = temporaryDirectory();
    await using world = await open(directory.path);
    await world.write(20);
    await world.copier.copyBase();
    const seqs = [world.seq];
    for (const [times, bytes] of [
      [5, 200],
      [300, 9_000],
      [0, 0],
      [40, 2_000],
      [400, 9_000],
      [3, 50],
    ] as const) {
      await world.write(times, bytes);
      if (times === 40) await dataFileOf(world.store).truncateLog();
      await world.copier.copyLog();
      const report = await verifyCopies({ place: world.place });
      expect(report.seqTotal).toBe(world.seq);
      expect(report.digest).toBe(await digestOf(world.store, directory.path));
      expect(report.at).toBeGreaterThan(0);
      seqs.push(world.seq);
    }
    const streams = new Set((await world.place.list()).map((name) => parseName(name)!.stream));
    expect(streams.size, "nothing was lost on the way, so that no stream had to begin anew").toBe(1);
    expect(new Set(seqs).size).toBe(6);
  },
);

test(
  "[DB16] a base taken while commits go on is a state between two commits, with the segments behind it",
  { timeout: 120_000 },
  async () => {
    using directory = temporaryDirectory();
    await using world = await open(directory.path, {
      copied: (store) => ({
        captureLog: () => store.captureLog(),
        async backup(path) {
          await world.write(50, 3_000);
          await store.backup(path);
          await world.write(50, 3_000);
        },
      }),
    });
    await world.write(100);
    await world.copier.copyBase();
    const report = await verifyCopies({ place: world.place });
    expect(report.seqTotal).toBe(200);
    expect(report.digest).toBe(await digestOf(world.store, directory.path));
  },
);

test(
  "[DB17] a state of an earlier instant is restored, and an instant before all copies is refused",
  { timeout: 120_000 },
  async () => {
    using directory = temporaryDirectory();
    await using world = await open(directory.path);
    await world.write(3);
    await world.copier.copyBase();
    const states: { at: number; seq: number }[] = [];
    for (let i = 0; i < 4; i++) {
      await world.write(7);
      await world.copier.copyLog();
      states.push({ at: world.now, seq: world.seq });
    }
    for (const { at, seq } of states) {
      const url = `sqlite:${join(directory.path, `at-${seq}`, "weft.db")}`;
      expect(await restoreFromCopies({ place: world.place, at }, url, {})).toMatchObject({ seqTotal: seq, at });
      await using restored = await openStore(url);
      const room = await restored.roomStore.open({ project, room: "r" as RoomId }, 64);
      expect(room?.seq).toBe(seq);
    }
    await expect(verifyCopies({ place: world.place, at: 1 })).rejects.toThrow("No copy is that old.");
  },
);

test("[DB17] a copy that is damaged or missing is refused by name", { timeout: 120_000 }, async () => {
  using directory = temporaryDirectory();
  await using world = await open(directory.path);
  await world.copier.copyBase();
  for (let i = 0; i < 3; i++) {
    await world.write(2);
    await world.copier.copyLog();
  }
  const second = (await world.place.list()).filter((name) => parseName(name)?.kind === "segment").sort()[1]!;
  const file = join(directory.path, "copies", second);
  const bytes = readFileSync(file);
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(file, bytes);
  await expect(verifyCopies({ place: world.place })).rejects.toThrow(`The copy ${second} is damaged.`);
  rmSync(file);
  await expect(verifyCopies({ place: world.place })).rejects.toThrow(`The copy ${second} is missing`);
});

test(
  "[DB18] a place that does not answer loses nothing, and what outgrew the log begins a new stream with a base",
  { timeout: 120_000 },
  async () => {
    using directory = temporaryDirectory();
    let isAway = false;
    await using world = await open(directory.path, {
      place: (real) => ({
        ...real,
        put: (name, bytes) => (isAway ? Promise.reject(new Error("away")) : real.put(name, bytes)),
      }),
    });
    const streams = async () => new Set((await world.place.list()).map((name) => parseName(name)!.stream));
    await world.copier.copyBase();
    isAway = true;
    await world.write(5);
    await expect(world.copier.copyLog()).rejects.toThrow("away");
    await world.write(5);
    await expect(world.copier.copyLog()).rejects.toThrow("away");
    isAway = false;
    await world.copier.copyLog();
    expect((await verifyCopies({ place: world.place })).seqTotal).toBe(world.seq);
    expect((await streams()).size).toBe(1);

    // More than the log may hold.
    isAway = true;
    await world.write(1);
    await expect(world.copier.copyLog()).rejects.toThrow("away");
    await world.write(80, 1_000_000);
    isAway = false;
    await world.copier.copyLog();
    await world.copier.copyBase();
    expect((await verifyCopies({ place: world.place })).seqTotal).toBe(world.seq);
    expect((await streams()).size).toBe(2);
  },
);

test("a base that was on its way when its process died is removed at the next start", async () => {
  using directory = temporaryDirectory();
  const left = ["base.db", "base.db.partial", "base.db.partial-journal"];
  for (const name of left) writeFileSync(join(directory.path, name), "left behind");
  await using _ = await open(directory.path);
  expect(readdirSync(directory.path).filter((name) => left.includes(name))).toEqual([]);
});

test("[DB19] copies are kept as long as they should be, and the newest longer", { timeout: 120_000 }, async () => {
  using directory = temporaryDirectory();
  await using world = await open(directory.path);
  const hour = 3_600_000;
  await world.copier.copyBase();
  for (let i = 0; i < 34 * 24; i += 12) {
    world.pass(12 * hour);
    await world.write(1);
    await world.copier.copyLog();
    await world.copier.copyBase();
  }
  const bases = (await world.place.list()).filter((name) => name.endsWith("manifest.json"));
  // One of each of the last 30 days, and those of the last day.
  expect(bases.length).toBeGreaterThanOrEqual(30);
  expect(bases.length).toBeLessThanOrEqual(36);
  await expect(verifyCopies({ place: world.place, at: world.now - 31 * 24 * hour })).rejects.toThrow(
    "No copy is that old.",
  );
  const old = await verifyCopies({ place: world.place, at: world.now - 20 * 24 * hour });
  expect(world.now - 20 * 24 * hour - old.at).toBeLessThan(13 * hour);
  world.pass(365 * 24 * hour);
  await world.write(1);
  await world.copier.copyLog();
  await world.copier.copyBase();
  expect((await world.place.list()).filter((name) => name.endsWith("manifest.json"))).toHaveLength(1);
  expect((await verifyCopies({ place: world.place })).seqTotal).toBe(world.seq);
});
