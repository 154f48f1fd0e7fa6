#!/usr/bin/env node
import { parseArgs } from "node:util";
import type { BackupReport } from "@weft/store";
import { StoreRefused, backupDatabase, restoreDatabase, verifyBackup } from "@weft/store";
import type { Logger } from "pino";
import { pino } from "pino";
import type { Config } from "./config.ts";
import { StartRefused, databaseOf, limitsOf, readConfig, settings } from "./config.ts";
import type { Server } from "./server.ts";
import { openServer } from "./server.ts";

interface Command {
  readonly usage: string;
  readonly does: string;
  run(args: readonly string[]): Promise<void> | void;
}

/** `weft --help` is printed from this. */
const commands: Readonly<Record<string, Command>> = {
  serve: {
    usage: "weft",
    does: "Run the server.",
    run: (args) => (args.length === 0 ? serve() : refuse("weft takes its settings from the environment")),
  },
  backup: {
    usage: "weft backup <file>",
    does: "Copy the embedded database into one file, also while the server runs, and verify the copy.",
    run: backup,
  },
  restore: {
    usage: "weft restore [--verify] [--overwrite] <file>",
    does: "Put a backup where the database is. With --verify, only read it from end to end and say what it holds.",
    run: restore,
  },
  help: { usage: "weft --help", does: "Print this.", run: () => void process.stdout.write(help()) },
};

async function run(args: readonly string[]): Promise<void> {
  const [name = "serve", ...rest] = args;
  const command = name === "--help" || name === "-h" ? commands["help"] : commands[name];
  if (command === undefined) refuse(`"${name}" is not a command`);
  await command.run(rest);
}

function refuse(why: string): never {
  throw new StartRefused(`${why}; run "weft --help" to see what there is.`);
}

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  // The announcement goes to stdout for a person; log lines go to stderr for a machine.
  const log = openLog(config);
  const stopped = Promise.withResolvers<void>();
  process.on("SIGTERM", stopped.resolve);
  process.on("SIGINT", stopped.resolve);
  await using server = await openServer(config, log);
  process.stdout.write(announcement(config, server));
  await stopped.promise;
  log.info("stopping: finishing what was begun and closing connections");
  // What cannot be finished by then is not: clients send again what was not acknowledged (C8).
  setTimeout(() => process.exit(1), limitsOf(config).drainDeadlineMs).unref();
}

/** Lines are written off the path of whoever logs; what comes while a write is on its way goes with the next. */
function openLog({ log: level }: Config): Logger {
  const destination = pino.destination({ dest: 2, sync: false });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

async function backup(args: readonly string[]): Promise<void> {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) refuse("weft backup takes the name of one file");
  await backupDatabase(databaseOf(readConfig(process.env)), file);
  process.stdout.write(describe(file, verifyBackup(file)));
}

async function restore(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { verify: { type: "boolean", default: false }, overwrite: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) refuse("weft restore takes the name of one file");
  const { verify, overwrite } = values;
  const report = verify
    ? verifyBackup(file)
    : await restoreDatabase(file, databaseOf(readConfig(process.env)), { overwrite });
  process.stdout.write(describe(file, report));
}

function describe(file: string, report: BackupReport): string {
  const { rooms, nodes, documentRows, versions, seqTotal, digest, busiest } = report;
  const lines = [
    `${file} is whole: ${rooms} rooms, ${nodes} Storage nodes, ${documentRows} document rows, ${versions} versions, ${seqTotal} ops.`,
    `Digest ${digest}`,
  ];
  for (const { project, room, seq } of busiest) lines.push(`  ${project}/${room}: last seq ${seq}`);
  return `${lines.join("\n")}\n`;
}

function announcement(config: Config, { url, port, demo, hasSite }: Server): string {
  const isLocal = config.host === "127.0.0.1" || config.host === "0.0.0.0";
  const address = config.publicUrl ?? (isLocal ? `http://localhost:${port}` : url);
  const pages = hasSite
    ? [
        `  Site           ${address}/`,
        `  Dashboard      ${address}/dashboard`,
        `  Documentation  ${address}/docs`,
        `  Examples       ${address}/examples`,
      ]
    : [];
  const lines = [
    "",
    `  Weft is running at ${address}`,
    "",
    ...pages,
    `  REST API       ${address}/v2/openapi.json`,
    "",
  ];
  if (demo !== undefined) {
    const secret = demo.secretKey ?? "(shown when it was made; set WEFT_DEMO_SECRET_KEY to have one that you know)";
    lines.push("  Demo project", `    public key   ${demo.publicKey}`, `    secret key   ${secret}`, "");
  }
  return `${lines.join("\n")}\n`;
}

function help(): string {
  const lines = ["", "weft: a server for real-time collaboration", "", "Commands"];
  for (const { usage, does } of Object.values(commands)) lines.push(`  ${usage}`, `      ${does}`);
  lines.push("", "Settings, by environment variable");
  for (const { env, description, default: fallback } of settings())
    lines.push(`  ${env}`, `      ${description}${fallback === undefined ? "" : ` Default: ${fallback}.`}`);
  lines.push("", "");
  return lines.join("\n");
}

try {
  await run(process.argv.slice(2));
} catch (cause) {
  const isOperators = cause instanceof StartRefused || cause instanceof StoreRefused || isBadOption(cause);
  if (!isOperators) throw cause;
  process.stderr.write(`weft: ${(cause as Error).message}\n`);
  process.exitCode = 1;
}

function isBadOption(cause: unknown): boolean {
  return cause instanceof TypeError && String((cause as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS");
}
