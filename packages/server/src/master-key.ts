/**
 * The master key, and whether it is the one that the database was written under:
 *
 *   start ──► key check in the database? ──no──► seal one under the key, made now if there is none
 *                      │yes
 *                      └──► opens under the key? ──no, or there is no key──► refused
 *
 * Another key would open none of the sealed signing keys: tokens could be neither signed nor renewed, and a key made in
 * silence in place of a lost one would hide why.
 */
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSeal } from "@weft/collab";
import type { Store } from "@weft/store";
import type { Config } from "./config.ts";
import { StartRefused } from "./config.ts";
import { unwritable } from "./data-folder.ts";

const checkText = "weft";
const checkContext = "key check";

/**
 * The master key that was given, or the one in the data folder, which the first start makes.
 * @throws StartRefused when it is not the one that the database was written under
 */
export async function openMasterKey(config: Config, store: Store): Promise<Buffer> {
  const check = await store.keyCheck.read();
  const sealedBefore = check ?? (await store.keyCheck.anySealed());
  const key = givenKey(config) ?? (sealedBefore === undefined ? makeKey(config) : undefined);
  if (key === undefined || (check !== undefined && !opens(key, check))) throw wrongKey(config, key);
  // A database of an older release has no key check; its sealed keys name the key that they were sealed under.
  if (check === undefined && sealedBefore !== undefined && !createSeal(key).isSealedUnder(sealedBefore))
    throw wrongKey(config, key);
  if (check === undefined) await store.keyCheck.write(newCheck(key));
  return key;
}

/** Takes the present master key for the database's own; what was sealed under another one is deleted. */
export async function replaceMasterKey(config: Config, store: Store): Promise<void> {
  const key = givenKey(config) ?? makeKey(config);
  await store.keyCheck.replace(newCheck(key));
}

function newCheck(key: Uint8Array): string {
  return createSeal(key).seal(checkText, checkContext);
}

function opens(key: Uint8Array, check: string): boolean {
  try {
    return createSeal(key).unseal(check, checkContext) === checkText;
  } catch {
    return false;
  }
}

function wrongKey(config: Config, key: Uint8Array | undefined): StartRefused {
  const found =
    config.masterKey !== undefined
      ? "WEFT_MASTER_KEY is not the master key that"
      : key === undefined
        ? `There is no master key in ${join(config.data, "master.key")}, and`
        : `${join(config.data, "master.key")} is not the master key that`;
  return new StartRefused(
    `${found} the database was written under${key === undefined ? " one" : ""}: restore that one, or run "npm run weft -- rotate-signing-keys" to continue without it, which ends all sessions and tokens.`,
  );
}

/** The key in the settings or in the data folder, if there is one. */
function givenKey(config: Config): Buffer | undefined {
  if (config.masterKey !== undefined) return config.masterKey;
  const file = join(config.data, "master.key");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new StartRefused(`The master key in ${file} cannot be read.`, { cause });
  }
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== 32) throw new StartRefused(`The master key in ${file} is damaged: it must be 32 bytes in base64.`);
  return key;
}

/** Its name is flushed as well as its bytes: a power cut must not take the key of what was written after it. */
function makeKey(config: Config): Buffer {
  const key = randomBytes(32);
  try {
    writeFileSync(join(config.data, "master.key"), `${key.toString("base64")}\n`, {
      flag: "wx",
      mode: 0o600,
      flush: true,
    });
    const folder = openSync(config.data, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (cause) {
    throw unwritable(config.data, cause);
  }
  return key;
}
