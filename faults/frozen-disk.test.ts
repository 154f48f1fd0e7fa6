import { join } from "node:path";
import { expect, test } from "vitest";
import { openLoopDisk, requireLoopDisk } from "./support/loop-disk.ts";
import { openRawClient } from "./support/raw-client.ts";
import type { WireMessage } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { call, createRoom, live, metric, readStorage } from "./support/rest.ts";
import { arrival, until } from "./support/until.ts";
import { spawnServer } from "@weft/testkit";

const clients = 5;
const pings = 20;

test("[R24] while the disk hangs, pings are answered and nothing is acknowledged; afterwards everything is", async (context) => {
  requireLoopDisk(context);
  using disk = openLoopDisk(64);
  await using server = await spawnServer({
    data: { folder: join(disk.path, "data") },
    // Long enough for a busy machine to start a server.
    limits: { databaseAnswerMs: 4_000 },
  });
  await createRoom(server, "r", { storage: live.object({}) });
  const connected = await Promise.all(Array.from({ length: clients }, () => openRawClient({ ...server, room: "r" })));
  const write = (n: number, clock: number) =>
    connected[n]!.apply([
      { type: 3, id: "root", opId: `${connected[n]!.actor}:${clock}`, data: { [`${n}-${clock}`]: true } },
    ]);
  for (let n = 0; n < clients; n++) await write(n, 0);

  let acknowledged = 0;
  const written: Promise<void>[] = [];
  let answers: number[];
  {
    await using frozen = await disk.freeze();
    for (let n = 0; n < clients; n++) written.push(write(n, 1).then(() => void acknowledged++));
    const listed = Array.from({ length: clients }, () => call(server, "GET", "/v2/rooms"));
    for (let ping = 0; ping < pings; ping++)
      await Promise.all(connected.map((client) => arrival("a pong", client.ping())));
    // A read that needs the disk times out; one that does not is answered.
    answers = (await arrival("the answers to reads", Promise.all(listed))).map(({ status }) => status);
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    // All of this happened while the disk hung.
    expect(frozen.frozen).toBe(true);
    expect(acknowledged).toBe(0);
  }
  await arrival("every acknowledgement", Promise.all(written));
  expect(connected.every(({ open }) => open)).toBe(true);
  await until("rooms are listed again", async () => (await call(server, "GET", "/v2/rooms")).status === 200);
  expect(Object.keys(await readStorage(server, "r"))).toHaveLength(2 * clients);
  for (const status of answers) expect([200, 503]).toContain(status);
  report("R24", { clients, "pings while frozen": clients * pings, "reads while frozen": answers.join(" ") });
  for (const client of connected) client[Symbol.dispose]();
});

const updates = 100;

test("[R24] [RM31] while the disk hangs, a room accepts a limited amount, and reads the rest afterwards", async (context) => {
  requireLoopDisk(context);
  using disk = openLoopDisk(64);
  const limits = { roomUnstored: 65_536, heartbeatMs: 500, silentConnectionMs: 2_000 };
  await using server = await spawnServer({ data: { folder: join(disk.path, "data") }, limits });
  await createRoom(server, "r", { storage: live.object({}) });
  using writer = await openRawClient({ ...server, room: "r" });
  using reader = await openRawClient({ ...server, room: "r" });
  using silent = await openRawClient({ ...server, room: "r" });
  await reader.fetchStorage();
  silent.wire.pause();
  let answered = false;
  {
    await using frozen = await disk.freeze();
    for (let clock = 0; clock < updates; clock++) {
      const data = { at: clock, text: "x".repeat(10_000) };
      writer.send({ type: 201, ops: [{ type: 3, id: "root", opId: `${writer.actor}:${clock}`, data }] });
    }
    void writer.ping().then(() => (answered = true));
    await until("a silent connection is cut off", async () => (await metric(server, "weft_connections")) === 2);
    await arrival("a pong", reader.ping());
    expect(frozen.frozen).toBe(true);
    expect(answered).toBe(false);
    expect(writer.open).toBe(true);
  }
  await until("the writer is read again", () => answered);
  const last = ({ ops }: WireMessage) => ops?.some(({ data }) => (data as { at?: number }).at === updates - 1) === true;
  for (const client of [writer, reader]) {
    await client.hear("the last update", last);
    const heard = client.messages.flatMap(({ ops }) => (ops ?? []).map(({ data }) => (data as { at: number }).at));
    expect(heard).toEqual(Array.from({ length: updates }, (_, at) => at));
  }
});
