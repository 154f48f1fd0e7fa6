import { openLink, spawnServer } from "@weft/testkit";
import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { MiB, spawnProbedServer } from "./support/probed-server.ts";
import { openRawClient } from "./support/raw-client.ts";
import type { RawClient, WireMessage } from "./support/raw-client.ts";
import { percentile, report } from "./support/report.ts";
import { createRoom, live, metric } from "./support/rest.ts";
import { arrival, until } from "./support/until.ts";

/** A bound that is never reached while a test runs. */
const never = 24 * 60 * 60 * 1_000;

/** Moves every cursor once, and waits until everyone has seen all other moves. Returns the latency of each move. */
async function moveOnce(movers: readonly RawClient[], x: number): Promise<number[]> {
  const latencies: number[] = [];
  const seen = Promise.withResolvers<void>();
  let missing = movers.length * (movers.length - 1);
  const deaf = movers.map((mover) =>
    mover.listen(({ type, data }) => {
      if (type !== 100 || data?.["x"] !== x) return;
      latencies.push(performance.now() - (data["at"] as number));
      if (--missing === 0) seen.resolve();
    }),
  );
  for (const mover of movers) mover.send({ type: 100, data: { x, at: performance.now() } });
  await arrival(`move ${x} of everybody`, seen.promise);
  for (const stop of deaf) stop();
  return latencies;
}

const blocks = 40;
/** Storage of about 4 MB, so that a few requests for it are more than a connection may leave unread. */
const bulky = live.object(
  Object.fromEntries(Array.from({ length: blocks }, (_, n) => [`b${n}`, live.object({ text: "x".repeat(100_000) })])),
);

type Probed = Awaited<ReturnType<typeof spawnProbedServer>>;

async function openRoomOf(server: Probed, count: number): Promise<RawClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => openRawClient({ ...server, room: "r" })));
  for (const client of clients) client.send({ type: 100, data: {}, targetActor: -1 });
  return clients;
}

/** Stops reading, and requests Storage until the server holds more than the soft limit. */
async function stall(server: Probed, slow: RawClient): Promise<void> {
  slow.wire.pause();
  // The socket buffers on both sides differ from machine to machine.
  await until(
    "the server holds more than the soft limit for it",
    async () => {
      slow.send({ type: 200 });
      return (await metric(server, "weft_buffers_over_soft")) > 0;
    },
    { everyMs: 50 },
  );
}

const leaving =
  ({ actor }: RawClient) =>
  (message: WireMessage) =>
    message.type === 102 && message.actor === actor;

test("[R12] while one of twenty clients does not read, the others see every move, and it costs no more than its buffer", async () => {
  await using server = await spawnProbedServer({ limits: { outputStallMs: never } });
  await createRoom(server, "r", { storage: bulky });
  const movers = await openRoomOf(server, 19);
  using slow = await openRawClient({ ...server, room: "r" });
  const before = await server.read();
  await stall(server, slow);
  const latencies: number[] = [];
  const rounds = 100;
  for (let round = 0; round < rounds; round++) latencies.push(...(await moveOnce(movers, round)));
  const during = await server.read();
  const grown = (during.heap - before.heap) / MiB;
  report("R12", {
    "moves seen": latencies.length,
    "others' p99 ms": percentile(latencies, 0.99),
    "memory + MiB": grown,
    "rss + MiB": (during.rss - before.rss) / MiB,
    "loop max ms": during.loopMaxMs,
  });
  expect(await metric(server, "weft_buffers_over_soft"), "it still does not read").toBe(1);
  expect(movers[0]!.messages.some(leaving(slow)), "it is still there").toBe(false);
  expect(latencies.length).toBe(rounds * 19 * 18);
  expect(grown).toBeLessThan(16);
  for (const mover of movers) mover[Symbol.dispose]();
});

test("[R12] a client that stops reading is closed with 1013, after it was given 10 s", async () => {
  await using server = await spawnProbedServer();
  await createRoom(server, "r", { storage: bulky });
  const movers = await openRoomOf(server, 2);
  using slow = await openRawClient({ ...server, room: "r" });
  const askedAt = performance.now();
  await stall(server, slow);
  await movers[0]!.hear("that it left", leaving(slow));
  const tookMs = performance.now() - askedAt;
  // When it reads again, the close reason follows everything that was in flight.
  slow.wire.resume();
  const { code } = await arrival("the close", slow.closed);
  report("R12", { "stalled, closed after s": tookMs / 1_000, code });
  expect(tookMs).toBeGreaterThan(limits.outputStallMs);
  expect(code).toBe(1013);
  for (const mover of movers) mover[Symbol.dispose]();
});

test("[R12] a client that leaves 8 MiB unread is closed at once", async () => {
  await using server = await spawnProbedServer({ limits: { outputStallMs: never } });
  await createRoom(server, "r", { storage: bulky });
  const movers = await openRoomOf(server, 4);
  using slow = await openRawClient({ ...server, room: "r" });
  const before = await server.read();
  slow.wire.pause();
  const startedAt = performance.now();
  // Edits are never left out, however slow their reader: some megabytes fill the kernels' buffers, and then the server's.
  const left = () => movers[0]!.messages.some(leaving(slow));
  let edits = 0;
  for (; edits < 400 && !left(); edits++) {
    const writer = movers[1 + (edits % 3)]!;
    const data = { large: `${edits}${"x".repeat(100_000)}` };
    await writer.apply([{ type: 3, id: "root", opId: `${writer.actor}:${edits}`, data }]);
  }
  await movers[0]!.hear("that it left", leaving(slow));
  const tookMs = performance.now() - startedAt;
  const grown = ((await server.read()).heap - before.heap) / MiB;
  slow.wire.resume();
  const { code } = await arrival("the close", slow.closed);
  report("R12", { "MB it left": edits / 10, "closed after s": tookMs / 1_000, code, "memory + MiB": grown });
  expect(code).toBe(1013);
  expect(grown).toBeLessThan(16);
  for (const mover of movers) mover[Symbol.dispose]();
});

test("[R12] a connection that disappears without a close leaves the room", async () => {
  const silentConnectionMs = 5_000;
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
  await witness.hear("that it left", leaving(vanishing));
  const tookMs = performance.now() - startedAt;
  report("R12", { "vanished, gone after s": tookMs / 1_000, "limit s": silentConnectionMs / 1_000 });
  expect(idle.open, "who answers pings stays, however silent").toBe(true);
});
