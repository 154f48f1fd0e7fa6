import { expect, test } from "vitest";
import { MiB, spawnProbedServer } from "./support/probed-server.ts";
import type { ProbedServer, Reading } from "./support/probed-server.ts";
import { freshRandom, times } from "./support/random.ts";
import { Refused, openRawClient } from "./support/raw-client.ts";
import type { RawClient } from "./support/raw-client.ts";
import { percentile, report } from "./support/report.ts";
import { call, createRoom, live, metric, tokenFor } from "./support/rest.ts";
import { until } from "./support/until.ts";

async function quiet(server: ProbedServer): Promise<Reading> {
  let left: { connections: number; rooms: number } | undefined;
  await until(
    "no connection and no room is left",
    async () => {
      left = {
        connections: await metric(server, "weft_connections"),
        rooms: await metric(server, "weft_rooms_in_memory"),
      };
      return left.connections === 0 && left.rooms === 0;
    },
    { everyMs: 50 },
  ).catch((cause: unknown) => {
    throw new Error(`left: ${JSON.stringify(left)}`, { cause });
  });
  // The sockets of REST calls are kept open for the next one, by this side.
  await until("what was closed is gone", async () => ((await server.read()).resources["TCPSocketWrap"] ?? 0) < 12);
  // A read of the database that is under way holds its thread's port for as long.
  let reading: Reading | undefined;
  await until("no read is under way", async () => {
    reading = await server.read();
    return (reading.resources["MessagePort"] ?? 0) <= 1 && reading.resources["Immediate"] === undefined;
  });
  return reading!;
}

/** Handles that a server opens and must close. The number of REST sockets between calls depends on the caller. */
function kept({ resources }: Reading): Readonly<Record<string, number>> {
  const { TCPSocketWrap: _, Timeout: timers = 0, ...rest } = resources;
  return { ...rest, Timeout: timers };
}

/**
 * Waits until no more handles are open than at first. Either reading may include a timer of work that is about to end.
 */
async function leavesNothing(server: ProbedServer, before: Reading): Promise<void> {
  const most = kept(before);
  let left: Readonly<Record<string, number>> = {};
  await until("what was begun has ended", async () => {
    left = kept(await quiet(server));
    return Object.entries(left).every(([name, count]) => count <= (most[name] ?? 0));
  }).catch((cause: unknown) => {
    throw new Error(`kept ${JSON.stringify(left)}, at first ${JSON.stringify(most)}`, { cause });
  });
}

test("[R13] rooms that are opened, edited, abandoned, or fail to open leave nothing behind", async () => {
  const random = freshRandom();
  const rounds = times(120);
  const stride = 10;
  await using server = await spawnProbedServer({ limits: { roomIdleMs: 100, heartbeatMs: 60_000 } });
  await createRoom(server, "private", { defaultAccesses: [] });
  const visit = async (round: number) => {
    const room = `soak-${round}`;
    await createRoom(server, room, { storage: live.object({ list: live.list(), map: live.map({ a: 1 }) }) });
    const token = await tokenFor(server, `user-${round}`);
    const visitors = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        openRawClient({ ...server, room, ...(n % 2 === 0 ? {} : { publicKey: undefined, token }) }),
      ),
    );
    for (const visitor of visitors) {
      const nodes = await visitor.fetchStorage();
      const list = nodes.find((node) => node[3] === "list")![0] as string;
      visitor.send({ type: 100, data: { round }, targetActor: -1 }, { type: 103, event: "x".repeat(1_000) });
      await visitor.apply(
        Array.from({ length: 20 }, (_, n) => ({
          type: 8,
          id: `${visitor.actor}:${n}`,
          opId: `${visitor.actor}:${n}`,
          parentId: list,
          parentKey: "!",
          intent: "push",
          data: "x".repeat(200),
        })),
      );
    }
    const refusals: Promise<unknown>[] = [
      openRawClient({ ...server, room: "private" }),
      openRawClient({ ...server, room: `nowhere-${round}`, publicKey: "pk_nobody_knows_this_key" }),
      openRawClient({ ...server, room, publicKey: undefined, token: `${token.slice(0, -6)}AAAAAA` }),
      openRawClient({ ...server, room: "" }),
    ];
    for (const refused of await Promise.allSettled(refusals)) {
      expect(refused.status).toBe("rejected");
      expect((refused as PromiseRejectedResult).reason).toBeInstanceOf(Refused);
    }
    await call(server, "POST", `/v2/rooms/${room}/presence`, { userId: "bot", data: {}, ttl: 2 });
    const [first, second, third, fourth] = visitors as [RawClient, RawClient, RawClient, RawClient];
    first.cut();
    second.sendText("this is not a frame");
    third.wire.pause();
    third.send({ type: 200 });
    third.cut();
    if (random.chance(0.5)) await call(server, "DELETE", `/v2/rooms/${room}`);
    else fourth.cut();
    await Promise.all([second.closed, fourth.closed]);
  };
  const warmUp = Math.ceil(rounds / 3);
  for (let round = 0; round < warmUp; round++) await visit(round);
  const before = await quiet(server);
  let after = before;
  const growths: number[] = [];
  for (let round = warmUp; round < rounds; round += stride) {
    for (let n = 0; n < stride; n++) await visit(round + n);
    const { heap } = after;
    after = await quiet(server);
    growths.push((after.heap - heap) / stride);
  }
  // Occasionally the engine compiles and keeps more code; a leak appears every time.
  const perRound = percentile(growths, 0.5);
  report("R13", {
    seed: random.seed,
    rounds,
    "heap MiB": after.heap / MiB,
    "heap per round kB": perRound / 1_000,
    "at most kB": Math.max(...growths) / 1_000,
    "rss + MiB": (after.rss - before.rss) / MiB,
    resources: JSON.stringify(kept(after)),
  });
  await leavesNothing(server, before);
  // About 15 kB of a round stay for a while: what bounded caches, logs and throttles remember of its room and users. A room
  // that stays, with 80 nodes of 200 bytes, would come on top, and so would its four visitors.
  expect(perRound).toBeLessThan(24_000);
  expect(server.errors.split("\n").filter((line) => line !== "" && !line.startsWith("probe "))).toEqual([]);
});

test("[R14] thousands of idle connections cost little, arrive quickly, and leave nothing behind", async () => {
  const count = times(2_000);
  const perRoom = 20;
  await using server = await spawnProbedServer({ limits: { roomIdleMs: 100 } });
  const rooms = Array.from({ length: Math.ceil(count / perRoom) }, (_, n) => `idle-${n}`);
  for (const room of rooms) await createRoom(server, room);
  const before = await quiet(server);

  const clients: RawClient[] = [];
  const startedAt = performance.now();
  const waiting = Array.from({ length: count }, (_, n) => rooms[n % rooms.length]!);
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let room = waiting.pop(); room !== undefined; room = waiting.pop())
        clients.push(await openRawClient({ ...server, room }));
    }),
  );
  const joinsPerSecond = count / ((performance.now() - startedAt) / 1_000);
  const during = await server.read();
  expect(await metric(server, "weft_connections")).toBe(count);
  for (const client of clients) client.cut();
  const after = await quiet(server);
  const each = (during.heap - before.heap) / count;
  const eachRss = (during.rss - before.rss) / count;
  report("R14", {
    connections: count,
    "joins/s": Math.round(joinsPerSecond),
    "heap each kB": each / 1_000,
    "rss each kB": eachRss / 1_000,
    "heap left MiB": (after.heap - before.heap) / MiB,
    "rss left MiB": (after.rss - before.rss) / MiB,
    "loop max ms": during.loopMaxMs,
  });
  expect(each).toBeLessThan(25_000 * 3);
  expect(after.heap).toBeLessThan(before.heap * 1.05 + 2 * MiB);
  await leavesNothing(server, before);
});
