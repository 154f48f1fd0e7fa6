import { chmodSync, chownSync, existsSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { openLine } from "@weft/store/testing/line";
import type { Line } from "@weft/store/testing/line";
import { queryDatabase, temporaryDatabase, temporaryTablespace, whyNoPostgres } from "@weft/store/testing/postgres";
import { openTestData, spawnServer } from "@weft/testkit";
import type { TestData } from "@weft/testkit";
import { afterAll, describe, expect, test } from "vitest";
import { fillDisk, openLoopDisk, requireLoopDisk } from "./support/loop-disk.ts";
import type { MortalServer } from "./support/mortal-server.ts";
import { ordeal, ordealRoom } from "./support/ordeal.ts";
import { freshRandom, times } from "./support/random.ts";
import { openRawClient } from "./support/raw-client.ts";
import type { RawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom, live, readStorage } from "./support/rest.ts";
import { until } from "./support/until.ts";

const why = await whyNoPostgres();
if (why !== undefined) console.log(`PostgreSQL is not tested: ${why}.`);

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

async function status(server: { readonly url: string }): Promise<number> {
  return (await fetch(`${server.url}/health/ready`)).status;
}

describe.skipIf(why !== undefined)("PostgreSQL", () => {
  test("[R23] [PG2] connections that are cut at commits lose no acknowledged change, and duplicate none", async () => {
    const random = freshRandom();
    let line: Line | undefined;
    const cuts = new Map<string, number>();
    const figures = await ordeal({
      random,
      deaths: times(20),
      people: 6,
      database: "postgres",
      async process({ database = "" }) {
        line ??= opened.use(await openLine(database));
        return { env: { WEFT_DATABASE: line.url } };
      },
      async die(server) {
        const how = random.pick(["before", "sent", "after", "down"] as const);
        cuts.set(how, (cuts.get(how) ?? 0) + 1);
        if (how !== "down") return line!.cutAtCommit(how);
        line!.down = true;
        await until("the server is not ready", async () => (await status(server)) === 503);
        line!.down = false;
      },
      async revive(server: MortalServer) {
        await until("the server is ready", async () => (await status(server)) === 200);
        await until("the room is read", () => readStorage(server, ordealRoom).then(Boolean, () => false));
      },
    }).catch((cause: unknown) => {
      throw new Error(`seed ${random.seed}`, { cause });
    });
    report("R23", { ...figures, cuts: [...cuts].map(([how, count]) => `${count} ${how}`).join(", ") });
  }, 600_000);

  test("[R24] [PG7] while PostgreSQL's disk is full, rooms can be read, and writing resumes automatically", async (context) => {
    requireLoopDisk(context);
    const owner = await ownerOfPostgres();
    if (owner === undefined) return context.skip("PostgreSQL runs on another machine, whose disk cannot be filled");
    using disk = openLoopDisk(96);
    chmodSync(dirname(disk.path), 0o755);
    chownSync(disk.path, owner.uid, owner.gid);
    await using tablespace = await temporaryTablespace(disk.path);
    await using data = await openTestData("sqlite");
    await using database = await temporaryDatabase({ tablespace: tablespace.name });
    const on: TestData = { folder: data.folder, database: database.url };
    await using server = await spawnServer({ data: on });
    await createRoom(server, "r", { storage: live.object({ kept: 0 }) });
    await createRoom(server, "sacrifice", { storage: live.object({}) });
    using reader = await openRawClient({ ...server, room: "r" });
    await reader.apply(update(reader, 0, { kept: 1 }));

    const filler = join(disk.path, "filler");
    fillDisk(filler);
    await until("the disk is found full", async () => {
      using client = await openRawClient({ ...server, room: "sacrifice" });
      if (client.state.scopes.includes("storage:read")) return true;
      client.send({ type: 201, ops: update(client, 0, { text: incompressible(100_000) }) });
      const stored = client.hear("the ack", ({ type }) => type === 201).then(() => true);
      return Promise.race([stored, client.closed]).then(() => false);
    });
    expect(await readStorage(server, "r")).toMatchObject({ kept: 1 });
    const told = reader.messages.length;
    reader.send({ type: 201, ops: update(reader, 1, { kept: 2 }) });
    expect((await reader.closed).code).toBe(1012);
    expect(reader.messages.slice(told)).toContainEqual(
      expect.objectContaining({ type: 299, opIds: [`${reader.actor}:1`] }),
    );

    rmSync(filler);
    await until("the server is ready", async () => (await status(server)) === 200);
    const again = await until("the room takes writers", async () => {
      const client = await openRawClient({ ...server, room: "r" });
      if (!client.state.scopes.includes("storage:read")) return client;
      client[Symbol.dispose]();
      return undefined;
    });
    using writer = again;
    await writer.apply(update(writer, 0, { kept: 3 }));
    expect(await readStorage(server, "r")).toMatchObject({ kept: 3 });
  });
});

const update = ({ actor }: RawClient, clock: number, data: Readonly<Record<string, string | number>>) => [
  { type: 3, id: "root", opId: `${actor}:${clock}`, data },
];

/** PostgreSQL compresses long texts before it stores them. */
function incompressible(length: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(length / 2 > 65_536 ? 65_536 : length / 2))).toString("hex");
}

/** Whose files those of PostgreSQL are, if they are on this machine. */
async function ownerOfPostgres(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  await using database = await temporaryDatabase();
  const [row] = await queryDatabase(database.url, "select current_setting('data_directory') as folder");
  const folder = String(row?.["folder"]);
  return existsSync(folder) ? statSync(folder) : undefined;
}
