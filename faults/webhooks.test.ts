import { setTimeout as after } from "node:timers/promises";
import { WebhookHandler } from "@liveblocks/node";
import { addWebhook, openWebhookReceiver } from "@weft/testkit/webhook-receiver";
import type { ReceiverAnswer } from "@weft/testkit/webhook-receiver";
import { expect, test } from "vitest";
import { openMortalServer } from "./support/mortal-server.ts";
import { freshRandom, times } from "./support/random.ts";
import { report } from "./support/report.ts";
import { queryRows } from "./support/rows.ts";
import { call } from "./support/rest.ts";
import { until } from "./support/until.ts";

const failures: readonly ReceiverAnswer[] = [500, "silence", "redirect", "cut"];

test("[WH2] [WH4] [WH8] no kill and no faulty receiver loses an event of a webhook (R18)", async () => {
  const random = freshRandom();
  const seed = `seed ${random.seed}`;
  await using receiver = await openWebhookReceiver();
  await using server = await openMortalServer(() => ({
    limits: {
      restRatePerSecond: 100_000,
      jobPollMs: 100,
      webhookTimeoutMs: 300,
      webhookLeaseMs: 1_000,
      webhookRetryMs: 5,
    },
  }));
  await server.process.kill();
  const { webhook, previousSecret } = await addWebhook(server.data, {
    url: receiver.url,
    subscribedEvents: ["roomCreated", "roomDeleted"],
    rolled: true,
  });
  // A message fails at most twice, so that it need not wait for the longer retries.
  const failed = new Map<string, number>();
  receiver.answer = ({ id }) => {
    const before = failed.get(id) ?? 0;
    if (before === 2 || !random.chance(0.2)) return 200;
    failed.set(id, before + 1);
    return random.pick(failures);
  };
  await server.restart();

  const created = new Set<string>();
  const deleted = new Set<string>();
  const deaths = times(5);
  let rooms = 0;
  for (let death = 0; death < deaths; death++) {
    const stopping = new AbortController();
    const caller = async () => {
      try {
        while (!stopping.signal.aborted) {
          const id = `room ${rooms++}`;
          if ((await call(server, "POST", "/v2/rooms", { id, defaultAccesses: [] })).status === 200) created.add(id);
          if (!random.chance(0.3)) continue;
          if ((await call(server, "DELETE", `/v2/rooms/${encodeURIComponent(id)}`)).status === 204) deleted.add(id);
        }
      } catch (cause) {
        // A call that the kill interrupted.
        if (!stopping.signal.aborted) throw cause;
      }
    };
    const busy = Array.from({ length: 4 }, caller);
    await after(random.between(100, 700));
    stopping.abort();
    await server.process.kill();
    await Promise.all(busy);
    await server.restart();
  }

  const rows = (sql: string) => queryRows(server.data, sql);
  await until("every event was queued and every message delivered", async () => {
    const [left] = await rows(
      "select (select count(*) from outbox) + (select count(*) from webhook_messages where state != 'delivered') as n",
    );
    return Number(left!["n"]) === 0;
  });
  const handlers = [webhook.secret!.value, previousSecret!].map((secret) => new WebhookHandler(secret));
  const accepted = receiver.received.filter(({ answer }) => answer === 200);
  const told = { roomCreated: new Set<string>(), roomDeleted: new Set<string>() };
  const bodies = new Map<string, string>();
  for (const { id, headers, body } of receiver.received) {
    for (const handler of handlers) handler.verifyRequest({ headers: { ...headers }, rawBody: body });
    // An id names one event, on every attempt.
    expect(bodies.get(id) ?? body, seed).toBe(body);
    bodies.set(id, body);
  }
  for (const { body } of accepted) {
    const { type, data } = JSON.parse(body) as { type: keyof typeof told; data: { roomId: string } };
    told[type].add(data.roomId);
  }
  expect([...created.difference(told.roomCreated)], seed).toEqual([]);
  expect([...deleted.difference(told.roomDeleted)], seed).toEqual([]);
  // Nothing is sent of a change that was not made, and an event has one id.
  const kept = new Set((await rows("select id from rooms")).map(({ id }) => String(id)));
  expect([...told.roomCreated.difference(kept.union(told.roomDeleted))], seed).toEqual([]);
  expect(bodies.size, seed).toBe(told.roomCreated.size + told.roomDeleted.size);
  // No redirect was followed.
  expect(new Set(receiver.received.map(({ path }) => path)), seed).toEqual(new Set(["/hook"]));
  report("R18", {
    seed: random.seed,
    deaths,
    events: bodies.size,
    requests: receiver.received.length,
    twice: accepted.length - bodies.size,
  });
}, 120_000);
