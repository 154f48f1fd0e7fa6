/**
 * `npm run dev`: the server, restarted when one of its sources changes, with a demo project whose keys are always the
 * same, and in front of it the site, with hot reload. Open the site's address: it forwards to the server what it does
 * not render itself.
 *
 *   npm run dev -- [--site-port 5173]
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./sources.ts";

const { values } = parseArgs({ options: { "site-port": { type: "string", default: "5173" } } });
const sitePort = values["site-port"];
const siteFolder = join(root, "apps", "site");
const settleMs = 200;

await import("./build-examples.ts");
await import("./build-create-weft.ts");
if (process.exitCode === undefined || process.exitCode === 0) run();

function run(): void {
  const fromSite = createRequire(join(siteFolder, "package.json"));
  const reactRouter = join(dirname(fromSite.resolve("@react-router/dev/package.json")), "bin.cjs");
  const site = start([reactRouter, "dev", "--port", sitePort, "--strictPort"], siteFolder, {
    WEFT_URL: `http://localhost:${process.env["WEFT_PORT"] ?? "7070"}`,
  });
  let server = startServer();
  let state: "running" | "restarting" | "ending" = "running";

  function serverEnded(): void {
    // A crashed server stays down until the source changes.
    if (state !== "restarting") return;
    state = "running";
    server = startServer();
    server.on("exit", serverEnded);
  }
  server.on("exit", serverEnded);

  // Node's own --watch speaks through the message ports of worker threads, which the server's workers would take for
  // their own messages.
  let settling: NodeJS.Timeout | undefined;
  const watcher = watch(join(root, "packages"), { recursive: true }, (_event, file) => {
    if (file === null || !file.endsWith(".ts") || /\.test\.ts$|node_modules/u.test(file)) return;
    clearTimeout(settling);
    settling = setTimeout(restart, settleMs);
  });

  function restart(): void {
    if (state !== "running") return;
    state = "restarting";
    if (server.exitCode === null && server.signalCode === null) server.kill();
    else serverEnded();
  }

  function end(): void {
    state = "ending";
    clearTimeout(settling);
    watcher.close();
    server.kill();
    site.kill();
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  site.on("exit", (code) => {
    process.exitCode ||= state === "ending" ? 0 : (code ?? 1);
    end();
  });
}

function startServer(): ChildProcess {
  return start(["packages/server/src/main.ts"], root, {
    WEFT_DEMO_SECRET_KEY: "sk_dev_weft_demo_secret_key",
    WEFT_DEMO_PUBLIC_KEY: "pk_dev_weft_demo_public_key",
    WEFT_OUTBOUND: "any",
    WEFT_PUBLIC_URL: `http://localhost:${sitePort}`,
  });
}

/** The caller's environment takes precedence over the variables set here. */
function start(args: readonly string[], cwd: string, environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd, stdio: "inherit", env: { ...environment, ...process.env } });
}
