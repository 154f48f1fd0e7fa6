/** How every example is built: same targets, same public files, its own address below `/play/`. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin, UserConfig } from "vite";

const serverUrl = process.env["WEFT_URL"] ?? "http://localhost:7070";

/**
 * The Vite configuration of the example in the folder `name`.
 *
 * In development the demo project's keys come from a running server: `WEFT_URL` says where it is. `WEFT_PUBLIC_KEY` names
 * a project of one's own instead.
 */
export function exampleConfig(name: string): UserConfig {
  return {
    base: `/play/${name}/`,
    publicDir: fileURLToPath(new URL("./public", import.meta.url)),
    plugins: [react(), ownProject(process.env["WEFT_PUBLIC_KEY"])],
    build: { target: "es2023", cssTarget: ["chrome123", "firefox120", "safari17.5"], emptyOutDir: true },
    server: {
      proxy: {
        // Asked under its own name, the server answers its own address, to which the client then connects directly.
        "/play/config.json": { target: serverUrl, changeOrigin: true },
      },
    },
  };
}

/** Answers for the server, in development, which project the page is of. */
function ownProject(publicKey: string | undefined): Plugin {
  return {
    name: "own-project",
    apply: "serve",
    configureServer({ middlewares }) {
      if (publicKey === undefined) return;
      middlewares.use("/play/config.json", (_request, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ publicKey, baseUrl: serverUrl }));
      });
    },
  };
}
