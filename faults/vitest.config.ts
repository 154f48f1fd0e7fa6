import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests about what is kept, whenever a process ends or whatever it is sent: how fast their servers are is of no account. */
const aboutKept = [
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
  "merges",
  "packages",
  "power-cut",
  "query",
  "secrets",
  "strangers",
  "uploaded-pages",
  "webhooks",
].map((name) => `${name}.test.ts`);

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    globalSetup: "./build.ts",
    // Long enough for several waits that each give up by themselves (`hungMs`), and say what they waited for.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    pool: "forks",
    // The SDK writes to the console whenever a connection fails, which is what these tests are about.
    silent: true,
    projects: [
      // A server that starts again and again uses one core.
      { extends: true, test: { name: "kept", include: aboutKept, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      // One file at a time: each measures its servers, and wants the machine's cores for itself.
      {
        extends: true,
        test: {
          name: "measured",
          include: ["*.test.ts"],
          exclude: aboutKept,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
