import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import { backupDatabase, createCopier, createFolderPlace, openStore } from "@weft/store";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const project = "p" as ProjectId;

/** Runs `weft restore` as a process of its own. */
async function restore(data: string, ...args: readonly string[]) {
  const env = { PATH: process.env["PATH"], WEFT_DATA: data };
  const run = promisify(execFile)(process.execPath, [main, "restore", ...args], { env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

/** A folder with the copies of a database that had one room, later two, and a backup of it in one file. */
async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), "weft-restore-"));
  const url = `sqlite:${join(folder, "data", "weft.db")}`;
  let now = Date.UTC(2026, 10, 22);
  {
    await using store = await openStore(url);
    const copier = createCopier({
      dataFile: store.dataFile!,
      place: createFolderPlace(join(folder, "copies")),
      scratch: join(folder, "base.db"),
      baseEveryMs: 3_600_000,
      keptMs: 30 * 86_400_000,
      now: () => (now += 1_000),
    });
    await store.rooms.insert(project, newRoom("first"));
    await copier.copyBase();
    now += 3_600_000;
    await store.rooms.insert(project, newRoom("second"));
    await copier.copyLog();
  }
  await backupDatabase(url, join(folder, "backup.db"));
  return {
    path: (...names: readonly string[]) => join(folder, ...names),
    copies: `folder:${join(folder, "copies")}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function roomsIn(data: string): Promise<readonly RoomId[]> {
  await using store = await openStore(`sqlite:${join(data, "weft.db")}`);
  const { rooms } = await store.rooms.list(project, { ids: [], idPrefixes: [], metadata: [] }, { limit: 10 });
  return rooms.map(({ id }) => id).toSorted();
}

test("[DB17] weft restore puts copies together in their newest state, or in that of an earlier time", async () => {
  await using folder = await openFolder();
  const [verified, newest, earlier] = await Promise.all([
    restore(folder.path("data"), "--verify", "--from", folder.copies),
    restore(folder.path("data"), "--from", folder.copies, "--to", folder.path("newest")),
    restore(
      folder.path("data"),
      "--from",
      folder.copies,
      "--at",
      "2026-11-22T00:30:00Z",
      "--to",
      folder.path("earlier"),
    ),
  ]);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("is whole: 2 rooms") });
  expect(verified.stdout).toContain("p/second: last seq 0");
  expect(newest).toMatchObject({ code: 0, stdout: verified.stdout });
  expect(earlier).toMatchObject({ code: 0, stdout: expect.stringContaining("is whole: 1 rooms") });
  expect(await roomsIn(folder.path("newest"))).toEqual(["first", "second"]);
  expect(await roomsIn(folder.path("earlier"))).toEqual(["first"]);
});

test("[DB7] weft restore takes a backup in one file, and replaces a database only when told so", async () => {
  await using folder = await openFolder();
  const [verified, taken] = await Promise.all([
    restore(folder.path("data"), "--verify", folder.path("backup.db")),
    restore(folder.path("data"), folder.path("backup.db")),
  ]);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("is whole: 2 rooms") });
  expect(taken).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^weft: .*already.*\n$/) });
  expect(await restore(folder.path("data"), "--overwrite", folder.path("backup.db"))).toMatchObject({
    code: 0,
    stdout: verified.stdout,
  });
  expect(await roomsIn(folder.path("data"))).toEqual(["first", "second"]);
});

test("weft restore refuses what it does not understand, in one line", async () => {
  await using folder = await openFolder();
  const [time, option] = await Promise.all([
    restore(folder.path("new"), "--from", folder.copies, "--at", "yesterday"),
    restore(folder.path("new"), "--sideways"),
  ]);
  expect(time).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^weft: "yesterday" is not a .*\n$/),
  });
  expect(option).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^weft: .*--sideways.*\n$/) });
});
