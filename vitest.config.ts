import { defineConfig } from "vitest/config";
import { browserBuilds, importsBrowserBuilds } from "@weft/testkit/framework-builds";
import { workersFromBundles } from "./scripts/test-workers.ts";

/** Unit, property and contract tests: no network, no browser, no server process. */
export default defineConfig({
  plugins: [workersFromBundles],
  resolve: { alias: browserBuilds },
  test: {
    include: [
      "packages/*/src/**/*.test.{ts,tsx}",
      "packages/*/suites/**/*.test.ts",
      "examples/*/src/**/*.test.ts",
      "apps/*/app/**/*.test.ts",
      "scripts/*.test.ts",
      "bench/capacity.test.ts",
    ],
    globalSetup: ["./scripts/test-workers.ts", "./packages/store/src/testing/sweep-databases.ts"],
    server: { deps: { inline: importsBrowserBuilds } },
    testTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
