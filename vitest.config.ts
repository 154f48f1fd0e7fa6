import { configDefaults, defineConfig } from "vitest/config";
import { browserBuilds, importsBrowserBuilds } from "@weft/testkit/framework-builds";
import { workersFromBundles } from "./scripts/test-workers.ts";

const all = [
  "packages/*/src/**/*.test.{ts,tsx}",
  "packages/*/suites/**/*.test.ts",
  "examples/*/src/**/*.test.ts",
  "apps/*/app/**/*.test.ts",
  "scripts/*.test.ts",
  "bench/capacity.test.ts",
];

/**
 * They keep nothing in modules, so that files share a process and load modules once: to load them again for each file would take
 * as long as the tests. Tests of `protocol` and `crdt` do not: V8 remembers the keys of objects that were read (`docs/promises.md`).
 */
const together = ["packages/{room,document,collab}/{src,suites}/**/*.test.ts", "apps/site/app/**/*.test.ts"];

/** Unit, property and contract tests: no network, no browser, no server process. */
export default defineConfig({
  plugins: [workersFromBundles],
  resolve: { alias: browserBuilds },
  test: {
    globalSetup: ["./scripts/test-workers.ts", "./packages/store/src/testing/sweep-databases.ts"],
    server: { deps: { inline: importsBrowserBuilds } },
    testTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: "alone", include: all, exclude: [...configDefaults.exclude, ...together], isolate: true },
      },
      { extends: true, test: { name: "together", include: together, isolate: false } },
    ],
  },
});
