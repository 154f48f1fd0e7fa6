#!/usr/bin/env node
import { once } from "node:events";
import { parseArgs } from "node:util";
import type { BackupReport, MoveProgress, RoomReport } from "@weft/store";
import {
  StoreRefused,
  backupDatabase,
  moveDatabase,
  openStore,
  restoreDatabase,
  restoreFromCopies,
  verifyBackup,
  verifyCopies,
} from "@weft/store";
import type { Logger } from "pino";
import { pino } from "pino";
import manifest from "../package.json" with { type: "json" };
import { describeCheck } from "./commands/check.ts";
import type { Check } from "./commands/check.ts";
import type { Config } from "./config.ts";
import { createPlace } from "./backups.ts";
import { StartRefused, backupsOf, databaseOf, limitsOf, missingSettings, readConfig, settings } from "./config.ts";
import { openDataFolder } from "./data-folder.ts";
import { replaceMasterKey } from "./master-key.ts";
import { checkOpenFileLimit } from "./open-file-limit.ts";
import type { Server } from "./server.ts";

interface Command {
  readonly usage: string;
  readonly does: string;
  run(args: readonly string[]): Promise<void> | void;
}

/** The text of `weft --help`. */
const commands: Readonly<Record<string, Command>> = {
  serve: {
    usage: "weft",
    does: "Run the server.",
    run: (args) => (args.length === 0 ? serve() : refuse("weft takes its settings from the environment")),
  },
  backup: {
    usage: "weft backup <file>",
    does: "Copy the embedded database into one file, even while the server runs, and verify the copy.",
    run: backup,
  },
  restore: {
    usage: "weft restore [--verify] [--overwrite] (<file> | --from <place>) [--at <time>] [--to <folder>]",
    does: "Restore a backup over the database, or into another data folder: a file, or copies in a place named as in WEFT_BACKUP_TO, in their newest state or that of an earlier time. With --verify, only read it from end to end and say what it holds.",
    run: restore,
  },
  move: {
    usage: "weft move --from <database> --to <database>",
    does: "With the server stopped, copy everything from one database into another, empty one, and compare every row: each is sqlite:<file> or postgres://…, as in WEFT_DATABASE. Files stay where they are.",
    run: move,
  },
  "rotate-signing-keys": {
    usage: "weft rotate-signing-keys",
    does: "With the server stopped, switch to another master key: all sessions and tokens end.",
    run: rotateSigningKeys,
  },
  listen: {
    usage: "weft listen [--port <number>] [--secret <whsec_…>]",
    does: "Receive webhooks on this machine, verify their signatures with the endpoint's secret, and print them. The port is 7071 by default.",
    run: listen,
  },
  inspect: {
    usage: "weft inspect <room> [--url <server>] [--secret-key <sk_…>]",
    does: "Print a room of a running server as JSON: its settings, the connected users, and its Storage. The server is http://localhost:7070 by default; the key can also be in WEFT_SECRET_KEY.",
    run: inspect,
  },
  doctor: {
    usage: "weft doctor [--url <server>] [--public-key <pk_…>] [--idle <seconds>] [--json]",
    does: "Check the settings and what they name (folders, database, NATS servers, mail server, file store, limits), and a running server through its proxy: at WEFT_PUBLIC_URL by default. With a public key, hold a connection without traffic for 35 seconds, or as long as --idle says. Exits with 1 if something is wrong.",
    run: doctor,
  },
  version: {
    usage: "weft --version",
    does: "Print the version of this server.",
    run: () => void process.stdout.write(`${manifest.version}\n`),
  },
  help: { usage: "weft --help", does: "Print this.", run: () => void process.stdout.write(help()) },
};

/** Commands that are written as options. */
const commandsAsOptions: Readonly<Record<string, string>> = { "--help": "help", "-h": "help", "--version": "version" };

async function run(args: readonly string[]): Promise<void> {
  const [given = "serve", ...rest] = args;
  const name = commandsAsOptions[given] ?? given;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) refuse(`"${name}" is not a command`);
  await command.run(rest);
}

function refuse(why: string): never {
  throw new StartRefused(`${why}; run "weft --help" to see the commands.`);
}

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  // The announcement goes to stdout for a person; log lines go to stderr for a machine.
  const log = openLog(config);
  checkOpenFileLimit(limitsOf(config), log);
  const stopped = Promise.withResolvers<void>();
  process.on("SIGTERM", stopped.resolve);
  process.on("SIGINT", stopped.resolve);
  // Other commands start faster without it.
  const { openServer } = await import("./server.ts");
  await using server = await openServer(config, log);
  // Unhandled rejections arrive here, too (decision 13). An error before this line ends a start that cannot succeed.
  process.on("uncaughtException", (error, origin) => server.boundary.report(origin, error));
  // The reader of stdout may have closed it.
  process.stdout.on("error", () => {});
  process.stdout.write(announcement(config, server));
  await stopped.promise;
  log.info("stopping: finishing work in progress and closing connections");
  // Work that is not finished by then is abandoned: clients send unacknowledged changes again.
  setTimeout(() => process.exit(1), limitsOf(config).drainDeadlineMs).unref();
}

/** The most text that is buffered while stderr is blocked; further lines are dropped. */
const unwrittenLog = 4 * 1_024 * 1_024;

/** Writes asynchronously: lines logged during a write are written together by the next. */
function openLog({ log: level }: Config): Logger {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: unwrittenLog });
  // A full disk under the log does not end the server; later lines are tried again.
  destination.on("error", () => {});
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
    options: {
      verify: { type: "boolean", default: false },
      overwrite: { type: "boolean", default: false },
      from: { type: "string" },
      at: { type: "string" },
      to: { type: "string" },
    },
    allowPositionals: true,
  });
  const { verify, overwrite, from, at, to } = values;
  const config = readConfig(process.env);
  const url = databaseOf(to === undefined ? config : { ...config, data: to, database: undefined });
  if (from === undefined) {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) refuse("weft restore takes the name of one file, or --from");
    if (at !== undefined) refuse("--at goes with --from");
    const report = verify ? verifyBackup(file) : await restoreDatabase(file, url, { overwrite });
    process.stdout.write(describe(file, report));
    return;
  }
  if (positionals.length > 0) refuse("weft restore takes the name of one file, or --from");
  const instant = at === undefined ? undefined : Date.parse(at);
  if (Number.isNaN(instant)) refuse(`"${at}" is not a time such as 2026-11-22T18:00:00Z`);
  const copies = { place: await createPlace(backupsOf(config, from)!), at: instant };
  const rooms: string[] = [];
  const onRoom = ({ project, room, seq }: RoomReport) => void rooms.push(`  ${project}/${room}: last seq ${seq}`);
  const report = verify
    ? await verifyCopies(copies, { onRoom })
    : await restoreFromCopies(copies, url, { overwrite, onRoom });
  const head = describe(`The copy of ${new Date(report.at).toISOString()}`, { ...report, busiest: [] });
  process.stdout.write(`${[head.trimEnd(), ...rooms].join("\n")}\n`);
}

/** How often progress on a large table is reported. */
const progressMs = 5_000;

async function move(args: readonly string[]): Promise<void> {
  const { from, to } = parseArgs({
    args: [...args],
    options: { from: { type: "string" }, to: { type: "string" } },
  }).values;
  if (from === undefined || to === undefined) refuse("weft move takes --from <database> and --to <database>");
  let said = { at: Number.NEGATIVE_INFINITY, step: "", table: "" };
  // Progress goes to stderr, so that stdout holds the result alone.
  const onProgress = ({ step, table, done, rows }: MoveProgress) => {
    const at = performance.now();
    if (said.step === step && said.table === table && at - said.at < progressMs) return;
    said = { at, step, table };
    process.stderr.write(`${step} ${table}: ${done} of ${rows} rows\n`);
  };
  const { rows, rooms } = await moveDatabase(from, to, { onProgress });
  const lines = [
    `Moved ${rooms} rooms, ${rows} rows in all. Every row was compared.`,
    "Set WEFT_DATABASE to the new database before you start the server. The old one is unchanged: do not start a server on it again.",
    "The master key and uploaded files are not in a database and stay where they are: leave WEFT_DATA and WEFT_BLOBS as they are.",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

async function rotateSigningKeys(args: readonly string[]): Promise<void> {
  if (args.length > 0) refuse("weft rotate-signing-keys takes no arguments");
  const config = readConfig(process.env);
  openDataFolder(config.data, openLog(config));
  await using store = await openStore(databaseOf(config));
  await replaceMasterKey(config, store);
  process.stdout.write("The signing keys are deleted; each project makes a new one under the present master key.\n");
}

async function listen(args: readonly string[]): Promise<void> {
  const { port, secret } = parseArgs({
    args: [...args],
    options: { port: { type: "string", default: "7071" }, secret: { type: "string" } },
  }).values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) refuse(`"${port}" is not a port`);
  if (secret !== undefined && !secret.startsWith("whsec_")) refuse("the secret of an endpoint starts with whsec_");
  const { listenForWebhooks } = await import("./commands/listen.ts");
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const server = await listenForWebhooks({ port: Number(port), secret, print });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once("SIGTERM", stop).once("SIGINT", stop);
  await once(server, "close");
}

async function inspect(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { url: { type: "string", default: "http://localhost:7070" }, "secret-key": { type: "string" } },
    allowPositionals: true,
  });
  const [room, ...more] = positionals;
  if (room === undefined || more.length > 0) refuse("weft inspect takes the id of one room");
  const secretKey = values["secret-key"] ?? process.env["WEFT_SECRET_KEY"];
  if (secretKey === undefined) refuse("weft inspect needs a secret key: pass --secret-key or set WEFT_SECRET_KEY");
  if (!URL.canParse(values.url)) refuse(`"${values.url}" is not the address of a server`);
  const { inspectRoom } = await import("./commands/inspect.ts");
  const description = await inspectRoom({ room, url: values.url, secretKey });
  process.stdout.write(`${JSON.stringify(description, undefined, 2)}\n`);
}

async function doctor(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: "string" },
      "public-key": { type: "string" },
      idle: { type: "string", default: "35" },
      json: { type: "boolean", default: false },
    },
  });
  const { url, idle, json, "public-key": publicKey } = values;
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) refuse(`"${url}" is not an address`);
  if (!/^\d{1,4}$/.test(idle)) refuse(`"${idle}" is not a number of seconds`);
  const { examine } = await import("./commands/doctor.ts");
  const checks: Check[] = [];
  // Progress goes to stderr, so that stdout holds the results alone.
  const onProgress = (text: string) => void process.stderr.write(`${text}\n`);
  for await (const check of examine({ env: process.env, url, publicKey, idleMs: Number(idle) * 1_000, onProgress })) {
    checks.push(check);
    if (!json) process.stdout.write(`${describeCheck(check)}\n`);
  }
  if (json) process.stdout.write(`${JSON.stringify(checks, undefined, 2)}\n`);
  if (checks.some(({ result }) => result === "wrong")) process.exitCode = 1;
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

function announcement(config: Config, { url, port, demo, hasSite, hasAccount }: Server): string {
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
  const missing = missingSettings(config);
  if (missing.length > 0) {
    lines.push("  Not set", ...missing.map(({ env, effect }) => `    ${env.padEnd(20)} ${effect}`), "");
  }
  if (hasSite && !hasAccount)
    lines.push(`  Next: create the first account at ${address}/sign-up. It owns this server.`, "");
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

// Files that this process creates (database, log, backups, uploads) are readable by its own user only.
process.umask(0o077);

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
