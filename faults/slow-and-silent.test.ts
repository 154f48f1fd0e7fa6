import { openLink, spawnServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { MiB, spawnProbedServer } from "./support/probed-server.ts";
import { openRawClient } from "./support/raw-client.ts";
import type { RawClient } from "./support/raw-client.ts";
import { noisy, percentile, report } from "./support/report.ts";
import { createRoom, live, metric } from "./support/rest.ts";
import { until, within } from "./support/until.ts";

/** Clients that move their cursors; every move carries when it was made. */
function moveCursors(movers: readonly RawClient[], everyMs: number): { stop(): readonly number[] } {
  const latencies: number[] = [];
  for (const mover of movers)
    mover.listen(({ type, data }) => {
      if (type === 100 && typeof data?.["at"] === "number") latencies.push(performance.now() - data["at"]);
    });
  for (const mover of movers) mover.send({ type: 100, data: { x: 0 }, targetActor: -1 });
  const timer = setInterval(() => {
    for (const [x, mover] of movers.entries())
      if (mover.open) mover.send({ type: 100, data: { x, at: performance.now() } });
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return latencies;
    },
  };
}

const blocks = 40;
/** Storage of about 4 MB, so that a few requests for it are more than a connection may leave unread. */
const bulky = live.object(
  Object.fromEntries(Array.from({ length: blocks }, (_, n) => [`b${n}`, live.object({ text: "x".repeat(100_000) })])),
);

async function openRoomOf(server: Awaited<ReturnType<typeof spawnProbedServer>>, count: number): Promise<RawClient[]> {
  return Promise.all(Array.from({ length: count }, () => openRawClient({ ...server, room: "r" })));
}

test("[R12] a client that stops reading is closed with 1013 after 10 s, and the others do not feel it", async () => {
  await using server = await spawnProbedServer();
  await createRoom(server, "r", { storage: bulky });
  const movers = await openRoomOf(server, 19);
  using slow = await openRawClient({ ...server, room: "r" });
  const before = await server.read();
  const moving = moveCursors(movers, 100);

  slow.wire.pause();
  // What the kernels on both sides take in differs from machine to machine: ask until some is left with the server.
  await until(
    "the server holds more than the soft limit for it",
    async () => {
      slow.send({ type: 200 });
      return (await metric(server, "weft_buffers_over_soft")) > 0;
    },
    { everyMs: 50 },
  );
  const stalledAt = performance.now();
  await movers[0]!.hear("that it left", ({ type, actor }) => type === 102 && actor === slow.actor);
  const tookMs = performance.now() - stalledAt;
  const after = await server.read();
  // Reading again, it finds at the end of everything that was on its way why it was closed.
  slow.wire.resume();
  const { code } = await within(5_000, "the close", slow.closed);
  const latencies = moving.stop();
  const p99 = percentile(latencies, 0.99);
  const grown = (after.heap - before.heap) / MiB;
  report("R12", {
    "closed after s": tookMs / 1_000,
    code,
    "others' p99 ms": p99,
    moves: latencies.length,
    "memory + MiB": grown,
    "rss + MiB": (after.rss - before.rss) / MiB,
    "loop max ms": after.loopMaxMs,
  });
  expect(tookMs).toBeGreaterThan(9_000);
  expect(tookMs).toBeLessThan(12_500);
  expect(code).toBe(1013);
  expect(p99).toBeLessThan(50 * noisy);
  expect(grown).toBeLessThan(16);
  for (const mover of movers) mover[Symbol.dispose]();
});

test("[R12] a client that leaves 8 MiB unread is closed at once", async () => {
  await using server = await spawnProbedServer();
  await createRoom(server, "r", { storage: bulky });
  const movers = await openRoomOf(server, 4);
  using slow = await openRawClient({ ...server, room: "r" });
  const before = await server.read();
  slow.wire.pause();
  const startedAt = performance.now();
  // Edits are never left out, however slow their reader: some megabytes fill the kernels' buffers, and then the server's.
  const left = () => movers[0]!.messages.some(({ type, actor }) => type === 102 && actor === slow.actor);
  for (let n = 0; n < 400 && !left(); n++) {
    const writer = movers[1 + (n % 3)]!;
    const edit = { type: 3, id: "root", opId: `${writer.actor}:${n}`, data: { large: `${n}${"x".repeat(100_000)}` } };
    await writer.apply([edit]);
  }
  await movers[0]!.hear("that it left", ({ type, actor }) => type === 102 && actor === slow.actor);
  const tookMs = performance.now() - startedAt;
  const grown = ((await server.read()).heap - before.heap) / MiB;
  slow.wire.resume();
  const { code } = await within(5_000, "the close", slow.closed);
  report("R12", { "over 8 MiB, closed after s": tookMs / 1_000, code, "memory + MiB": grown });
  expect(tookMs).toBeLessThan(5_000);
  expect(code).toBe(1013);
  expect(grown).toBeLessThan(16);
  for (const mover of movers) mover[Symbol.dispose]();
});

test("[R12] a connection that vanished without a word leaves the room", async () => {
  const silentConnectionMs = 1_500;
  await using server = await spawnServer({ limits: { heartbeatMs: 500, silentConnectionMs } });
  await createRoom(server, "r");
  await using link = await openLink(server.port);
  using witness = await openRawClient({ ...server, room: "r" });
  using vanishing = await openRawClient({ ...server, url: link.url, room: "r" });
  using idle = await openRawClient({ ...server, room: "r" });
  await witness.hear("that it joined", ({ type, actor }) => type === 101 && actor === vanishing.actor);
  link.lose("up");
  link.lose("down");
  const startedAt = performance.now();
  await witness.hear("that it left", ({ type, actor }) => type === 102 && actor === vanishing.actor);
  const tookMs = performance.now() - startedAt;
  report("R12", { "vanished, gone after s": tookMs / 1_000, "limit s": silentConnectionMs / 1_000 });
  // A sweep a second, and a margin for the machine.
  expect(tookMs).toBeLessThan(silentConnectionMs + 1_000 * noisy);
  expect(idle.open, "who answers pings stays, however silent").toBe(true);
});
