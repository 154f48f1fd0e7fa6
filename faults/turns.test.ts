import { expect, test } from "vitest";
import type { RawClient } from "./support/raw-client.ts";
import { openRawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom, live, readStorage, tokenFor } from "./support/rest.ts";
import { openPair, openTurns } from "./support/turns.ts";

/** About how many bytes of a frame are read or applied before others are served; one message or op may exceed it. */
const parseStep = 64 * 1_024;

test("[R22] between any two parts of thousands of edits in one frame, others in that room and elsewhere are served", async () => {
  const count = 5_000;
  await using turns = await openTurns();
  const { server } = turns;
  await createRoom(server, "r", { storage: live.object({ list: live.list() }) });
  await createRoom(server, "elsewhere");
  using returning = await openRawClient({ ...server, room: "r" });
  const list = (await returning.fetchStorage()).find((node) => node[3] === "list")![0] as string;
  const here = await openPair(server, "r");
  const elsewhere = await openPair(server, "elsewhere");
  await here[1].fetchStorage();
  // An acknowledged client has no earlier ops left to resend, so the server takes all that follows in order of arrival.
  await returning.apply([{ type: 3, id: "root", opId: `${returning.actor}:0`, data: { back: true } }]);
  await here[1].hear("that it is back", ({ type }) => type === 201);
  const before = here[1].messages.length;
  turns.listen([here, elsewhere]);
  const ops = Array.from({ length: count }, (_, n) => ({
    type: 8,
    id: `${returning.actor}:${n + 1}`,
    opId: `${returning.actor}:${n + 1}`,
    parentId: list,
    parentKey: "!",
    intent: "push",
    data: `edit ${n}`,
  }));
  const bytes = JSON.stringify([{ type: 201, ops }]).length;
  await returning.apply(ops);
  await turns.settled;
  await here[1].hear("the last edit", ({ ops: shown }) => shown?.some(({ id }) => id === ops.at(-1)!.id) === true);

  const messages = here[1].messages.slice(before);
  const parts = messages.filter(({ type }) => type === 201);
  const lastAt = messages.indexOf(parts.at(-1)!);
  const heardBefore = messages.slice(0, lastAt).filter(({ type }) => type === 103).length;
  const largest = Math.max(...parts.map((part) => JSON.stringify(part).length));
  report("R22", { ops: count, "frame kB": bytes / 1e3, parts: parts.length, breaths: turns.breaths });
  // Each part once when it is read and once when it is taken.
  expect(turns.breaths).toBeGreaterThanOrEqual(2 * Math.floor(bytes / (2 * parseStep)));
  expect(parts.length).toBeGreaterThanOrEqual(Math.floor(bytes / (2 * parseStep)));
  expect(largest).toBeLessThan(2 * parseStep);
  expect(heardBefore, "events heard before the last part was").toBeGreaterThanOrEqual(2 * parts.length - 1);
  const events = (hearer: RawClient) => hearer.messages.flatMap(({ type, event }) => (type === 103 ? [event] : []));
  const wanted = Array.from({ length: turns.breaths }, (_, n) => n + 1);
  expect(events(here[1])).toEqual(wanted);
  expect(events(elsewhere[1])).toEqual(wanted);
  expect((await readStorage<{ list: string[] }>(server, "r")).list).toEqual(ops.map(({ data }) => data));
  for (const client of [...here, ...elsewhere]) client[Symbol.dispose]();
});

test("[S3] while a bomb is read, step by step, others are served between the steps", async () => {
  await using turns = await openTurns();
  const { server } = turns;
  await createRoom(server, "r");
  await createRoom(server, "elsewhere");
  const pair = await openPair(server, "elsewhere");
  turns.listen([pair]);
  // Each ends by asking for Storage, which is answered when all before it has been taken.
  const bombs: readonly [name: string, text: string][] = [
    ["400 k messages", `[${'{"type":9999},'.repeat(400_000)}{"type":200}]`],
    ["100 k events", `[${'{"type":103,"event":0},'.repeat(100_000)}{"type":200}]`],
    ["200 large events", `[${`{"type":103,"event":"${"x".repeat(60_000)}"},`.repeat(200)}{"type":200}]`],
  ];
  for (const [name, text] of bombs) {
    const token = await tokenFor(server, name);
    using client = await openRawClient({ ...server, room: "r", publicKey: undefined, token });
    const from = turns.breaths;
    client.sendText(text);
    await client.hear("the answer to its last message", ({ type }) => type === 211);
    await turns.settled;
    const breaths = turns.breaths - from;
    report("S3", { bomb: name, "MB sent": text.length / 1e6, "others heard, times": breaths });
    expect(breaths, name).toBeGreaterThanOrEqual(Math.floor(text.length / (2 * parseStep)));
  }
  for (const client of pair) client[Symbol.dispose]();
});
