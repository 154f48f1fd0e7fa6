import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { colouredSnippets } from "./app/home/coloured-snippets.ts";
import { contentPlugins } from "./app/docs/plugins.ts";
import { chunkGroups } from "./chunk-groups.ts";

// In development the pages come from here, and everything that answers from a running server.
const server = process.env["WEFT_URL"] ?? "http://localhost:7070";
const answered = ["/internal", "/ai", "/mcp", "/v2", "/v7", "/v8", "/play", "/files", "/health", "/metrics"];

export default defineConfig({
  plugins: [tailwind(), ...contentPlugins(), colouredSnippets(), reactRouter(), entriesInGroups(), moduleFailures()],
  build: { target: "es2023", cssTarget: ["chrome123", "firefox120", "safari17.5"] },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } } },
  server: {
    watch: { ignored: ["**/build/**"] },
    proxy: Object.fromEntries(
      answered.map((path) => [path, { target: server, ws: /^\/(v\d|internal|ai)$/.test(path) }]),
    ),
  },
});

/**
 * Lets a route's module be in the chunk of its group, which then exports more than the route does. React Router's
 * setting keeps the exports exact, and so adds a file of one line in front of the group.
 */
function entriesInGroups(): Plugin {
  return {
    name: "weft:entries-in-groups",
    enforce: "post",
    configEnvironment: (name) =>
      name === "client" ? { build: { rolldownOptions: { preserveEntrySignatures: "allow-extension" } } } : undefined,
  };
}

/**
 * The router reloads the page when the script of a route does not come, which replaces the app by the browser's error page while
 * the server is away. It has no setting for that. The build fails if the place is not found in a later release.
 */
function moduleFailures(): Plugin {
  const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/u;
  let replaced = false;
  return {
    name: "weft:module-failures",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (!/[\\/]react-router[\\/]/u.test(id) || !code.includes("Error loading route module")) return;
      replaced = reload.test(code);
      return { code: code.replace(reload, "return window.weftModuleFailed(route.module, error);"), map: null };
    },
    buildEnd(error) {
      if (error === undefined && !replaced)
        this.error("React Router's reload after a failed route module was not found.");
    },
  };
}
