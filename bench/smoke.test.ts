import { join } from "node:path";
import { expect, test } from "vitest";
import type { Run, Scenario } from "./scenario.ts";
import { referenceSubject, weftSubject } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { openReference, openWeft } from "./servers.ts";

/**
 * One of each kind: the others differ only in numbers. The memory scenario waits for rooms to be unloaded, and runs
 * only in the bench.
 */
const kinds = [
  "presence-quiet",
  "join",
  "storage-push",
  "cold-1k",
  "rest-get",
  "rest-authorize",
  "rest-initialise",
  "disturb-return",
  "document-2x20",
  "document-replay",
  "storage-rooms-postgres",
  "comment-create",
  "comment-create-user",
  "threads-list",
  "threads-list-postgres",
  "inbox-list",
  "webhooks-1",
  "webhooks-20",
  "start",
  "connections-10k",
  "cluster-ack",
  "cluster-crowd",
  "cluster-drain",
];
const root = join(import.meta.dirname, "..");

async function expectFinite(scenario: Scenario): Promise<void> {
  const run: Run = { index: 1, pace: "moment", mark: "smoke" };
  await using weft = await openWeft(root, scenario.limits ?? {}, scenario.database);
  const samples = [await scenario.measure(weftSubject("weft", weft), run)];
  const { reference, beside = [] } = scenario;
  for (const file of reference === undefined ? [] : [reference, ...beside]) {
    await using server = await openReference(file, scenario.database);
    samples.push(await scenario.measure(referenceSubject(file, file, server), run));
  }
  for (const sample of samples)
    for (const { key } of scenario.figures) {
      const value = sample[key];
      if (value !== undefined) expect(value, `${scenario.name} ${key}`).toSatisfy(Number.isFinite);
    }
}

// One after another: side by side they leave each other so little of the cores that a window may pass without an answer.
test.each(kinds)("the scenario %s completes and returns finite numbers", async (name) => {
  await expectFinite(scenarios.find((scenario) => scenario.name === name)!);
});
