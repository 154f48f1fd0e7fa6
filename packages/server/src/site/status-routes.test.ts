import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

const minute = 60_000;

test("anyone reads when the server was available, from its start on", async () => {
  await using edge = await openTestEdge();
  const read = async () => (await edge.call("GET", "/internal/status")).body;
  const { statusHistory } = edge.services;
  await statusHistory.record();
  edge.advance(5 * minute);
  await statusHistory.record();
  // Two slots in which the server does not run.
  edge.advance(15 * minute);
  await statusHistory.record();
  expect(await read()).toEqual({
    serves: true,
    slotMinutes: 5,
    keptDays: 90,
    days: [{ date: "2023-11-14", available: 3, total: 5 }],
  });
});
