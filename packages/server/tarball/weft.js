#!/usr/bin/env node
/**
 * The command of the package. The server runs on the version of Node.js that is installed with the package, whichever
 * version runs this file.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const [wanted] = dependencies.node.split(".");

if (process.versions.node.split(".")[0] === wanted) {
  process.setSourceMapsEnabled(true);
  await import("../packages/server/dist/main.js");
} else {
  const folder = dirname(createRequire(import.meta.url).resolve("node/package.json"));
  const program = join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(program)) runOn(program);
  else {
    console.error(
      `weft: Node.js ${wanted} is needed, and this is ${process.version}. The package "node" brings it, but its install script did not run: run "npm rebuild node", or use Node.js ${wanted}.`,
    );
    process.exitCode = 1;
  }
}

/** Signals reach the server, and its exit code becomes this process's own. */
function runOn(program) {
  const server = spawn(program, process.argv.slice(1), { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => server.kill(signal));
  server.on("error", (error) => {
    console.error(`weft: ${program} cannot be run: ${error.message}.`);
    process.exitCode = 1;
  });
  server.on("exit", (code) => (process.exitCode = code ?? 1));
}
