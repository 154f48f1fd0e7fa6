/**
 * `npm start`: builds what is not built yet, then serves, as the same process, so that signals reach the server. The process
 * is replaced where that is possible: what was loaded to build is not kept.
 */
import { fileURLToPath } from "node:url";
import { restartLean } from "@weft/server/lean-process";

const steps = ["./build-server.ts", "./build-examples.ts", "./build-create-weft.ts", "./build-site.ts"];
const server = new URL("../packages/server/dist/main.js", import.meta.url);

for (const step of steps) {
  await import(new URL(step, import.meta.url).href);
  if (process.exitCode !== undefined && process.exitCode !== 0) break;
}
if (process.exitCode === undefined || process.exitCode === 0) {
  restartLean(process, fileURLToPath(server));
  await import(server.href);
}
