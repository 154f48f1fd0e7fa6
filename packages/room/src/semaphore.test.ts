import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A semaphore whose callers note when they get a permit, and hold it until the test releases it. */
function open(permits: number) {
  const semaphore = new Semaphore(permits);
  const begun: string[] = [];
  const held = new Map<string, Disposable>();
  const acquire = async (caller: string, signal?: AbortSignal) => {
    held.set(caller, await semaphore.acquire(signal));
    begun.push(caller);
  };
  const release = async (caller: string) => {
    held.get(caller)![Symbol.dispose]();
    await settled();
  };
  return { semaphore, begun, acquire, release };
}

test("callers get permits in the order in which they ask", async () => {
  const { semaphore, begun, acquire, release } = open(2);
  for (const caller of ["a", "b", "c", "d"]) void acquire(caller);
  await settled();
  expect(begun).toEqual(["a", "b"]);
  expect([semaphore.held, semaphore.waiting]).toEqual([2, 2]);
  await release("b");
  await release("a");
  expect(begun).toEqual(["a", "b", "c", "d"]);
  for (const caller of ["c", "d"]) await release(caller);
  expect([semaphore.held, semaphore.waiting]).toEqual([0, 0]);
});

test("a caller that comes after a release does not overtake one that waits", async () => {
  const { begun, acquire, release } = open(1);
  void acquire("first");
  void acquire("waits");
  await settled();
  const released = release("first");
  void acquire("late");
  await released;
  expect(begun).toEqual(["first", "waits"]);
});

test("a permit that is released twice is free once", async () => {
  const { semaphore, begun, acquire, release } = open(1);
  for (const caller of ["a", "b", "c"]) void acquire(caller);
  await settled();
  await release("a");
  await release("a");
  expect(begun).toEqual(["a", "b"]);
  await release("b");
  await release("c");
  await release("c");
  expect(semaphore.held).toBe(0);
});

test("a caller whose signal aborts leaves the queue", async () => {
  const { semaphore, begun, acquire, release } = open(1);
  const canceled = new AbortController();
  void acquire("a");
  const waits = acquire("b", canceled.signal);
  void acquire("c", new AbortController().signal);
  canceled.abort(new Error("canceled"));
  await expect(waits).rejects.toThrow("canceled");
  await expect(acquire("d", canceled.signal)).rejects.toThrow("canceled");
  expect(semaphore.waiting).toBe(1);
  await release("a");
  expect(begun).toEqual(["a", "c"]);
});

test("a signal that aborts once the permit is held changes nothing", async () => {
  const { semaphore, begun, acquire, release } = open(1);
  const canceled = new AbortController();
  void acquire("a");
  void acquire("b", canceled.signal);
  await settled();
  await release("a");
  canceled.abort();
  expect(begun).toEqual(["a", "b"]);
  expect([semaphore.held, semaphore.waiting]).toEqual([1, 0]);
});
