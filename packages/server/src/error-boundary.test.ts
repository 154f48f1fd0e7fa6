import { createManualClock } from "@weft/room/suites/fakes.ts";
import { expect, test, vi } from "vitest";
import { containTimers, createErrorBoundary } from "./error-boundary.ts";

function world() {
  const log = { error: vi.fn<(entry: object, message: string) => void>() };
  const contained = vi.fn<() => void>();
  return { log, contained, boundary: createErrorBoundary({ log, contained }) };
}

const broken = () => {
  throw new Error("broken");
};

test.for([
  ["throws", broken],
  ["rejects", async () => broken()],
])("a handler that %s is logged and counted once, and what it served is ended", async ([, handler]) => {
  const { log, contained, boundary } = world();
  const ended = Promise.withResolvers<void>();
  boundary.run("test", handler as () => unknown, ended.resolve);
  await ended.promise;
  expect(contained).toHaveBeenCalledTimes(1);
  expect(log.error.mock.calls).toEqual([
    [{ err: new Error("broken"), handler: "test" }, "an unexpected error was contained"],
  ]);
});

test("a handler that succeeds ends nothing", async () => {
  const { contained, boundary } = world();
  const end = vi.fn<() => void>();
  const done = Promise.withResolvers<void>();
  boundary.run("test", () => undefined, end);
  boundary.run("test", async () => done.resolve(), end);
  await done.promise;
  expect(end).not.toHaveBeenCalled();
  expect(contained).not.toHaveBeenCalled();
});

test("an error while ending is contained, too", () => {
  const { contained, boundary } = world();
  boundary.run("test", broken, broken);
  expect(contained).toHaveBeenCalledTimes(2);
});

test("timers and deferred work that fail are contained, and others run", async () => {
  const { contained, boundary } = world();
  const manual = createManualClock();
  const clock = containTimers(manual, boundary);
  const ran = vi.fn<() => void>();
  clock.setTimer(1, broken);
  clock.setTimer(2, async () => broken());
  clock.setTimer(3, ran);
  clock.setTimer(4, ran).cancel();
  clock.defer(broken);
  clock.defer(ran);
  await manual.advance(10);
  expect(contained).toHaveBeenCalledTimes(3);
  expect(ran).toHaveBeenCalledTimes(2);
  expect(clock.monotonic()).toBe(manual.monotonic());
});
