import { setTimeout as after } from "node:timers/promises";
import { openMailServer } from "@weft/testkit/mail-server";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { openMortalServer } from "./support/mortal-server.ts";
import type { MortalServer } from "./support/mortal-server.ts";
import { freshRandom, times } from "./support/random.ts";
import type { Random } from "./support/random.ts";
import { report } from "./support/report.ts";
import { queryRows } from "./support/rows.ts";
import { call, putDocument } from "./support/rest.ts";
import { until } from "./support/until.ts";

/** The outcome of a change, as known to its caller. Without an answer, it may have been made or not. */
type Outcome = "done" | "unknown";

async function sendMessage({ url }: MortalServer, message: string): Promise<Outcome> {
  const response = await fetch(`${url}/internal/contact/support`, {
    method: "POST",
    headers: { origin: url, "sec-fetch-site": "same-origin", "x-weft-csrf": "1", "content-type": "application/json" },
    body: JSON.stringify({ firstName: "Ada", lastName: "L", email: "ada@example.com", message }),
  });
  expect(response.status).toBe(200);
  return "done";
}

async function answered(expected: number, reply: ReturnType<typeof call>): Promise<Outcome> {
  expect((await reply).status).toBe(expected);
  return "done";
}

/** Lets callers make changes, each one after the other, and kills the server meanwhile. Returns the number of kills. */
async function killOver(
  server: MortalServer,
  random: Random,
  callers: readonly ((n: number) => Promise<void>)[],
): Promise<number> {
  const deaths = times(25);
  let changes = 0;
  for (let death = 0; death < deaths; death++) {
    const stopping = new AbortController();
    const during = async (change: (n: number) => Promise<void>) => {
      try {
        while (!stopping.signal.aborted) await change(changes++);
      } catch (cause) {
        // A call that the kill interrupted; its outcome is unknown.
        if (!stopping.signal.aborted) throw cause;
      }
    };
    const busy = callers.map(during);
    // Only the moment of a kill is random.
    await after(random.between(20, 500));
    stopping.abort();
    await server.process.kill();
    await Promise.all(busy);
    await server.restart();
  }
  return deaths;
}

type Values = Readonly<Record<string, string | number>>;

async function rowsOf({ data }: MortalServer, sql: string): Promise<readonly Values[]> {
  return (await queryRows(data, sql)) as readonly Values[];
}

/** The names that are known to be done and were not found. */
function missing(known: ReadonlyMap<string, Outcome>, found: readonly unknown[]) {
  const there = new Set(found);
  return [...known].filter(([name, outcome]) => outcome === "done" && !there.has(name));
}

test("[JB1] [OB1] [OB2] no kill loses a job or an event, or reports a change that was not made", async () => {
  const random = freshRandom();
  await using mails = await openMailServer();
  await using server = await openMortalServer(() => ({
    env: {
      WEFT_SMTP: `smtp://127.0.0.1:${mails.port}`,
      WEFT_MAIL_FROM: "Weft <weft@example.com>",
      WEFT_SUPPORT_EMAIL: "support@example.com",
    },
    limits: {
      formsPerAddress: 1_000_000,
      restRatePerSecond: 100_000,
      mailClaimMs: 500,
      mailRetryMs: 50,
      jobPollMs: 100,
      // The kills are the test's own: no job is to blame.
      jobDeaths: 1_000,
    },
  }));
  const created = new Map<string, Outcome>();
  const deleted = new Map<string, Outcome>();
  const sent = new Map<string, Outcome>();
  const deaths = await killOver(server, random, [
    async (n) => {
      created.set(`room ${n}`, "unknown");
      const body = { id: `room ${n}`, defaultAccesses: [] };
      created.set(`room ${n}`, await answered(200, call(server, "POST", "/v2/rooms", body)));
    },
    async (n) => {
      const room = `brief ${n}`;
      created.set(room, "unknown");
      created.set(room, await answered(200, call(server, "POST", "/v2/rooms", { id: room, defaultAccesses: [] })));
      deleted.set(room, "unknown");
      deleted.set(room, await answered(204, call(server, "DELETE", `/v2/rooms/${encodeURIComponent(room)}`)));
    },
    async (n) => {
      sent.set(`message ${n}`, "unknown");
      sent.set(`message ${n}`, await sendMessage(server, `message ${n}`));
    },
  ]);

  const rows = (sql: string) => rowsOf(server, sql);
  await until("every event was read and every mail handed over", async () => {
    const [left] = await rows(
      "select (select count(*) from outbox) + (select count(*) from jobs where kind = 'mail') as n",
    );
    return left!["n"] === 0;
  });
  const seed = `seed ${random.seed}`;
  const listed = async (kind: string) =>
    (await rows(`select room_id as room from events where kind = '${kind}'`)).map(({ room }) => room);
  const [told, gone] = [await listed("roomCreated"), await listed("roomDeleted")];
  const rooms = (await rows("select id from rooms")).map(({ id }) => id);
  const made = [...rooms, ...gone].toSorted(byText);
  // Each room that is there, or was deleted, was created once; nothing else was.
  expect(told.toSorted(byText), seed).toEqual(made);
  expect(new Set(gone).size, seed).toBe(gone.length);
  expect(missing(created, told), seed).toEqual([]);
  expect(missing(deleted, gone), seed).toEqual([]);

  const kept = (await rows("select message from messages")).map(({ message }) => message);
  expect(missing(sent, kept), seed).toEqual([]);
  const texts = mails.received.map(({ text }) => /message \d+/.exec(text)![0]);
  // Each message that is kept was mailed, and no other; one that was mailed twice has one Message-ID.
  expect([...new Set(texts)].toSorted(byText), seed).toEqual(kept.toSorted(byText));
  const ids = new Set(mails.received.map(({ headers }) => headers.get("message-id")));
  expect(ids.size, seed).toBe(kept.length);
  report("jobs and events", {
    seed: random.seed,
    deaths,
    events: told.length + gone.length,
    mails: texts.length,
    twice: texts.length - kept.length,
  });
}, 600_000);

test("[OB4] [VH6] [RS13] no kill loses the event or the version of a change, or creates one for a change that was not made", async () => {
  const random = freshRandom();
  await using server = await openMortalServer(() => ({
    limits: {
      restRatePerSecond: 100_000,
      jobPollMs: 100,
      jobLeaseMs: 1_000,
      jobRetryMs: 100,
      changeEventMs: 2_000,
      jobDeaths: 1_000,
    },
  }));
  // Shorter than a project may set it. The next process reads it.
  await server.process.kill();
  await rowsOf(server, "update projects set version_creation_timeout = 1");
  await server.restart();
  const stored = new Map<string, Outcome>();
  const typed = new Map<string, Outcome>();
  const document = new Y.Doc();
  document.getText("text").insert(0, "A change.");
  const update = Y.encodeStateAsUpdate(document);
  const create = async (id: string) => {
    expect((await call(server, "POST", "/v2/rooms", { id, defaultAccesses: [] })).status).toBe(200);
  };
  const deaths = await killOver(server, random, [
    async (n) => {
      const room = `stored ${n}`;
      await create(room);
      stored.set(room, "unknown");
      const storage = { liveblocksType: "LiveObject", data: { n } };
      stored.set(
        room,
        await answered(200, call(server, "POST", `/v2/rooms/${encodeURIComponent(room)}/storage`, storage)),
      );
    },
    async (n) => {
      const room = `typed ${n}`;
      await create(room);
      typed.set(room, "unknown");
      expect(await putDocument(server, room, update)).toBe(200);
      typed.set(room, "done");
    },
  ]);

  const rows = (sql: string) => rowsOf(server, sql);
  await until("every event was read and every version made", async () => {
    const [left] = await rows(
      "select (select count(*) from outbox) + (select count(*) from jobs where kind in ('version', 'roomUpdated')) as n",
    );
    return left!["n"] === 0;
  });
  const seed = `seed ${random.seed}`;
  const rooms = async (sql: string) => (await rows(sql)).map(({ room }) => room!).toSorted(byText);
  const listed = (kind: string) => rooms(`select room_id as room from events where kind = '${kind}'`);
  const ofRooms = "join rooms as r on r.key = o.room_key and r.project_id = o.project_id";
  const changedRooms = await rooms(
    `select distinct r.id as room from storage_nodes as o ${ofRooms} where o.id = 'root' and r.id like 'stored %'`,
  );
  const typedRooms = await rooms(`select distinct r.id as room from document_rows as o ${ofRooms} where o.guid = ''`);
  expect(missing(stored, changedRooms), seed).toEqual([]);
  expect(missing(typed, typedRooms), seed).toEqual([]);
  // Each room was changed once: that is reported once, and kept in a version.
  expect(await listed("storageUpdated"), seed).toEqual(changedRooms);
  expect(await listed("ydocUpdated"), seed).toEqual(typedRooms);
  const versions = await rooms(`select distinct r.id as room from room_versions as o ${ofRooms}`);
  expect(versions, seed).toEqual([...changedRooms, ...typedRooms].toSorted(byText));
  report("changed rooms", { seed: random.seed, deaths, stored: changedRooms.length, typed: typedRooms.length });
}, 600_000);

const byText = (one: string | number | undefined, other: string | number | undefined) =>
  String(one) < String(other) ? -1 : 1;
