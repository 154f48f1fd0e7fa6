/**
 * `npm start`: builds what is missing, then serves in the same process, so that signals reach the server. Where
 * possible, the process is replaced, so that it does not keep the modules of the build.
 */
import { fileURLToPath } from "node:url";
import { restartLean } from "@weft/server/lean-process";
import { buildAll } from "./build-all.ts";

const server = new URL("../packages/server/dist/main.js", import.meta.url);

if (await buildAll()) {
  restartLean(process, fileURLToPath(server));
  await import(server.href);
}
