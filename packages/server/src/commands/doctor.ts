/**
 * `weft doctor`: checks the settings, and what they name, without starting the server: folders, database, mail server, file
 * store, limits of this process, and, where a server runs, its public address through whatever is in front of it.
 *
 * Nothing is changed: a file that a check writes is deleted again.
 */
import { resolve } from "node:path";
import { BlobsRefused } from "@weft/collab";
import { StoreRefused, inspectDatabase } from "@weft/store";
import { createPlace } from "../backups.ts";
import type { Config, SettingFault } from "../config.ts";
import {
  StartRefused,
  backupsOf,
  blobsOf,
  clusterOf,
  databaseOf,
  embeddingModelOf,
  isLoopback,
  isOnlyThisMachine,
  limitsOf,
  mailOf,
  publicUrlOf,
  readSettings,
  settings,
  socialOf,
} from "../config.ts";
import { checkMailServer } from "../mail/mailer.ts";
import { checkOpenFileLimit, openFileLimit } from "../open-file-limit.ts";
import type { Check } from "./check.ts";
import { checkCluster, checkSharedDatabase } from "./doctor-cluster.ts";
import { checkFolder } from "./doctor-folder.ts";
import { checkServer, clockCheck } from "./doctor-server.ts";

export interface DoctorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The address of a running server. Defaults to `WEFT_PUBLIC_URL`, where a server may not run yet. */
  readonly url?: string | undefined;
  /** A public key of a project, to hold a connection open. */
  readonly publicKey?: string | undefined;
  /** How long a connection is held without traffic. */
  readonly idleMs: number;
  /** Says what is waited for, where that takes long. */
  readonly onProgress?: (text: string) => void;
}

/** How long a file store has to answer. */
const patienceMs = 10_000;

/** Runs the checks one after another, and yields each result when it is known. */
export async function* examine({ env, url, publicKey, idleMs, onProgress }: DoctorOptions): AsyncGenerator<Check> {
  const { config, faults } = readSettings(env);
  yield* checkSettings(config, faults);
  if (config === undefined) {
    yield checkFiles(undefined);
    yield { name: "everything else", result: "skipped", says: "It depends on the settings above." };
  } else {
    const { storageFileFreeFloor: floor } = limitsOf(config);
    yield* checkFolder({ name: "data folder", folder: config.data, setting: "WEFT_DATA", floor, holdsDatabase: true });
    yield* checkDatabase(config, floor);
    yield* checkCluster(config);
    yield await checkMail(config);
    yield* checkBlobs(config, floor);
    yield* checkBackups(config);
    yield* checkProxy(config);
    yield checkFiles(config);
  }
  const address = url ?? config?.publicUrl;
  if (address === undefined)
    yield {
      name: "running server",
      result: "skipped",
      says: "No address is known: pass --url or set WEFT_PUBLIC_URL.",
    };
  else {
    const { heartbeatMs } = limitsOf(config ?? { limits: {} });
    yield* checkServer({ address, isExpected: url !== undefined, publicKey, idleMs, heartbeatMs, onProgress });
  }
}

function* checkSettings(config: Config | undefined, faults: readonly SettingFault[]): Generator<Check> {
  const name = "settings";
  const names = settings().map(({ env }) => env);
  for (const { variable, message } of faults) {
    const near = names.includes(variable) ? undefined : nearestName(variable, names);
    yield {
      name,
      result: "wrong",
      says: message,
      advice:
        near !== undefined
          ? `Did you mean ${near}?`
          : names.includes(variable)
            ? `Correct the value of ${variable}.`
            : `Remove ${variable}.`,
    };
  }
  if (config === undefined) return;
  const found = new Set<string>();
  // Each refuses settings that do not go together. What a cluster needs may have been refused before.
  for (const read of [publicUrlOf, mailOf, embeddingModelOf, socialOf, blobsOf, backupsOf, clusterOf] as const)
    try {
      read(config);
    } catch (cause) {
      if (!(cause instanceof StartRefused)) throw cause;
      if (found.has(cause.message)) continue;
      found.add(cause.message);
      const check = { name, result: "wrong", says: cause.message } as const;
      // A cluster says itself what to set.
      yield read === clusterOf ? check : { ...check, advice: "Set both, or neither." };
    }
  if (faults.length === 0 && found.size === 0)
    yield { name, result: "ok", says: "All variables are settings with values that can be used." };
}

/** The name that a misspelled one probably stands for. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, distance: distanceBetween(given, name) }))
    .toSorted((one, other) => one.distance - other.distance);
  return nearest !== undefined && nearest.distance <= 3 ? nearest.name : undefined;
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++)
      next.push(Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length]!;
}

async function* checkDatabase(config: Config, floor: number): AsyncGenerator<Check> {
  const name = "database";
  try {
    const report = await inspectDatabase(databaseOf(config));
    const { says, folder, clockAheadMs } = report;
    yield { name, result: "ok", says };
    if (folder !== undefined && folder !== resolve(config.data))
      yield* checkFolder({ name: "database folder", folder, setting: "WEFT_DATABASE", floor, holdsDatabase: true });
    if (clockAheadMs !== undefined) yield clockCheck("database", clockAheadMs);
    yield* checkSharedDatabase(report, { isNode: config.nats !== undefined });
  } catch (cause) {
    if (!(cause instanceof StoreRefused)) throw cause;
    yield {
      name,
      result: "wrong",
      says: cause.message,
      advice: "Check WEFT_DATABASE, and that this machine may reach the database.",
    };
  }
}

async function checkMail(config: Config): Promise<Check> {
  const name = "mail";
  const { smtp, mailFrom } = config;
  if (smtp === undefined)
    return {
      name,
      result: "warning",
      says: "Emails are written to the log.",
      advice: "Set WEFT_SMTP and WEFT_MAIL_FROM before strangers can sign up.",
    };
  const { host } = new URL(smtp);
  try {
    await checkMailServer(smtp);
    return mailFrom === undefined
      ? { name, result: "wrong", says: `${host} answers, but emails have no sender.`, advice: "Set WEFT_MAIL_FROM." }
      : { name, result: "ok", says: `${host} answers and accepts this server.` };
  } catch (cause) {
    return {
      name,
      result: "wrong",
      says: `${host} cannot be used: ${(cause as Error).message}.`,
      advice: "Check host, port, user and password in WEFT_SMTP: smtps: is for TLS from the start, usually port 465.",
    };
  }
}

async function* checkBlobs(config: Config, floor: number): AsyncGenerator<Check> {
  const name = "files";
  const place = configured(() => blobsOf(config));
  if (place === undefined) return;
  if (place.kind === "folder") {
    yield* checkFolder({ name, folder: place.folder, setting: "WEFT_BLOBS", floor });
    return;
  }
  try {
    const { createBucketBlobs } = await import("@weft/blob/bucket");
    await answersInTime(createBucketBlobs(place).check());
    yield { name, result: "ok", says: `An object was written to ${place.endpoint} and deleted.` };
  } catch (cause) {
    const says = cause instanceof BlobsRefused ? cause.message : `${place.endpoint}: ${(cause as Error).message}`;
    yield {
      name,
      result: "wrong",
      says,
      advice: "Check the address and the region in WEFT_BLOBS, and that the key may put and delete objects.",
    };
  }
}

async function* checkBackups(config: Config): AsyncGenerator<Check> {
  const name = "copies";
  const place = configured(() => backupsOf(config));
  if (place === undefined) {
    if (config.database === undefined)
      yield {
        name,
        result: "warning",
        says: "The database is not copied to a second place.",
        advice: 'Set WEFT_BACKUP_TO, or run "weft backup" on a schedule.',
      };
    return;
  }
  if (place.kind === "folder") {
    yield* checkFolder({ name, folder: place.folder, setting: "WEFT_BACKUP_TO", floor: 0 });
    return;
  }
  try {
    const copies = await createPlace(place);
    await answersInTime(copies.put("weft-probe", new Uint8Array([120])).then(() => copies.delete("weft-probe")));
    yield { name, result: "ok", says: `An object was written to ${place.endpoint} and deleted.` };
  } catch (cause) {
    yield {
      name,
      result: "wrong",
      says: `${place.endpoint} cannot be written: ${(cause as Error).message}`,
      advice: "Check WEFT_BACKUP_TO, and that the key may list, get, put and delete objects.",
    };
  }
}

/** Undefined if the settings do not go together, which has been said before. */
function configured<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof StartRefused) return undefined;
    throw cause;
  }
}

async function answersInTime(work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs / 1_000} seconds`)), patienceMs);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function* checkProxy(config: Config): Generator<Check> {
  const name = "public address";
  const { publicUrl, trustProxy, host } = config;
  if (publicUrl === undefined) {
    if (isLoopback(host)) yield { name, result: "ok", says: "Only this machine reaches the server." };
    else
      yield {
        name,
        result: "warning",
        says: "Other machines reach the server, and links in emails point to localhost.",
        advice: "Set WEFT_PUBLIC_URL to the address that users open.",
      };
    return;
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "http:" && !isLoopback(hostname))
    yield {
      name,
      result: "warning",
      says: `${publicUrl} is not encrypted: browsers offer no passkeys there, and anyone on the way can read tokens.`,
      advice: "Put a proxy with a certificate in front, and set WEFT_PUBLIC_URL to https:.",
    };
  else yield { name, result: "ok", says: `Users reach the server at ${publicUrl}.` };
  if (trustProxy === 0 && isLoopback(host) && !isOnlyThisMachine(config))
    yield {
      name: "proxy headers",
      result: "warning",
      says: "The server listens for this machine alone, so a proxy is in front, and its X-Forwarded-For is not trusted: all users count as one address and share its limits.",
      advice: "Set WEFT_TRUST_PROXY to the number of proxies in front of the server, or to their networks.",
    };
}

function checkFiles(config: Config | undefined): Check {
  const name = "open files";
  const files = openFileLimit();
  if (files === undefined) return { name, result: "skipped", says: "This system does not tell its limit." };
  let warned: string | undefined;
  const log = { warn: (_fields: unknown, text: string) => void (warned = text) };
  try {
    checkOpenFileLimit(limitsOf(config ?? readSettings({}).config!), log as never, files);
  } catch (cause) {
    return { name, result: "wrong", says: (cause as Error).message, advice: "Raise it: LimitNOFILE= in systemd." };
  }
  return warned === undefined
    ? { name, result: "ok", says: `A process may open ${files} files.` }
    : {
        name,
        result: "warning",
        says: `${warned}.`,
        advice: "Raise it: LimitNOFILE= in systemd, ulimit -n in a shell.",
      };
}
