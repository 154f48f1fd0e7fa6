import { expect, test } from "vitest";
import { openRawClient } from "./support/raw-client.ts";
import type { RawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom } from "./support/rest.ts";
import { openPair, openTurns } from "./support/turns.ts";
import { arrival } from "./support/until.ts";

const eventsHeard = ({ messages }: RawClient) => messages.filter(({ type }) => type === 103).length;

test("[S14] other connections are served between text updates that were all made for the first version", async () => {
  // Together they take about a hundred times as long as a slice.
  await using turns = await openTurns({ turnSliceMs: 1, textStepsBurst: 1e9 });
  const { server } = turns;
  await createRoom(server, "r");
  await createRoom(server, "elsewhere");
  const pair = await openPair(server, "elsewhere");
  using writer = await openRawClient({ ...server, room: "r" });
  const { actor } = writer;
  await writer.fetchStorage();
  await writer.apply([
    { type: 9, id: `${actor}:0`, opId: `${actor}:0`, parentId: "root", parentKey: "t", data: [], version: 0 },
  ]);
  turns.listen([pair], 30);
  const count = 300;
  const inserts = Array.from({ length: 20 }, () => ({ type: "insert", index: 0, text: "x" }));
  const updates = Array.from({ length: count }, (_, at) => ({
    type: 10,
    id: `${actor}:0`,
    opId: `${actor}:${at + 1}`,
    baseVersion: 0,
    ops: inserts,
  }));
  await writer.apply(updates);
  await turns.settled;
  report("S14", { updates: count, "others heard, times": eventsHeard(pair[1]) });
  expect(eventsHeard(pair[1])).toBeGreaterThanOrEqual(20);
  for (const client of pair) client[Symbol.dispose]();
});

test("[S14] text updates that exceed a connection's work budget close it, and do not delay other connections", async () => {
  await using turns = await openTurns({ textStepsBurst: 100_000, textStepsPerSecond: 1_000 });
  const { server } = turns;
  await createRoom(server, "r");
  const [writer, other] = await openPair(server, "r");
  const { actor } = writer;
  await other.fetchStorage();
  await writer.apply([
    { type: 9, id: `${actor}:0`, opId: `${actor}:0`, parentId: "root", parentKey: "t", data: [], version: 0 },
  ]);
  const inserts = Array.from({ length: 20 }, () => ({ type: "insert", index: 0, text: "x" }));
  const old = (of: number, at: number) => ({
    type: 10,
    id: `${actor}:0`,
    opId: `${of}:${at}`,
    baseVersion: 0,
    ops: inserts,
  });
  writer.send({ type: 201, ops: Array.from({ length: 200 }, (_, at) => old(actor, at + 1)) });
  expect((await arrival("the close", writer.closed)).code).toBe(1012);
  expect(writer.messages.some(({ type }) => type === 299)).toBe(true);
  await other.apply([old(other.actor, 0)]);
  for (const client of [writer, other]) client[Symbol.dispose]();
});
