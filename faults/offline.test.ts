import { openLink, spawnServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { openLedger } from "./support/ledger.ts";
import { agree, emptyBoard, judge, openPerson } from "./support/person.ts";
import type { PlainBoard } from "./support/person.ts";
import { times } from "./support/random.ts";
import { openRawClient } from "./support/raw-client.ts";
import { percentile, report } from "./support/report.ts";
import { createRoom, metric, readStorage } from "./support/rest.ts";
import { until } from "./support/until.ts";

test("[R22] thousands of offline edits are applied once, although they are sent twice", async () => {
  const count = times(5_000);
  await using server = await spawnServer();
  await createRoom(server, "r", { storage: emptyBoard });
  await createRoom(server, "elsewhere");
  await using link = await openLink(server.port);
  const ledger = openLedger();
  let returns = 0;
  using person = await openPerson({
    ...server,
    url: link.url,
    room: "r",
    name: "away",
    ledger,
    onSend(frame) {
      if (frame.length < 100 * count || ++returns > 1) return;
      // The server receives the edits at the first reconnect, and its answers are lost.
      link.lose("down");
    },
  });
  using stayed = await openPerson({ ...server, room: "r", name: "stayed" });

  // A pair in the same room and a pair in another one tell each other the time.
  const latencies = { here: [] as number[], elsewhere: [] as number[] };
  using pairs = new DisposableStack();
  for (const [place, room] of [
    ["here", "r"],
    ["elsewhere", "elsewhere"],
  ] as const) {
    const speaker = pairs.use(await openRawClient({ ...server, room }));
    const hearer = pairs.use(await openRawClient({ ...server, room }));
    hearer.listen(({ type, event }) => {
      if (type === 103) latencies[place].push(performance.now() - (event as number));
    });
    const timer = setInterval(() => speaker.send({ type: 103, event: performance.now() }), 20);
    pairs.defer(() => clearInterval(timer));
  }

  link.down();
  await until("the client notices", () => person.room.getStatus() !== "connected");
  for (let made = 0; made < count; made += 100) person.pushMany(100);
  const startedAt = performance.now();
  link.up();
  await until(
    "the server has applied the first return",
    async () => {
      const { items } = await readStorage<PlainBoard>(server, "r");
      return items.length === count;
    },
    { everyMs: 200 },
  );
  const firstMs = performance.now() - startedAt;
  expect(ledger.acks, "acks that got through to the first return").toBeLessThan(count);
  link.cut();
  const board = await agree([person, stayed]);
  const bothMs = performance.now() - startedAt;
  pairs.dispose();

  report("R22", {
    ops: count,
    "frames of it": returns,
    "applied after ms": firstMs,
    "settled after ms": bothMs,
    replays: await metric(server, "weft_ops_replayed_total"),
    "same room p99 ms": percentile(latencies.here, 0.99),
    "other room p99 ms": percentile(latencies.elsewhere, 0.99),
    "max ms": Math.max(...latencies.here, ...latencies.elsewhere),
  });
  expect(returns).toBeGreaterThan(1);
  expect(judge(board, [person, stayed])).toEqual({ lost: [], doubled: [], wrong: [] });
  expect(board.items, "in the order in which they were made").toEqual(person.pushed);
  expect(await readStorage(server, "r")).toEqual(board);
});
