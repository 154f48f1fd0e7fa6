import { limits } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { expect, test } from "vitest";
import { openOutboxLoop } from "./outbox-loop.ts";

test("[OB2] an event waits until a read that began after it has succeeded", async () => {
  const clock = createManualClock();
  const disk = { failing: true, reads: 0 };
  let added = () => {};
  await using loop = openOutboxLoop({
    outbox: { onAdded: (listener) => void (added = listener) },
    read: async () => {
      disk.reads++;
      if (disk.failing) throw new Error("The disk is full.");
    },
    failed: () => {},
    clock,
    limits,
  });
  await clock.advance(limits.jobPollMs);
  expect(disk.reads).toBeGreaterThan(0);
  // What was there at the start counts from then.
  expect(loop.waitingMs).toBe(limits.jobPollMs);
  disk.failing = false;
  await clock.advance(limits.jobPollMs);
  expect(loop.waitingMs).toBe(0);

  disk.failing = true;
  added();
  await clock.advance(10);
  added();
  expect(loop.waitingMs).toBe(10);
  await clock.advance(1_000);
  expect(loop.waitingMs).toBe(1_010);
  disk.failing = false;
  await clock.advance(limits.jobPollMs);
  expect(loop.waitingMs).toBe(0);
});
