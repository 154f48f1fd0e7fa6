/** How every example is built: same targets, same public files, its own address below `/play/`. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";

/**
 * The Vite configuration of the example in the folder `name`.
 *
 * In development the demo project's keys come from a running server: `WEFT_URL` says where it is.
 */
export function exampleConfig(name: string): UserConfig {
  return {
    base: `/play/${name}/`,
    publicDir: fileURLToPath(new URL("./public", import.meta.url)),
    plugins: [react()],
    build: { target: "es2023", cssTarget: ["chrome123", "firefox120", "safari17.5"], emptyOutDir: true },
    server: {
      proxy: {
        // Asked under its own name, the server answers its own address, to which the client then connects directly.
        "/play/config.json": { target: process.env["WEFT_URL"] ?? "http://localhost:7070", changeOrigin: true },
      },
    },
  };
}
