import type { Op, RoomMessage } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket } from "../suites/fakes.ts";
import type { RecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";

const user = (id: string) => ({ id, scopes: ["*:write"], storage: "write", version: 8 }) as const;
const set = (opId: string, id = "root"): Op => ({ type: 3, id, opId, data: { [opId]: 1 } });
const insertBelowNothing = (opId: string): Op => ({ type: 2, id: "l", opId, parentId: "nowhere", parentKey: "l" });
const ask = (...opIds: string[]): RoomMessage => ({ type: 202, opIds });
const fetch: RoomMessage = { type: 200 };

/** What a socket was answered, in order. */
const answers = (socket: RecordingSocket) =>
  socket.take().flatMap(({ type, opIds }) => (type === 212 ? [opIds] : type === 211 ? ["end"] : []));

test("[RM45] a client that comes back learns which of its ops were decided, before it gets Storage", async () => {
  const { edge, clock, store } = openTestHost();
  store.flushAtOnce();
  const first = await edge.enter(address, user("ada"), createRecordingSocket());
  first.receive([fetch, { type: 201, ops: [set("0:0"), insertBelowNothing("0:1")] }]);
  await clock.advance(20);
  const socket = createRecordingSocket();
  const back = await edge.enter(address, user("ada"), socket);
  back.receive([ask("0:0", "0:1", "0:2", "no op id", "7:0"), fetch]);
  await clock.advance(5_000);
  expect(answers(socket)).toEqual([["0:0", "0:1"], "end"]);
});

test("[RM45] so does one that comes back to a room that was loaded again", async () => {
  const { host, edge, clock, store } = openTestHost();
  store.flushAtOnce();
  const first = await edge.enter(address, user("ada"), createRecordingSocket());
  first.receive([fetch, { type: 201, ops: [set("0:0")] }]);
  await clock.advance(20);
  first.leave();
  await clock.advance(600_000);
  expect(host.awake).toBe(0);
  const socket = createRecordingSocket();
  const back = await edge.enter(address, user("ada"), socket);
  back.receive([ask("0:0", "0:1"), fetch]);
  await clock.advance(2_000);
  expect(answers(socket)).toEqual([["0:0"], "end"]);
});

test("[RM45] the answer names no ops of others", async () => {
  const { edge, clock, store } = openTestHost();
  store.flushAtOnce();
  const first = await edge.enter(address, user("ada"), createRecordingSocket());
  first.receive([fetch, { type: 201, ops: [set("0:0")] }]);
  await clock.advance(20);
  const socket = createRecordingSocket();
  const other = await edge.enter(address, user("bob"), socket);
  other.receive([ask("0:0")]);
  await clock.advance(20);
  expect(answers(socket)).toEqual([[]]);
});

test("[RM45] the answer waits until the ops that it names are durable", async () => {
  const { edge, clock, store } = openTestHost();
  const socket = createRecordingSocket();
  const entering = edge.enter(address, user("ada"), socket);
  const connection = await entering;
  await store.flush();
  connection.receive([fetch]);
  await clock.advance(20);
  await store.flush();
  connection.receive([{ type: 201, ops: [set("0:0")] }]);
  await clock.advance(20);
  connection.receive([ask("0:0")]);
  await clock.advance(20);
  expect(answers(socket)).toEqual(["end"]);
  await store.flush();
  await clock.advance(20);
  expect(answers(socket)).toEqual([["0:0"]]);
});
