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

/** `npx vitest run --config e2e/vitest.config.ts`: what a person does, in a real browser, against a whole server. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    include: ["*.test.ts"],
    globalSetup: "./build.ts",
    sequence: { sequencer: LongestFirst },
    // Long enough for several waits that each give up by themselves (`hungMs`), and say what they waited for.
    testTimeout: 180_000,
    expect: { poll: { timeout: hungMs } },
    // A failure on another machine is all that is known of it: lists are told whole.
    chaiConfig: { truncateThreshold: 0 },
    hookTimeout: 120_000,
    pool: "forks",
    // Each file has a browser and a server of its own. A journey waits most of its time, so two share two cores well.
    maxWorkers: 2,
  },
});
