import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { browserBuilds, importsBrowserBuilds } from "@weft/testkit/framework-builds";
import { packageAliases } from "./support/packages-under-test.ts";

/** `npx vitest run --config conformance/vitest.config.ts`: the official SDKs, unmodified, against our server. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { alias: [...packageAliases, ...browserBuilds] },
  test: {
    server: { deps: { inline: importsBrowserBuilds } },
    include: ["**/*.test.{ts,tsx}"],
    globalSetup: "./build.ts",
    // Long enough for several waits, each with its own timeout (`hungMs`) and error message.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // The output of a failure on another machine is all there is, so lists are printed in full.
    chaiConfig: { truncateThreshold: 0 },
    pool: "forks",
    maxWorkers: 2,
    // An SDK reports some problems only on the console, where tests can check them.
    silent: "passed-only",
  },
});
