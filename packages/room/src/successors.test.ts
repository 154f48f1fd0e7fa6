import type { Op } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket } from "../suites/fakes.ts";
import type { RecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";

async function roomOfUsers() {
  const { edge, clock, store } = openTestHost();
  store.flushAtOnce();
  const enter = async (id: string, responsive = true) => {
    const socket = createRecordingSocket();
    socket.responsive = responsive;
    const connection = await edge.enter(address, { id, scopes: ["*:write"], storage: "write", version: 8 }, socket);
    connection.receive([{ type: 200 }]);
    await clock.advance(20);
    const set = async (opClock: number) => {
      const op: Op = {
        type: 3,
        id: "root",
        opId: `${connection.actor}:${opClock}`,
        data: { [`k${opClock}`]: opClock },
      };
      connection.receive([{ type: 201, ops: [op] }]);
      await clock.advance(20);
    };
    return { socket, connection, set };
  };
  return { clock, store, enter };
}

const opIds = (socket: RecordingSocket) =>
  socket
    .take()
    .filter(({ type }) => type === 201)
    .flatMap(({ ops }) => (ops as { opId?: string }[]).map(({ opId }) => opId));

test("[RM34] what arrives on a line that its client left reaches the client with its op id, and others without", async () => {
  const { enter } = await roomOfUsers();
  const dead = await enter("ada");
  const bob = await enter("bob");
  await dead.set(0);
  dead.socket.responsive = false;
  const back = await enter("ada");
  await dead.set(1);
  expect(opIds(back.socket)).toEqual(["0:1"]);
  expect(opIds(bob.socket)).toEqual([undefined, undefined]);
  await bob.set(0);
  expect(opIds(back.socket)).toEqual([undefined]);
});

test("[RM34] so does what was decided before the client came back and is durable after", async () => {
  const { edge, clock, store } = openTestHost();
  const ada = { id: "ada", scopes: ["*:write" as const], storage: "write" as const, version: 8 as const };
  const [deadSocket, backSocket] = [createRecordingSocket(), createRecordingSocket()];
  const dead = await edge.enter(address, ada, deadSocket);
  await store.flush();
  dead.receive([{ type: 200 }]);
  await clock.advance(20);
  deadSocket.responsive = false;
  dead.receive([{ type: 201, ops: [{ type: 3, id: "root", opId: "0:0", data: { x: 1 } }] }]);
  await edge.enter(address, ada, backSocket);
  while (store.waiting.length > 0) await store.flush();
  await clock.advance(20);
  expect(opIds(backSocket)).toEqual(["0:0"]);
});

test("[RM34] another connection of the same user that is in use is told no op ids of the first", async () => {
  const { enter } = await roomOfUsers();
  const first = await enter("ada");
  const second = await enter("ada");
  await first.set(0);
  expect(opIds(second.socket)).toEqual([undefined]);
});

test("[RM34] nor is one that has had the time to send what it owes", async () => {
  const { enter, clock } = await roomOfUsers();
  const first = await enter("ada");
  first.socket.responsive = false;
  const second = await enter("ada");
  await clock.advance(3_000);
  await first.set(0);
  expect(opIds(second.socket)).toEqual([undefined]);
});

test("[RM34] of connections that enter while a probe is under way, its answer says nothing", async () => {
  const { enter } = await roomOfUsers();
  const first = await enter("ada");
  await first.set(0);
  first.socket.responsive = false;
  const second = await enter("ada");
  const third = await enter("ada");
  first.socket.answer();
  await first.set(1);
  expect([opIds(second.socket), opIds(third.socket)]).toEqual([[undefined], ["0:1"]]);
  first.socket.answer();
  await first.set(2);
  expect([opIds(second.socket), opIds(third.socket)]).toEqual([[undefined], [undefined]]);
});
