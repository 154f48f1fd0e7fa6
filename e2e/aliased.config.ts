/** Journeys through examples that were built with other packages: scripts/try-aliases.ts runs them. */
import { defineConfig } from "vitest/config";
import config from "./vitest.config.ts";

export default defineConfig({ ...config, test: { ...config.test, globalSetup: "./aliased-build.ts" } });
