import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npm run test:bench`: whether every scenario still runs. It measures nothing. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: { include: ["*.test.ts"], testTimeout: 120_000, pool: "forks", fileParallelism: false },
});
