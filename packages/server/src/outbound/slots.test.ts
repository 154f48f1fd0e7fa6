import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";
import type { SlotWork } from "./slots.ts";

const bounds = { atOnce: 4, perName: 4, perOwner: 2, waiting: 8, waitingPerOwner: 3 };
const { signal } = new AbortController();

/** Slots of which each piece of work notes when it begins, and runs until a test ends it. */
function open(change: Partial<typeof bounds> = {}) {
  const slots = createSlots({ ...bounds, ...change });
  const begun: string[] = [];
  const frees = new Map<string, () => void>();
  const begin = async (label: string, work: SlotWork, until = signal) => {
    const free = await slots.take(work, until);
    begun.push(free === undefined ? `${label} refused` : label);
    if (free !== undefined) frees.set(label, free);
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (label: string) => {
    frees.get(label)!();
    frees.delete(label);
    await settled();
  };
  return { begin, end, begun, settled };
}

test("[OC5] an owner whose hosts do not answer leaves slots to the others", async () => {
  const { begin, begun, settled } = open();
  for (let n = 0; n < 4; n++) void begin(`greedy ${n}`, { name: `tar-pit-${n}`, owner: "greedy" });
  void begin("quiet", { name: "host", owner: "quiet" });
  await settled();
  expect(begun).toEqual(["greedy 0", "greedy 1", "quiet"]);
});

test("[OC5] owners take turns, and the work of one begins in order", async () => {
  const { begin, end, begun, settled } = open({ atOnce: 1 });
  void begin("a0", { name: "h", owner: "a" });
  for (const label of ["a1", "a2", "a3"]) void begin(label, { name: "h", owner: "a" });
  for (const label of ["b1", "b2"]) void begin(label, { name: "h", owner: "b" });
  void begin("own", { name: "h" });
  await settled();
  for (const label of ["a0", "a1", "b1", "own", "a2", "b2"]) await end(label);
  expect(begun).toEqual(["a0", "a1", "b1", "own", "a2", "b2", "a3"]);
});

test("[OC5] what waits is bounded in total and by owner, and may give up", async () => {
  const { begin, end, begun, settled } = open({ atOnce: 1, waiting: 5 });
  void begin("a0", { name: "h", owner: "a" });
  const patience = new AbortController();
  void begin("a1", { name: "h", owner: "a" }, patience.signal);
  for (let n = 2; n < 5; n++) void begin(`a${n}`, { name: "h", owner: "a" });
  for (let n = 0; n < 3; n++) void begin(`b${n}`, { name: "h", owner: "b" });
  await settled();
  expect(begun).toEqual(["a0", "a4 refused", "b2 refused"]);
  patience.abort();
  await settled();
  void begin("b3", { name: "h", owner: "b" });
  await settled();
  for (const label of ["a0", "a2", "b0", "a3", "b1"]) await end(label);
  expect(begun).toEqual(["a0", "a4 refused", "b2 refused", "a1 refused", "a2", "b0", "a3", "b1", "b3"]);
});
