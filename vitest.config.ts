import { defineConfig } from "vitest/config";

/** Unit, property and contract tests: no network, no browser, no server process. */
export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "packages/*/suites/**/*.test.ts",
      "examples/*/src/**/*.test.ts",
      "apps/*/app/**/*.test.ts",
    ],
    testTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
