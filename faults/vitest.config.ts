import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests that check what a server stores and answers, not how fast. */
const untimed = [
  "answers",
  "backup",
  "comments",
  "erasure",
  "feeds",
  "files",
  "ingestion",
  "isolation",
  "jobs-and-events",
  "kill",
  "large-rooms",
  "merges",
  "packages",
  "power-cut",
  "query",
  "secrets",
  "server-package",
  "strangers",
  "uploaded-pages",
  "webhooks",
].map((name) => `${name}.test.ts`);

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    globalSetup: "./build.ts",
    // Long enough for several waits, each with its own timeout (`hungMs`) and error message.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    // The output of a failure on another machine is all there is, so lists are printed in full.
    chaiConfig: { truncateThreshold: 0 },
    pool: "forks",
    // The SDK writes to the console whenever a connection fails, which is what these tests are about.
    silent: true,
    projects: [
      // Two files at a time: most of them restart a server again and again, which uses one core.
      { extends: true, test: { name: "untimed", include: untimed, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      // One file at a time: each measures its servers, so it needs the cores for itself.
      {
        extends: true,
        test: {
          name: "timed",
          include: ["*.test.ts"],
          exclude: untimed,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
