import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { colouredSnippets } from "./app/home/coloured-snippets.ts";
import { contentPlugins } from "./app/docs/plugins.ts";
import { chunkGroups } from "./chunk-groups.ts";

// In development the pages come from here, and everything that answers from a running server.
const server = process.env["WEFT_URL"] ?? "http://localhost:7070";
const answered = ["/internal", "/ai", "/mcp", "/v2", "/v7", "/v8", "/play", "/files", "/health", "/metrics"];

export default defineConfig({
  plugins: [tailwind(), ...contentPlugins(), colouredSnippets(), reactRouter()],
  build: { target: "es2023", cssTarget: ["chrome123", "firefox120", "safari17.5"] },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } } },
  server: {
    watch: { ignored: ["**/build/**"] },
    proxy: Object.fromEntries(
      answered.map((path) => [path, { target: server, ws: /^\/(v\d|internal|ai)$/.test(path) }]),
    ),
  },
});
