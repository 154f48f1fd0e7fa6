import type { Json } from "@weft/protocol";
import { expect, test } from "vitest";
import { createSignalNetwork } from "../../suites/signal-network.ts";
import { signalsSuite } from "../../suites/signals.suite.ts";
import { createInProcessSignals } from "./in-process-signals.ts";
import type { Signal } from "./signals.ts";

signalsSuite("of one process", () => ({ processes: [createInProcessSignals()], settle: async () => {} }));

signalsSuite("of three processes in a test", () => {
  const network = createSignalNetwork();
  return { processes: [network.join(), network.join(), network.join()], settle: () => network.settle() };
});

/** What JSON holds of a value. What is stored as JSON in any case may be declared `unknown`. */
type Plain<T> = unknown extends T
  ? T
  : T extends Json | undefined
    ? T
    : T extends ((...args: never) => unknown) | ReadonlyMap<never, unknown> | ReadonlySet<unknown> | Date | Uint8Array
      ? never
      : { [K in keyof T]: Plain<T[K]> };

test("[SG4] every signal is plain data", () => {
  // The compiler checks it: a signal with a Map, a Date, bytes or a function is not assignable.
  const asPlain = (signal: Signal): Plain<Signal> => signal;
  const signal: Signal = { type: "jobsAdded", jobs: [{ kind: "mail", dueAt: 1 }] };
  expect(JSON.parse(JSON.stringify(signal))).toEqual(asPlain(signal));
});

test("a network of a test loses signals, or holds them back, when it is told to", async () => {
  const network = createSignalNetwork();
  const [one, other] = [network.join(), network.join()];
  let heard = 0;
  let missed = 0;
  other.subscribe("eventsAdded", () => void heard++);
  for (const signals of [one, other]) signals.onMissed(() => void missed++);
  const publish = async () => {
    one.publish({ type: "eventsAdded" });
    await network.settle();
  };
  network.deliver("lost");
  await publish();
  network.deliver("held");
  await publish();
  expect([heard, missed]).toEqual([0, 0]);
  network.deliver("carried");
  await publish();
  expect([heard, missed]).toEqual([2, 1]);
});
