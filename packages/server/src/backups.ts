import { join } from "node:path";
import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room";
import { createCopier, createFolderPlace } from "@weft/store";
import type { BackupPlace, DataFile } from "@weft/store";
import type { Logger } from "pino";
import { openBackgroundJob } from "./background-job.ts";
import type { BackupSettings } from "./config.ts";

/** Copies of the database in a second place, made for as long as the server runs. */
export interface Backups extends AsyncDisposable {
  /** Everything acknowledged before this instant is in the copies; undefined until the first base is complete. */
  readonly upTo: number | undefined;
  readonly bytes: number;
  readonly failures: number;
}

export interface BackupsOptions {
  readonly dataFile: Pick<DataFile, "captureLog" | "backup">;
  readonly place: BackupPlace;
  /** The data folder, for the base that is being copied. */
  readonly data: string;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "backupLogMs" | "backupBaseMs" | "backupKeptMs">;
  readonly log: Logger;
}

/** How often the server checks whether a base is due, even after a failure or when a copy had to start over. */
const baseLookMs = 60_000;
/** How long shutdown waits for the last copy. */
const patienceMs = 5_000;

export async function createPlace(place: BackupSettings): Promise<BackupPlace> {
  if (place.kind === "folder") return createFolderPlace(place.folder);
  const { createBucketPlace } = await import("@weft/blob/bucket");
  return createBucketPlace(place);
}

export function openBackups({ dataFile, place, data, clock, limits, log }: BackupsOptions): Backups {
  const copier = createCopier({
    dataFile,
    place,
    scratch: join(data, "base-on-its-way.db"),
    baseEveryMs: limits.backupBaseMs,
    keptMs: limits.backupKeptMs,
    now: () => clock.now(),
  });
  let failures = 0;
  let isFailing = false;
  const failed = (err: unknown) => {
    failures++;
    // Logged once, not every few seconds while the second place is unavailable.
    if (!isFailing) log.warn({ err }, "the database cannot be copied to WEFT_BACKUP_TO; the copy is retried");
    isFailing = true;
  };
  const bases = openBackgroundJob({
    clock,
    everyMs: Math.min(baseLookMs, limits.backupBaseMs),
    work: () => copier.copyBase(),
    failed,
  });
  const captures = openBackgroundJob({
    clock,
    everyMs: limits.backupLogMs,
    firstAfterMs: limits.backupLogMs,
    async work() {
      await copier.copyLog();
      if (isFailing) log.info("the database is copied again");
      isFailing = false;
    },
    failed,
  });
  return {
    get upTo() {
      return copier.upTo;
    },
    get bytes() {
      return copier.bytes;
    },
    get failures() {
      return failures;
    },
    async [Symbol.asyncDispose]() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const patience = clock.setTimer(patienceMs, resolve);
      const last = async () => {
        await Promise.all([captures[Symbol.asyncDispose](), bases[Symbol.asyncDispose]()]);
        await copier.copyLog();
      };
      await Promise.race([last().catch(failed), late]);
      patience.cancel();
    },
  };
}
