import { createCursors } from "@weft/collab";
import type { BlobStore, Cursors } from "@weft/collab";
import { openStore } from "@weft/store";
import type { Store, StoreOptions } from "@weft/store";
import { openBackgroundJob } from "../background-job.ts";
import { openBackups, createPlace } from "../backups.ts";
import type { Backups } from "../backups.ts";
import { openBlobs } from "../blobs.ts";
import { systemClock } from "../clock.ts";
import { StartRefused, backupsOf, databaseOf, isInMemory } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { openMasterKey } from "../master-key.ts";
import type { Base } from "./base.ts";

/** The database and the files. */
export interface Storage {
  readonly store: Store;
  readonly blobs: BlobStore;
  readonly masterKey: Uint8Array;
  /** Signs the cursors of lists. */
  readonly cursors: Cursors;
  /** Undefined if no second place is configured. */
  readonly backups: Backups | undefined;
}

/** What a node of a cluster does before it writes. */
export interface ClusterMember {
  readonly node: NonNullable<StoreOptions["node"]>;
  readonly nextNode: NonNullable<StoreOptions["nextNode"]>;
  join(base: Base, store: Store): Promise<void>;
}

export async function openStorage(base: Base, member?: ClusterMember): Promise<Storage> {
  const { config, limits, clock, log, metrics, signals, parts } = base;
  openDataFolder(config.data, log);
  const { databaseAnswerMs: answerMs, databaseConnections: connections } = limits;
  const asNode = member && { node: member.node, leaseMs: limits.leaseMs, nextNode: member.nextNode };
  const store = parts.use(await openStore(databaseOf(config), { answerMs, connections, signals, ...asNode }));
  await member?.join(base, store);
  metrics.watchCache("rooms", () => store.roomCache);
  await followDatabaseClock(base, store);
  const masterKey = await openMasterKey(config, store);
  const settings = backupsOf(config);
  const { dataFile } = store;
  if (settings !== undefined && (dataFile === undefined || isInMemory(config)))
    throw new StartRefused(
      dataFile === undefined
        ? "WEFT_BACKUP_TO copies the embedded database, and WEFT_DATABASE names a database server: back that up with its own tools."
        : "WEFT_BACKUP_TO copies a database file, and WEFT_DATABASE names a database in memory.",
    );
  const backups =
    settings &&
    dataFile &&
    parts.use(openBackups({ dataFile, place: await createPlace(settings), data: config.data, clock, limits, log }));
  if (backups !== undefined)
    metrics.watchBackups(() => ({
      ageMs: clock.now() - (backups.upTo ?? -Infinity),
      bytes: backups.bytes,
      failures: backups.failures,
    }));
  return { store, masterKey, backups, cursors: createCursors(masterKey), blobs: await openBlobs(config) };
}

/** How often the clock of the database is read, in milliseconds. */
const clockReadMs = 10_000;
/** From this difference on, in milliseconds, the log says that the machine's clock is wrong. */
const notedDifferenceMs = 1_000;

/** Before anything is due, and from then on. */
async function followDatabaseClock({ clock, correctClock, log, parts }: Base, store: Store): Promise<void> {
  const { readClock } = store;
  if (readClock === undefined || correctClock === undefined) return;
  let isNoted = false;
  const follow = async () => {
    const askedAt = clock.monotonic();
    const at = await readClock();
    correctClock({ at, askedAt, answeredAt: clock.monotonic() });
    const aheadMs = systemClock.now() - clock.now();
    if (Math.abs(aheadMs) < notedDifferenceMs || isNoted) return;
    isNoted = true;
    log.warn({ aheadMs }, "this machine's clock differs from the database's, which is used; set it by NTP");
  };
  await follow();
  parts.use(
    openBackgroundJob({
      clock,
      everyMs: clockReadMs,
      firstAfterMs: clockReadMs,
      work: follow,
      failed: (err) => log.warn({ err }, "the clock of the database could not be read; the last reading is used"),
    }),
  );
}
