import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** One file at a time: each starts servers, measures them, and wants the machine's cores for itself. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    include: ["*.test.ts"],
    // Long enough for several waits that each give up by themselves (`hungMs`), and say what they waited for.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    pool: "forks",
    fileParallelism: false,
    // The SDK writes to the console whenever a connection fails, which is what these tests are about.
    silent: true,
  },
});
