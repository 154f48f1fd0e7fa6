import react from "@vitejs/plugin-react";
import { emojiData } from "@weft/example-shared/emoji-data";
import { weft } from "@weft/example-shared/vite";
import { defineConfig } from "vite";
import type { Plugin } from "vite";

export default defineConfig({
  // Served as it is in development, so that the plugin sees it there, too.
  optimizeDeps: { exclude: ["@liveblocks/prosemirror"] },
  plugins: [react(), weft(), emojiData(), sameVersion()],
});

/**
 * `@liveblocks/prosemirror` is installed in 3.24.1, a release before the other packages (see `overrides` in the root
 * `package.json`). It compares its version with theirs when it is loaded, and would complain; its code fits.
 */
function sameVersion(): Plugin {
  return {
    name: "same-version",
    load(id) {
      if (!id.replaceAll("\\", "/").includes("/@liveblocks/prosemirror/dist/version.js")) return undefined;
      return 'export const PKG_NAME = "@liveblocks/prosemirror", PKG_VERSION = false, PKG_FORMAT = "esm";';
    },
  };
}
