import { expect, test } from "vitest";
import { openLedger } from "./support/ledger.ts";
import { openMortalServer } from "./support/mortal-server.ts";
import { agree, emptyBoard, judge, missing, openPerson, work } from "./support/person.ts";
import type { PlainBoard } from "./support/person.ts";
import { freshRandom } from "./support/random.ts";
import { openRawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom, readStorage } from "./support/rest.ts";
import { until, arrival } from "./support/until.ts";

test("SIGTERM under load loses nothing and asks every client to reconnect; a second SIGTERM changes nothing", async () => {
  const random = freshRandom();
  const ledger = openLedger();
  await using server = await openMortalServer(() => ({}));
  await createRoom(server, "r", { storage: emptyBoard });
  await createRoom(server, "crowd");
  const people = await Promise.all(
    ["a", "b", "c", "d"].map((name) =>
      // The longest time that a client takes to reconnect. On a slow machine, the server alone takes seconds to start.
      openPerson({ ...server, room: "r", name, ledger, lostConnectionTimeout: 30_000 }),
    ),
  );
  const crowd = await Promise.all(Array.from({ length: 60 }, () => openRawClient({ ...server, room: "crowd" })));
  const working = work(people, random, 40);
  await until("edits are acknowledged", () => ledger.acks > 20);

  const startedAt = performance.now();
  process.kill(server.process.pid, "SIGTERM");
  const firstClose = await arrival("the first close", Promise.race(crowd.map(({ closed }) => closed)));
  process.kill(server.process.pid, "SIGTERM");
  const exitCode = await arrival("the end", server.process.ended);
  const drainMs = performance.now() - startedAt;
  const promised = new Set(ledger.promised);
  const codes = new Set((await Promise.all(crowd.map(({ closed }) => closed))).map(({ code }) => code));

  await server.restart();
  const awayMs = performance.now() - startedAt;
  const lost = missing(await readStorage<PlainBoard>(server, "r"), promised, people);
  await until("everybody is back", () => people.every(({ room }) => room.getStatus() === "connected"));
  const backMs = performance.now() - startedAt;
  working[Symbol.dispose]();
  const board = await agree(people);
  report("drain", {
    seed: random.seed,
    "drained ms": drainMs,
    "exit code": String(exitCode),
    codes: [...codes].join(" "),
    "server back ms": awayMs,
    "clients back ms": backMs,
    lost: lost.length,
    "lost-connection events": people.reduce((sum, { lostConnections }) => sum + lostConnections, 0),
  });
  expect(firstClose.code).toBe(1012);
  expect([...codes]).toEqual([1012]);
  expect(exitCode).toBe(0);
  expect(lost).toEqual([]);
  expect(judge(board, people)).toEqual({ lost: [], doubled: [], wrong: [] });
  expect(people.map(({ lostConnections }) => lostConnections)).toEqual([0, 0, 0, 0]);
  expect(ledger.refusals).toEqual([]);
  for (const person of people) person[Symbol.dispose]();
});
