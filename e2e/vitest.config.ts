import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";
import { hungMs } from "./patience.ts";

/** The file that takes longest comes first, so that nothing waits for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith("/every-page.test.ts"));
    return (await super.sort(files)).toSorted((a, b) => isLongest(b) - isLongest(a));
  }
}

/** `npx vitest run --config e2e/vitest.config.ts`: user journeys in a real browser, against a whole server. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    include: ["*.test.ts"],
    globalSetup: "./build.ts",
    sequence: { sequencer: LongestFirst },
    // Long enough for several waits, each with its own timeout (`hungMs`) and error message.
    testTimeout: 180_000,
    expect: { poll: { timeout: hungMs } },
    // The output of a failure on another machine is all there is, so lists are printed in full.
    chaiConfig: { truncateThreshold: 0 },
    hookTimeout: 120_000,
    pool: "forks",
    // Each file has its own browser and server. Journeys mostly wait, so two share two cores well.
    maxWorkers: 2,
  },
});
