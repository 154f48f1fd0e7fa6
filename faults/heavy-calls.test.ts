import { expect, test } from "vitest";
import { report } from "./support/report.ts";
import { call, createRoom, live, readStorage } from "./support/rest.ts";
import { openPair, openTurns } from "./support/turns.ts";

test("[S13] while one call fills Storage with thousands of entries, others are served between its slices", async () => {
  // It takes about a hundred times as long as a slice.
  await using turns = await openTurns({ turnSliceMs: 1 });
  const { server } = turns;
  await createRoom(server, "elsewhere");
  const pair = await openPair(server, "elsewhere");
  turns.listen([pair], 30);
  const count = 20_000;
  const list = live.list(Array.from({ length: count }, (_, at) => at));
  await createRoom(server, "large", { storage: live.object({ list }) });
  await turns.settled;
  const heard = pair[1].messages.filter(({ type }) => type === 103).length;
  report("S13", { entries: count, "others heard, times": heard });
  expect(heard).toBeGreaterThanOrEqual(10);
  const stored = await readStorage<{ list: number[] }>(server, "large");
  expect(stored.list.length).toBe(count);
  for (const client of pair) client[Symbol.dispose]();
});

test("[S13] while the body of one call is read, others are served between its pieces", async () => {
  await using turns = await openTurns({ turnSliceMs: 1 });
  const { server } = turns;
  await createRoom(server, "elsewhere");
  await createRoom(server, "large");
  const pair = await openPair(server, "elsewhere");
  turns.listen([pair], 30);
  const list = Array.from({ length: 1_000_000 }, (_, at) => at);
  // It is invalid, so that only reading it takes time.
  const { status } = await call(server, "POST", "/v2/rooms/large/storage", [list]);
  await turns.settled;
  const heard = pair[1].messages.filter(({ type }) => type === 103).length;
  report("S13", { entries: list.length, "others heard, times": heard });
  expect([status, heard >= 10]).toEqual([422, true]);
  for (const client of pair) client[Symbol.dispose]();
});

test("[S13] a Storage document with many entries is returned as it was sent", async () => {
  await using turns = await openTurns();
  const { server } = turns;
  await createRoom(server, "large");
  const items = Array.from({ length: 50_000 }, (_, at) => (at % 2 === 0 ? at : { [`é${at}"`]: [-0.5e-7, null] }));
  const document = live.object({ title: "Large", list: live.list(items), map: live.map({ 2: [true], 1: {} }) });
  const { status, body } = await call(server, "POST", "/v2/rooms/large/storage", document);
  expect([status, JSON.stringify(body) === JSON.stringify(document)]).toEqual([200, true]);
  const stored = await readStorage<{ list: unknown[] }>(server, "large");
  expect(JSON.stringify(stored.list) === JSON.stringify(items)).toBe(true);
});
