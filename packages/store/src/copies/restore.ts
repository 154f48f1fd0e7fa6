import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FileHandle } from "node:fs/promises";
import type { BackupReport, RestoreOptions, VerifyOptions } from "../sqlite/backup.ts";
import { restoreDatabase, verifyBackup } from "../sqlite/backup.ts";
import { StoreRefused } from "../database/errors.ts";
import { removeDatabase } from "../sqlite/copy.ts";
import { parseLocation, prepareDirectory } from "../sqlite/location.ts";
import { frameHeaderBytes } from "../sqlite/log-tap.ts";
import { decodeSegment, parseName, pieceName, segmentName, sha256 } from "./format.ts";
import type { BackupPlace } from "./place.ts";
import { readBases } from "./retention.ts";
import type { KnownBase } from "./retention.ts";

/** A state of the database that was put together from copies. */
export interface CopyReport extends BackupReport {
  /** Everything acknowledged before this instant is in it: milliseconds since 1970. */
  readonly at: number;
}

export interface FromCopies {
  readonly place: BackupPlace;
  /** The latest state that a capture up to this instant saw; by default, the newest. */
  readonly at?: number | undefined;
}

/**
 * Puts the newest state together from a base and the segments behind it, or that of an instant, and makes a database of
 * it. It appears whole or not at all.
 * @throws StoreRefused
 */
export async function restoreFromCopies(from: FromCopies, url: string, options: RestoreOptions): Promise<CopyReport> {
  const path = parseLocation(url);
  if (path === ":memory:") throw new StoreRefused("A backup is restored into a file.");
  prepareDirectory(path);
  const assembled = `${path}.assembled`;
  try {
    const at = await assemble(from, assembled);
    return { ...(await restoreDatabase(assembled, url, options)), at };
  } finally {
    removeDatabase(assembled);
  }
}

/** Puts a state together as a restore would, reads it from end to end, and deletes it. @throws StoreRefused */
export async function verifyCopies(from: FromCopies, options: VerifyOptions = {}): Promise<CopyReport> {
  const folder = await mkdtemp(join(tmpdir(), "weft-verify-"));
  try {
    const assembled = join(folder, "weft.db");
    const at = await assemble(from, assembled);
    return { ...verifyBackup(assembled, options), at };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Answers up to which instant. */
async function assemble({ place, at: until = Infinity }: FromCopies, path: string): Promise<number> {
  const names = await place.list();
  const base = (await readBases(names, place)).findLast(({ at }) => at <= until);
  if (base === undefined)
    throw new StoreRefused(until === Infinity ? "There is no copy in this place." : "No copy is that old.");
  removeDatabase(path);
  await using file = await open(path, "wx", 0o600);
  await writeBase(file, base, place);
  const numbers = names
    .map(parseName)
    .filter((name) => name?.kind === "segment" && name.stream === base.stream && name.number > base.after)
    .map((name) => name!.number)
    .sort((a, b) => a - b);
  const last = numbers.at(-1) ?? base.after;
  let restoredTo = base.at;
  for (let number = base.after + 1; number <= Math.max(last, base.through); number++) {
    const name = segmentName(base.stream, number);
    const bytes = await place.get(name);
    if (bytes === undefined)
      throw new StoreRefused(
        number <= base.through
          ? `The copy ${name} is missing, without which its base is no state of the database: name an earlier time.`
          : `The copy ${name} is missing: name a time up to ${new Date(restoredTo).toISOString()}.`,
      );
    const { head, frames } = decodeSegment(name, bytes);
    if (head.at > until && number > base.through) break;
    if (head.number !== number) throw new StoreRefused(`The copy ${name} is another one.`);
    await applyFrames(file, name, frames, head.pageSize);
    restoredTo = Math.max(restoredTo, head.at);
  }
  await file.sync();
  await file.close();
  settleHeader(path);
  return restoredTo;
}

async function writeBase(file: FileHandle, { stream, after, pieces, name }: KnownBase, place: BackupPlace) {
  let position = 0;
  for (const [index, { sha256: expected }] of pieces.entries()) {
    const bytes = await place.get(pieceName(stream, after, index));
    if (bytes === undefined || sha256(bytes) !== expected)
      throw new StoreRefused(`The base of ${name} is damaged: name an earlier time.`);
    await file.write(bytes, 0, bytes.length, position);
    position += bytes.length;
  }
}

/** Pages in the order in which they were written; the last frame of each transaction says how large the database is. */
async function applyFrames(file: FileHandle, name: string, frames: Buffer, pageSize: number): Promise<void> {
  const size = frameHeaderBytes + pageSize;
  let pages = 0;
  for (let from = 0; from < frames.length; from += size) {
    if (from + size > frames.length) throw new StoreRefused(`The copy ${name} is damaged.`);
    const page = frames.readUInt32BE(from);
    await file.write(frames, from + frameHeaderBytes, pageSize, (page - 1) * pageSize);
    pages = frames.readUInt32BE(from + 4) || pages;
  }
  if (pages > 0) await file.truncate(pages * pageSize);
}

/** The first page may say that there is a log beside the file. */
function settleHeader(path: string): void {
  using database = new DatabaseSync(path);
  database.exec("pragma journal_mode = delete");
}
