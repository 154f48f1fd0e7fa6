import { signalsSuite } from "@weft/collab/suites/signals.suite.ts";
import type { Signal } from "@weft/collab";
import { expect, test } from "vitest";
import { createClusterSignals } from "./cluster-signals.ts";

/** Nodes that tell each other at once, by copies. */
function connected(count: number) {
  const nodes = Array.from({ length: count }, createClusterSignals);
  for (const node of nodes)
    node.connect((signal) => {
      const copy = JSON.stringify(signal);
      for (const other of nodes) if (other !== node) other.take(JSON.parse(copy) as Signal);
    });
  return nodes;
}

signalsSuite("of a cluster", () => {
  const [one, two, three] = connected(3);
  return { processes: [one!, two!, three!], settle: () => Promise.resolve() };
});

test("[SG3] a node that has not joined yet hears itself alone", () => {
  const signals = createClusterSignals();
  const heard: string[] = [];
  signals.subscribe("eventsAdded", (_, from) => heard.push(from));
  signals.publish({ type: "eventsAdded" });
  expect(heard).toEqual(["here"]);
});

test("listeners are told that signals of other nodes may have been missed", () => {
  const signals = createClusterSignals();
  let missed = 0;
  const listening = signals.onMissed(() => missed++);
  signals.missed();
  listening[Symbol.dispose]();
  signals.missed();
  expect(missed).toBe(1);
});
