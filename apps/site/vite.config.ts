import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { contentPlugins } from "./app/docs/plugins.ts";

// In development the pages come from here, and everything that answers from a running server.
const server = process.env["WEFT_URL"] ?? "http://localhost:7070";
const answered = ["/internal", "/v2", "/v7", "/v8", "/play", "/files", "/health", "/metrics"];

export default defineConfig({
  plugins: [tailwind(), ...contentPlugins(), reactRouter()],
  build: { target: "es2023", cssTarget: ["chrome123", "firefox120", "safari17.5"] },
  // What every page loads is one file, the shell and all that it stands on included: in pieces, as they are shared by
  // chance, it compresses to some 14 KB more.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "core",
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack[\\/](query-core|react-query))[\\/]|[\\/]app[\\/](root|entry\.client)\.tsx/,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    watch: { ignored: ["**/build/**"] },
    proxy: Object.fromEntries(
      answered.map((path) => [path, { target: server, ws: path.startsWith("/v") || path === "/internal" }]),
    ),
  },
});
