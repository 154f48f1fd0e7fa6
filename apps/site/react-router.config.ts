import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./app/prerender.ts";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  // The server that serves these files renders nothing itself: content is HTML at build time, the rest is drawn in the
  // browser from one fallback page.
  ssr: false,
  prerender: { paths: prerenderedPaths, concurrency: 2 },
} satisfies Config;
