import { expect, test } from "vitest";
import { collectHeap, createIdleCollection } from "./idle-collection.ts";

const MB = 1_024 * 1_024;

function openHeap() {
  const heap = { used: 40 * MB, live: 40 * MB, busy: 0, collections: 0 };
  const look = createIdleCollection({
    usedBytes: () => heap.used,
    busyShare: () => heap.busy,
    collect() {
      heap.collections++;
      heap.used = heap.live;
    },
  });
  look();
  return { heap, look };
}

test("garbage of many connections is collected once the server is idle", () => {
  const { heap, look } = openHeap();
  heap.used = 220 * MB;
  heap.busy = 0.5;
  look();
  expect(heap.collections).toBe(0);
  heap.busy = 0.01;
  look();
  expect([heap.collections, heap.used]).toEqual([1, 40 * MB]);
});

test("little garbage is left to V8", () => {
  const { heap, look } = openHeap();
  heap.used = 80 * MB;
  look();
  expect(heap.collections).toBe(0);
});

test("a large heap is left to V8, as collecting it would take long", () => {
  const { heap, look } = openHeap();
  heap.used = 600 * MB;
  look();
  expect(heap.collections).toBe(0);
});

test("what is in use is not collected again and again", () => {
  const { heap, look } = openHeap();
  heap.used = 220 * MB;
  heap.live = 200 * MB;
  look();
  look();
  heap.used = 300 * MB;
  look();
  expect(heap.collections).toBe(1);
});

test("the heap of this thread is collected", async () => {
  const garbage = (() => new WeakRef({}))();
  // An object that was referred to weakly stays until the turn is over.
  await new Promise(setImmediate);
  collectHeap();
  expect(garbage.deref()).toBeUndefined();
});
