import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { openMortalServer } from "./support/mortal-server.ts";
import { freshRandom, times } from "./support/random.ts";
import { openRawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { queryRows } from "./support/rows.ts";
import { call } from "./support/rest.ts";

const feed = "/v2/rooms/board/feeds/log";
const writers = ["rest 1", "rest 2", "socket"] as const;

test("[FE1] [FE3] no kill loses a feed message that was acknowledged or seen, or duplicates one that is resent", async () => {
  const random = freshRandom();
  const bounds = { restRatePerSecond: 100_000, messagesPerFeed: 1_000_000 };
  await using server = await openMortalServer(() => ({ limits: bounds }));
  await call(server, "POST", "/v2/rooms", { id: "board", defaultAccesses: ["room:write"] });
  expect((await call(server, "POST", "/v2/rooms/board/feeds", { feedId: "log" })).status).toBe(200);

  /** Ids that were acknowledged, or announced to a client. */
  const known = new Set<string>();
  const next = new Map<string, number>(writers.map((writer) => [writer, 0]));
  let again = 0;
  const deaths = times(10);
  for (let death = 0; death < deaths; death++) {
    const stopping = new AbortController();
    const { url, publicKey } = server;
    using client = await openRawClient({ url, publicKey, room: "board" });
    client.listen((message) => {
      const { type, messages = [] } = message as unknown as { type: number; messages?: readonly { id: string }[] };
      if (type === 505) for (const { id } of messages) known.add(id);
    });
    const overRest = async (id: string) => {
      const { status } = await call(server, "POST", `${feed}/messages`, { id, data: { id } });
      expect([200, 409]).toContain(status);
      return status === 200;
    };
    const overSocket = async (id: string) => {
      client.send({ type: 515, requestId: id, feedId: "log", id, data: { id } });
      const isAnswer = (message: object) =>
        "messages" in message
          ? (message.messages as readonly { id: string }[]).some((one) => one.id === id)
          : "requestId" in message && message.requestId === id;
      const answer = await Promise.race([client.hear("an answer", isAnswer), client.closed]);
      if ("reason" in answer && !("type" in answer)) throw new Error("The connection ended.");
      return (answer as { type: number }).type === 505;
    };
    const busy = writers.map(async (writer) => {
      try {
        while (!stopping.signal.aborted) {
          const id = `${writer} ${next.get(writer)!}`;
          // After a kill, the first is one that may have been stored already.
          if (!(await (writer === "socket" ? overSocket : overRest)(id))) again++;
          known.add(id);
          next.set(writer, next.get(writer)! + 1);
        }
      } catch (cause) {
        if (!stopping.signal.aborted) throw cause;
      }
    });
    // Only the moment of a kill is random.
    await after(random.between(50, 500));
    stopping.abort();
    await server.process.kill();
    await Promise.all(busy);
    await server.restart();
  }

  const stored = (await queryRows(server.data, "select id from feed_messages")).map(({ id }) => String(id));
  const [counted] = await queryRows(server.data, "select messages from feeds where id = 'log'");
  const seed = `seed ${random.seed}`;
  expect(new Set(stored).size, seed).toBe(stored.length);
  expect(Number(counted!["messages"]), seed).toBe(stored.length);
  const there = new Set(stored);
  expect(
    [...known].filter((id) => !there.has(id)),
    seed,
  ).toEqual([]);
  report("feeds", { seed: random.seed, deaths, messages: stored.length, again });
}, 600_000);
