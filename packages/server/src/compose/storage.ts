import { createCursors } from "@weft/collab";
import type { BlobStore, Cursors } from "@weft/collab";
import { openStore } from "@weft/store";
import type { Store } from "@weft/store";
import { openBackups, createPlace } from "../backups.ts";
import type { Backups } from "../backups.ts";
import { openBlobs } from "../blobs.ts";
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

export async function openStorage({ config, limits, clock, log, metrics, parts }: Base): Promise<Storage> {
  openDataFolder(config.data, log);
  const store = parts.use(
    await openStore(databaseOf(config), { answerMs: limits.databaseAnswerMs, connections: limits.databaseConnections }),
  );
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
