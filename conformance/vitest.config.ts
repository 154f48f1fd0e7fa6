import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npx vitest run --config conformance/vitest.config.ts`: the official SDKs, unmodified, against our server. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    include: ["**/*.test.ts"],
    globalSetup: "./build.ts",
    // Long enough for several waits that each give up by themselves (`hungMs`), and say what they waited for.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // A failure on another machine is all that is known of it: lists are told whole.
    chaiConfig: { truncateThreshold: 0 },
    pool: "forks",
    maxWorkers: 2,
    // An SDK reports some of its troubles only on the console; a test that cares about them listens there.
    silent: "passed-only",
  },
});
