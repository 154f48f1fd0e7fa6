import type { Permission } from "@weft/protocol";
import type { TestServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { createFuzzer } from "./support/fuzz.ts";
import { emptyBoard, openPerson } from "./support/person.ts";
import { MiB, loopHungMs, spawnProbedServer } from "./support/probed-server.ts";
import { freshRandom, times } from "./support/random.ts";
import type { Random } from "./support/random.ts";
import { openRawClient } from "./support/raw-client.ts";
import type { RawClient } from "./support/raw-client.ts";
import { percentile, report } from "./support/report.ts";
import { createRoom, metric, tokenFor } from "./support/rest.ts";
import { faultsOf } from "./support/tree-check.ts";
import { until, arrival } from "./support/until.ts";

/** Rates at which a flood is read as fast as it arrives: this test is about frames. */
const unmetered = {
  messagesPerSecond: 1_000_000,
  messagesBurst: 1_000_000,
  bytesPerSecond: 1_000_000_000,
  bytesBurst: 1_000_000_000,
  opsPerSecond: 1_000_000,
  opsBurst: 1_000_000,
  restRatePerSecond: 100_000,
  restRateBurst: 100_000,
};

const rooms = ["fuzz-0", "fuzz-1", "fuzz-2"];
const roles: readonly (readonly Permission[])[] = [
  ["*:write"],
  ["*:write"],
  ["*:write"],
  ["*:write"],
  ["*:read"],
  ["*:write", "storage:none"],
  ["*:read", "storage:write"],
];

test("[S1] no frame breaks the server, a room's tree, or another room", async () => {
  const random = freshRandom();
  const frames = times(100_000);
  const deadline = performance.now() + 40_000 * times(1);
  await using server = await spawnProbedServer({ limits: { ...unmetered, roomIdleMs: 1_000 } });
  for (const room of [...rooms, "bystanders", "recordings"])
    await createRoom(server, room, room === "bystanders" ? {} : { storage: emptyBoard });

  const recordings = await record(server, random.fork());
  const tokens = await Promise.all(roles.map((role, index) => tokenFor(server, `user-${index}`, { "fuzz-*": role })));
  using bystanders = await watchBystanders(server);
  const before = await server.read();
  const startedAt = performance.now();
  const counts = { sent: 0, connections: 0, closes: new Map<number, number>() };
  const lane = async (own: Random) => {
    const fuzzer = createFuzzer(own, recordings);
    while (counts.sent < frames && performance.now() < deadline) {
      const version = own.chance(0.2) ? 7 : 8;
      const anonymous = own.chance(0.3);
      using client = await openRawClient({
        ...server,
        room: own.pick(rooms),
        version,
        ...(anonymous ? {} : { publicKey: undefined, token: own.pick(tokens) }),
      });
      counts.connections++;
      // `/v7` has a different format, and some roles get no answer.
      if (version === 8 && anonymous) {
        const nodes = await Promise.race([client.fetchStorage(), client.closed.then(() => [])]);
        if (nodes.length > 0) fuzzer.learn(nodes.map(([id]) => id as string));
      }
      void client.closed.then(({ code }) => counts.closes.set(code, (counts.closes.get(code) ?? 0) + 1));
      for (let burst = own.between(1, 20); burst > 0 && client.open; burst--) {
        for (let n = 0; n < 25 && client.open; n++) {
          const { text, binary } = fuzzer.frame(client.actor);
          client.sendText(text, binary);
          counts.sent++;
        }
        // When this is answered, everything sent has been processed, or the connection is closed.
        await arrival("an answer", Promise.race([client.ping(), client.closed]));
      }
    }
  };
  await Promise.all(Array.from({ length: 6 }, () => lane(random.fork()))).catch((cause: unknown) => {
    throw new Error(`seed ${random.seed}; server: ${server.errors}`, { cause });
  });
  const tookMs = performance.now() - startedAt;
  const during = await server.read();
  const taken = await metric(server, "weft_messages_received_total");

  const snapshots = new Map<string, string>();
  const sizes: number[] = [];
  for (const room of rooms) {
    using reader = await openRawClient({ ...server, room });
    const nodes = await reader.fetchStorage();
    sizes.push(nodes.length);
    expect(faultsOf(nodes), `seed ${random.seed}, ${room}`).toEqual([]);
    snapshots.set(room, canonical(nodes));
  }
  const latencies = await bystanders.stop();
  await until("the fuzzed rooms are asleep", async () => (await metric(server, "weft_rooms_in_memory")) === 0);
  const after = await server.read();
  // The log reports only failures, besides the lines of the probe.
  const complaints = server.errors.split("\n").filter((line) => line !== "" && !line.startsWith("probe "));
  const dropped = await metric(server, `weft_connections_closed_total{code="1011"}`);
  report("S1", {
    seed: random.seed,
    frames: counts.sent,
    "messages taken": taken,
    "took s": tookMs / 1_000,
    connections: counts.connections,
    closes: [...counts.closes]
      .sort(([a], [b]) => a - b)
      .map(([code, n]) => `${code}×${n}`)
      .join(" "),
    "loop max ms": during.loopMaxMs,
    "loop max CPU ms": during.loopMaxCpuMs,
    "memory + MiB": (after.heap - before.heap) / MiB,
    "bystanders' p99 ms": percentile(latencies, 0.99),
    nodes: sizes.join(" "),
    complaints: complaints.length,
  });
  expect(complaints.slice(0, 3), `seed ${random.seed}`).toEqual([]);
  expect(dropped).toBe(0);
  expect(latencies.length).toBeGreaterThan(0);
  expect(during.loopMaxCpuMs).toBeLessThan(loopHungMs);
  expect((after.heap - before.heap) / MiB).toBeLessThan(20);

  // What is in memory is what was committed.
  for (const room of rooms) {
    using reader = await openRawClient({ ...server, room });
    expect(canonical(await reader.fetchStorage()), `seed ${random.seed}, ${room} reloaded`).toBe(snapshots.get(room));
  }
});

function canonical(nodes: readonly (readonly unknown[])[]): string {
  return nodes
    .map((node) => JSON.stringify(node))
    .sort((a, b) => (a < b ? -1 : 1))
    .join("\n");
}

/** What the official client sends in a second of work. */
async function record(server: TestServer, random: Random): Promise<string[]> {
  const recordings: string[] = [];
  using person = await openPerson({
    ...server,
    room: "recordings",
    name: "recorded",
    onSend: (frame) => void recordings.push(frame),
  });
  for (let edits = 0; edits < 60; edits++) {
    person.edit(random);
    person.room.updatePresence({ x: edits });
    if (edits % 10 === 0) person.room.broadcastEvent({ edits });
    const sent = recordings.length;
    await until("the edit is sent", () => recordings.length > sent, { everyMs: 2 });
  }
  return recordings;
}

/** Two connections of a room that is not fuzzed. One writes and measures latencies; neither is ever disturbed. */
async function watchBystanders(server: TestServer): Promise<{ stop(): Promise<readonly number[]> } & Disposable> {
  const pair: RawClient[] = [];
  for (let n = 0; n < 2; n++) pair.push(await openRawClient({ ...server, room: "bystanders" }));
  const [writer, reader] = pair as [RawClient, RawClient];
  const latencies: number[] = [];
  const problems: unknown[] = [];
  const stopped = new AbortController();
  let clock = 0;
  const done = (async () => {
    while (!stopped.signal.aborted) {
      const at = performance.now();
      await writer.apply([{ type: 3, id: "root", opId: `${writer.actor}:${clock++}`, data: { clock } }]);
      latencies.push(performance.now() - at);
      await new Promise<void>((resolve) => setTimeout(resolve, 20));
    }
  })().catch((cause: unknown) => problems.push(cause));
  const release = () => {
    stopped.abort();
    for (const one of pair) one[Symbol.dispose]();
  };
  return {
    async stop() {
      stopped.abort();
      await done;
      expect(problems).toEqual([]);
      const seen = () => reader.messages.flatMap(({ type, ops }) => (type === 201 ? ops! : [])).length;
      await until("every write is shown to the other", () => seen() >= clock);
      expect(seen()).toBe(clock);
      expect(pair.map(({ open }) => open)).toEqual([true, true]);
      release();
      return latencies;
    },
    [Symbol.dispose]: release,
  };
}
