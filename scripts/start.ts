/**
 * `npm start`: builds what is missing, then serves in the same process, so that signals reach the server. Where
 * possible, the process is replaced, so that it does not keep the modules of the build.
 */
import { fileURLToPath } from "node:url";
import { restartLean } from "@weft/server/lean-process";
import { readBuildState } from "./build-state.ts";

const steps = ["./build-server.ts", "./build-examples.ts", "./build-create-weft.ts", "./build-site.ts"];
const server = new URL("../packages/server/dist/main.js", import.meta.url);
const hasFailed = () => process.exitCode !== undefined && process.exitCode !== 0;

const state = readBuildState();
if (!state.isUnchanged) {
  for (const step of steps) {
    await import(new URL(step, import.meta.url).href);
    if (hasFailed()) break;
  }
  if (!hasFailed()) state.isBuilt();
}
if (!hasFailed()) {
  restartLean(process, fileURLToPath(server));
  await import(server.href);
}
