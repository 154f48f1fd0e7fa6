import { Session } from "node:inspector/promises";
import type { Op } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket, settled } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";

/** Names and counts of the functions of a module that run meanwhile. */
async function callsIn(module: string, work: () => Promise<void>): Promise<Record<string, number>> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await session.post("Profiler.takePreciseCoverage");
    await work();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const functions = result.filter(({ url }) => url.endsWith(module)).flatMap((script) => script.functions);
    const counts = functions.map(({ functionName, ranges }) => [functionName, ranges[0]!.count] as const);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  } finally {
    session.disconnect();
  }
}

test("a change of Storage enters the mailbox twice: with its frame, and when its commit is flushed", async () => {
  const { edge, clock, store } = openTestHost();
  const enter = async () => {
    const socket = createRecordingSocket();
    const connection = await edge.enter(address, { scopes: ["*:write"], storage: "write", version: 8 }, socket);
    connection.receive([{ type: 200 }]);
    return { socket, connection };
  };
  store.flushAtOnce();
  const writer = await enter();
  const reader = await enter();
  const set = (at: number): Op => ({ type: 3, id: "root", opId: `${writer.connection.actor}:${at}`, data: { x: at } });
  writer.connection.receive([{ type: 201, ops: [set(0)] }]);
  await clock.advance(5_000);

  const calls = await callsIn("room/src/mailbox.ts", async () => {
    writer.connection.receive([{ type: 201, ops: [set(1)] }]);
    await settled();
    await clock.advance(100);
  });
  for (const { socket } of [writer, reader])
    expect(socket.messages.at(-1)).toMatchObject({ type: 201, ops: [{ data: { x: 1 } }] });
  expect(calls).toEqual({ received: 1, "#admitsFetches": 1, decider: expect.any(Number), flushed: 1 });
});
