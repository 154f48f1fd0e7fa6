import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npx vitest run --config e2e/vitest.config.ts`: what a person does, in a real browser, against a whole server. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    include: ["*.test.ts"],
    globalSetup: "./build.ts",
    testTimeout: 60_000,
    // A loaded machine sometimes holds back the frames of a page that is not in front; a journey may be walked again.
    retry: 5,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    pool: "forks",
    // Each file has a browser and a server of its own; side by side they would only wait for each other.
    fileParallelism: false,
  },
});
