import type { Op } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingLink } from "../suites/fakes.ts";
import type { RecordingLink } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";

async function roomOfUsers() {
  const { host, clock, store } = openTestHost();
  store.flushAtOnce();
  const enter = async (id: string, responsive = true) => {
    const link = createRecordingLink();
    link.responsive = responsive;
    const session = await host.enter(address, { id, scopes: ["*:write"], storage: "write", version: 8 }, link);
    session.receive([{ type: 200 }]);
    await clock.advance(20);
    const set = async (opClock: number) => {
      const op: Op = { type: 3, id: "root", opId: `${session.actor}:${opClock}`, data: { [`k${opClock}`]: opClock } };
      session.receive([{ type: 201, ops: [op] }]);
      await clock.advance(20);
    };
    return { link, session, set };
  };
  return { clock, store, enter };
}

const opIds = (link: RecordingLink) =>
  link
    .take()
    .filter(({ type }) => type === 201)
    .flatMap(({ ops }) => (ops as { opId?: string }[]).map(({ opId }) => opId));

test("[RM34] what arrives on a line that its client left reaches the client with its op id, and others without", async () => {
  const { enter } = await roomOfUsers();
  const dead = await enter("ada");
  const bob = await enter("bob");
  await dead.set(0);
  dead.link.responsive = false;
  const back = await enter("ada");
  await dead.set(1);
  expect(opIds(back.link)).toEqual(["0:1"]);
  expect(opIds(bob.link)).toEqual([undefined, undefined]);
  await bob.set(0);
  expect(opIds(back.link)).toEqual([undefined]);
});

test("[RM34] so does what was decided before the client came back and is durable after", async () => {
  const { host, clock, store } = openTestHost();
  const ada = { id: "ada", scopes: ["*:write" as const], storage: "write" as const, version: 8 as const };
  const [deadLink, backLink] = [createRecordingLink(), createRecordingLink()];
  const dead = await host.enter(address, ada, deadLink);
  await store.flush();
  dead.receive([{ type: 200 }]);
  await clock.advance(20);
  deadLink.responsive = false;
  dead.receive([{ type: 201, ops: [{ type: 3, id: "root", opId: "0:0", data: { x: 1 } }] }]);
  await host.enter(address, ada, backLink);
  while (store.waiting.length > 0) await store.flush();
  await clock.advance(20);
  expect(opIds(backLink)).toEqual(["0:0"]);
});

test("[RM34] another connection of the same user that is in use is told no op ids of the first", async () => {
  const { enter } = await roomOfUsers();
  const first = await enter("ada");
  const second = await enter("ada");
  await first.set(0);
  expect(opIds(second.link)).toEqual([undefined]);
});

test("[RM34] nor is one that has had the time to send what it owes", async () => {
  const { enter, clock } = await roomOfUsers();
  const first = await enter("ada");
  first.link.responsive = false;
  const second = await enter("ada");
  await clock.advance(3_000);
  await first.set(0);
  expect(opIds(second.link)).toEqual([undefined]);
});

test("[RM34] of connections that enter while a probe is under way, its answer says nothing", async () => {
  const { enter } = await roomOfUsers();
  const first = await enter("ada");
  await first.set(0);
  first.link.responsive = false;
  const second = await enter("ada");
  const third = await enter("ada");
  first.link.answer();
  await first.set(1);
  expect([opIds(second.link), opIds(third.link)]).toEqual([[undefined], ["0:1"]]);
  first.link.answer();
  await first.set(2);
  expect([opIds(second.link), opIds(third.link)]).toEqual([[undefined], [undefined]]);
});
