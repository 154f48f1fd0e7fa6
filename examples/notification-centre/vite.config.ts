import { json } from "node:stream/consumers";
import react from "@vitejs/plugin-react";
import { readSettings, weft } from "@weft/example-shared/vite";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { notify } from "./src/back-end/notify.ts";
import type { Notice } from "./src/back-end/notices.ts";

const { serverUrl, secretKey } = readSettings(import.meta.dirname);
const notifyPath = "/internal/demo/notify";

/** In development with a project of your own, notifications are triggered here, as your back end would. */
function ownNotifications(): Plugin {
  return {
    name: "own-notifications",
    apply: "serve",
    configureServer({ middlewares }) {
      if (secretKey === undefined) return;
      middlewares.use(notifyPath, (request, response, next) => {
        json(request)
          .then((notice) => notify({ secretKey, serverUrl }, notice as Notice))
          .then(() => response.end("{}"), next);
      });
    },
  };
}

export default defineConfig({
  plugins: [react(), weft(), ownNotifications()],
  server: {
    proxy: {
      // The server answers pages of its own origin only.
      [notifyPath]: { target: serverUrl, changeOrigin: true, headers: { origin: new URL(serverUrl).origin } },
    },
  },
});
