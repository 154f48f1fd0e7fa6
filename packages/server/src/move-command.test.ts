import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import { openStore } from "@weft/store";
import { emptyDatabase, whyNoPostgres } from "@weft/store/testing/postgres";
import { afterAll, expect, test } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const project = "p" as ProjectId;
const room = { project, room: "r" as RoomId };

const noPostgres = await whyNoPostgres();
if (noPostgres !== undefined) console.log(`weft move to PostgreSQL is not tested: ${noPostgres}.`);
/** Into what a move is killed, and while it does what. */
const moments: readonly (readonly [kind: string, step: string])[] = [
  ["SQLite", "copying"],
  [noPostgres === undefined ? "PostgreSQL" : "SQLite", "comparing"],
];

/** Processes after the first one start in a third of the time. */
const compiled = mkdtempSync(join(tmpdir(), "weft-compiled-"));
afterAll(() => rm(compiled, { recursive: true, force: true }));
const environment = { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compiled };

/** Runs `weft move` as a process of its own. */
async function move(...args: readonly string[]) {
  const run = promisify(execFile)(process.execPath, [main, "move", ...args], { env: environment });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

/** Runs `weft move` until it says this, and kills it. Answers the signal that ended it. */
async function killAt(words: string, ...args: readonly string[]): Promise<string | null> {
  const child = spawn(process.execPath, [main, "move", ...args], {
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit") as Promise<[code: number | null, signal: string | null]>;
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes(words)) child.kill("SIGKILL");
  });
  return (await ended)[1];
}

/** A database with a room of so many nodes, and a place for another one. */
async function openPlaces(kind: string, count: number) {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "weft-move-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const source = `sqlite:${join(folder, "old", "weft.db")}`;
  const target = kind === "SQLite" ? `sqlite:${join(folder, "new", "weft.db")}` : stack.use(await emptyDatabase()).url;
  {
    await using store = await openStore(source);
    await store.rooms.insert(project, newRoom("r"));
    const opened = (await store.roomStore.open(room, 64))!;
    const puts = Array.from({ length: count }, (_, n) => [`0:${n}`, `["0:${n}",3,"root","k${n}",1]`]).flat();
    await store.roomStore.commit({ ...opened, seq: count, puts, drops: [], actors: [] });
  }
  const held = stack.move();
  return { source, target, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function nodesIn(url: string): Promise<number> {
  await using store = await openStore(url);
  const opened = (await store.roomStore.open(room, 64))!;
  const pieces = await Array.fromAsync(store.roomStore.nodes(opened, 65_536));
  return (JSON.parse(`[${pieces.map((piece) => new TextDecoder().decode(piece)).join()}]`) as unknown[]).length;
}

const nodes = 50_000;

test.each(moments)(
  "[DB23] weft move into %s that is killed while %s leaves nothing to serve, and begins anew",
  { timeout: 120_000 },
  async (kind, step) => {
    await using places = await openPlaces(kind, nodes);
    const { source, target } = places;
    const args = ["--from", source, "--to", target];
    expect(await killAt(`${step} rooms`, ...args)).toBe("SIGKILL");
    await expect(openStore(target)).rejects.toThrow("part of a move that has not finished");
    const { code, stdout, stderr } = await move(...args);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("copying rooms: 0 of 1 rows\n"),
    });
    expect(stdout).toContain(`Moved 1 rooms, ${nodes + 2} rows in all. Every row was compared.\n`);
    expect(stdout).toContain("leave WEFT_DATA and WEFT_BLOBS as they are");
    expect(await nodesIn(target)).toBe(nodes);
    expect(await nodesIn(source)).toBe(nodes);
  },
);

test("[DB22] weft move refuses what is served or not empty, in one line", { timeout: 120_000 }, async () => {
  await using places = await openPlaces("SQLite", 1);
  const { source, target } = places;
  {
    await using _served = await openStore(source);
    expect(await move("--from", source, "--to", target)).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^weft: The source cannot be opened\. Another server .*stop it first.*\n$/),
    });
  }
  {
    await using store = await openStore(target);
    await store.rooms.insert(project, newRoom("another"));
  }
  expect(await move("--from", source, "--to", target)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^weft: The target is not empty.*\n$/),
  });
});

test("weft move says what it lacks, and repeats no password", async () => {
  const [nothing, half, url] = await Promise.all([
    move(),
    move("--from", "sqlite:a.db"),
    move("--from", "mysql://user:hunter2@host/db", "--to", "sqlite:a.db"),
  ]);
  for (const { code, stderr } of [nothing, half])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^weft: .*--from.*--to.*\n$/) });
  expect(url).toMatchObject({ code: 1, stderr: expect.stringContaining('"mysql:" is not supported') });
  expect(url.stderr).not.toContain("hunter2");
});
