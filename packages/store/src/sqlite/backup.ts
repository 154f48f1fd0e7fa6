import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { StoreRefused } from "../database/errors.ts";
import { schemaVersion } from "../migrations/index.ts";
import { describeSqliteError, openConnection } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { copyDatabase, moveInPlace, removeDatabase } from "./copy.ts";
import { parseLocation, prepareDirectory } from "./location.ts";
import { lockDataFile } from "./lock.ts";
import { firstProblem, readSchema } from "./schema.ts";

/** What a backup holds, read from every row of it. */
export interface BackupReport {
  readonly schemaVersion: number;
  readonly rooms: number;
  /** Storage nodes of all rooms. */
  readonly nodes: number;
  /** Stored updates and merged states of all documents. */
  readonly documentRows: number;
  readonly versions: number;
  /** Ops of all rooms. */
  readonly seqTotal: number;
  /**
   * SHA-256, in hex, over the digests of all rooms: two databases with equal digests hold the same Storage, documents and
   * versions.
   */
  readonly digest: string;
  /** The rooms with the most ops, at most 20. */
  readonly busiest: readonly RoomReport[];
}

export interface RoomReport {
  readonly project: string;
  readonly room: string;
  /** Count of the ops that are in the backup: the end of the prefix that it holds of the room's order. */
  readonly seq: number;
  readonly nodes: number;
  readonly documentRows: number;
  readonly versions: number;
  /** SHA-256, in hex, over the seq and the nodes, rows of documents, and versions, each sorted by id. */
  readonly digest: string;
}

export interface VerifyOptions {
  /** Called for every room, in order of project and id. */
  readonly onRoom?: (room: RoomReport) => void;
}

export interface RestoreOptions extends VerifyOptions {
  /** Replaces an existing database. Otherwise, the restore is refused and the database is not changed. */
  readonly overwrite?: boolean;
}

/**
 * Raised on the actor counter of every restored room. Clients may come back with ops of actors that were issued after the
 * backup was taken: these numbers must not be issued again.
 */
const actorsSkipped = 1_000_000;
const busiestRooms = 20;

/**
 * Copies a database, even while a server writes to it, into one file. The copy is a state between two commits, and holds
 * all that was acknowledged before the call.
 * @throws StoreRefused
 */
export async function backupDatabase(url: string, target: string): Promise<void> {
  const path = parseLocation(url);
  if (path === ":memory:") throw new StoreRefused("A database in memory can only be backed up by its own server.");
  if (!existsSync(path)) throw new StoreRefused(`There is no database ${path}.`);
  try {
    using connection = openConnection(path, "read");
    await copyDatabase(connection.database, target);
  } catch (error) {
    throw refusal(`The database ${path} cannot be copied to ${target}.`, error);
  }
}

/**
 * Reads a backup from end to end: its pages are consistent, every row refers to an existing row, its schema is one that
 * this release knows, every node is the text of a tuple, and every version has contents of the size that it says. An
 * unverified backup does not count. Blocks the thread until it is done: meant for a command, not for a server.
 * @throws StoreRefused with the first thing that is wrong
 * @example
 * const { rooms, seqTotal, digest } = verifyBackup("backups/weft-2026-03-01.db");
 */
export function verifyBackup(file: string, { onRoom }: VerifyOptions = {}): BackupReport {
  if (!existsSync(file)) throw new StoreRefused(`There is no backup ${file}.`);
  try {
    using connection = openConnection(file, "read");
    return verify(connection, file, onRoom);
  } catch (error) {
    throw refusal(`The backup ${file} cannot be used.`, error);
  }
}

/**
 * Verifies a backup and puts it where a database setting points. The database appears whole or not at all.
 * @throws StoreRefused when the backup is damaged, a server holds the database, or one is there and `overwrite` is not set
 */
export async function restoreDatabase(file: string, url: string, options: RestoreOptions = {}): Promise<BackupReport> {
  const path = parseLocation(url);
  if (path === ":memory:") throw new StoreRefused("A backup is restored into a file.");
  const report = verifyBackup(file, options);
  prepareDirectory(path);
  using _lock = lockDataFile(path);
  if (existsSync(path) && !options.overwrite) {
    throw new StoreRefused(
      `There is a database ${path} already: say that it may be overwritten, or name another file.`,
    );
  }
  const partial = `${path}.restoring`;
  try {
    removeDatabase(partial);
    await copyFile(file, partial);
    // A copy takes the mode of the backup, which may be open to others.
    await chmod(partial, 0o600);
    skipActors(partial);
    settle(path);
    await moveInPlace(partial, path);
  } catch (error) {
    removeDatabase(partial);
    throw refusal(`The backup ${file} cannot be restored to ${path}.`, error);
  }
  return report;
}

function verify(db: Connection, file: string, onRoom: VerifyOptions["onRoom"]): BackupReport {
  const { version } = readSchema(db);
  if (version === 0) throw new StoreRefused(`The backup ${file} is empty.`);
  if (version > schemaVersion) {
    throw new StoreRefused(
      `The backup ${file} has schema version ${version}, and this release knows versions up to ${schemaVersion}: use the release that wrote it.`,
    );
  }
  const problem = firstProblem(db, "integrity_check");
  if (problem) throw new StoreRefused(`The backup ${file} is damaged (${problem}).`);
  const stray = db.get("pragma foreign_key_check", []);
  if (stray)
    throw new StoreRefused(`The backup ${file} is damaged (a row of ${String(stray["table"])} belongs to no room).`);

  const whole = createHash("sha256");
  const totals = { rooms: 0, nodes: 0, documentRows: 0, versions: 0, seqTotal: 0 };
  let busiest: RoomReport[] = [];
  const rooms = db.statement(
    `select r.project_id as project, r.key as key, r.id as room, s.seq as seq
     from rooms r left join room_state s on s.project_id = r.project_id and s.room_key = r.key
     order by r.project_id, r.id`,
  );
  const nodes = db.statement("select id, node from storage_nodes where project_id = ? and room_key = ? order by id");
  const documentRows = db.statement(
    "select guid, id, v2, update_bytes from document_rows where project_id = ? and room_key = ? order by guid, id",
  );
  const versions = db.statement(
    `select v.id as id, v.created_at as createdAt, v.authors as authors, v.size as size, c.storage as storage,
       c.document as document
     from room_versions v left join version_contents c
       on c.project_id = v.project_id and c.room_key = v.room_key and c.version_id = v.id
     where v.project_id = ? and v.room_key = ? order by v.id`,
  );
  for (const row of rooms.iterate()) {
    const { project, room } = { project: String(row["project"]), room: String(row["room"]) };
    if (row["seq"] === null) throw new StoreRefused(`The backup ${file} is damaged (room ${room} has no state).`);
    const hash = createHash("sha256").update(`${Number(row["seq"])}\n`);
    let count = 0;
    for (const { id, node } of nodes.iterate(project, Number(row["key"]))) {
      if (!isTupleOf(String(id), String(node))) {
        throw new StoreRefused(`The backup ${file} is damaged (room ${room} has a node that is not one).`);
      }
      hash.update(`${String(node)}\n`);
      count += 1;
    }
    let rowCount = 0;
    for (const { guid, id, v2, update_bytes } of documentRows.iterate(project, Number(row["key"]))) {
      hashWithBytes(hash, [guid, id, v2], [update_bytes as Uint8Array]);
      rowCount += 1;
    }
    let versionCount = 0;
    for (const { id, createdAt, authors, size, ...parts } of versions.iterate(project, Number(row["key"]))) {
      const contents = [parts["storage"], parts["document"]] as (Uint8Array | null)[];
      if (Number(size) !== contents.reduce((sum, part) => sum + (part?.length ?? Number.NaN), 0))
        throw new StoreRefused(
          `The backup ${file} is damaged (room ${room} has a version without all of its contents).`,
        );
      hashWithBytes(hash, [id, createdAt, authors], contents as Uint8Array[]);
      versionCount += 1;
    }
    const report: RoomReport = {
      project,
      room,
      seq: Number(row["seq"]),
      nodes: count,
      documentRows: rowCount,
      versions: versionCount,
      digest: hash.digest("hex"),
    };
    whole.update(JSON.stringify([project, room, report.digest]));
    totals.rooms += 1;
    totals.nodes += count;
    totals.documentRows += rowCount;
    totals.versions += versionCount;
    totals.seqTotal += report.seq;
    busiest.push(report);
    if (busiest.length >= 2 * busiestRooms) busiest = mostOps(busiest);
    onRoom?.(report);
  }
  return { schemaVersion: version, ...totals, digest: whole.digest("hex"), busiest: mostOps(busiest) };
}

/** The lengths stand before the bytes, so that no byte can be taken for part of something else. */
function hashWithBytes(hash: Hash, names: readonly unknown[], parts: readonly Uint8Array[]): void {
  hash.update(`${JSON.stringify([...names, ...parts.map(({ length }) => length)])}\n`);
  for (const part of parts) hash.update(part);
}

function mostOps(rooms: readonly RoomReport[]): RoomReport[] {
  return [...rooms].sort((a, b) => b.seq - a.seq).slice(0, busiestRooms);
}

/** A flipped bit in a text leaves the pages in order; most such texts are no longer the node they were. */
function isTupleOf(id: string, node: string): boolean {
  try {
    const tuple: unknown = JSON.parse(node);
    return Array.isArray(tuple) && tuple[0] === id;
  } catch {
    return false;
  }
}

function skipActors(path: string): void {
  using db = openConnection(path, "write");
  db.database.exec(`
    begin immediate;
    update room_state set next_actor = next_actor + ${actorsSkipped};
    update retired_rooms set next_actor = next_actor + ${actorsSkipped};
    commit;
    pragma wal_checkpoint(truncate);`);
}

/** Nothing of the old database may outlive it: a log next to the new file would be taken for the log of that file. */
function settle(path: string): void {
  if (!existsSync(path)) return removeSideFiles(path);
  try {
    // With its log written back, the old database is whole for as long as the new one is not in its place.
    using db = openConnection(path, "write");
    db.get("pragma wal_checkpoint(truncate)", []);
  } catch {
    // It may be damaged: that is one reason to restore.
  }
  removeSideFiles(path);
}

function removeSideFiles(path: string): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) removeDatabase(path + suffix);
}

function refusal(sentence: string, error: unknown): StoreRefused {
  if (error instanceof StoreRefused) return error;
  return new StoreRefused(`${sentence} ${describeSqliteError(error)}`, { cause: error });
}
