import react from "@vitejs/plugin-react";
import { readSettings, weft } from "@weft/example-shared/vite";
import { defineConfig } from "vite";

const { serverUrl } = readSettings(import.meta.dirname);
const { RECEIVER_URL: receiverUrl } = process.env;

/** `RECEIVER_URL` names a receiver of your own, started by `npm run receiver`. Without, the page shows the server's. */
export default defineConfig({
  plugins: [react(), weft()],
  define: { "import.meta.env.VITE_OWN_RECEIVER": JSON.stringify(receiverUrl !== undefined) },
  server: {
    proxy: {
      "/play/webhooks": { target: serverUrl, changeOrigin: true },
      "/receiver": { target: receiverUrl, rewrite: (path: string) => path.replace(/^\/receiver/u, "") },
    },
  },
});
