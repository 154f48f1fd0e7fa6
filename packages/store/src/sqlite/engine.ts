import { existsSync } from "node:fs";
import type { Engine, Flush } from "../database/engine.ts";
import { StoreRefused } from "../database/errors.ts";
import type { Purpose } from "../database/purpose.ts";
import { createUnitEngine } from "../database/unit-engine.ts";
import { checkLibrary, openConnection } from "./connection.ts";
import { copyDatabase } from "./copy.ts";
import type { DataFile } from "./data-file.ts";
import { sqlite } from "./dialect.ts";
import { createInlineReader } from "./inline-reader.ts";
import { createInlineWriter } from "./inline-writer.ts";
import { prepareDataFile, prepareDirectory } from "./location.ts";
import { lockDataFile } from "./lock.ts";
import { createReaderThreads } from "./reader-thread.ts";
import { prepareDatabase } from "./schema.ts";
import { createUnitRunner } from "./unit-runner.ts";
import { startWriterThread } from "./writer-thread.ts";
import type { FileWriter } from "./writer-thread.ts";

export interface SqliteOptions {
  readonly check: "auto" | "always" | "never";
  readonly purpose: Purpose;
  /** A read is given up when the database says nothing for this long. */
  readonly answerMs: number;
  readonly onFlush: (flush: Flush) => void;
}

export interface SqliteDatabase {
  readonly engine: Engine;
  readonly dataFile: DataFile;
}

/** @throws StoreRefused */
export async function openSqlite(path: string, options: SqliteOptions): Promise<SqliteDatabase> {
  checkLibrary();
  return path === ":memory:" ? openInMemory(options) : openOnDisk(path, options);
}

async function openInMemory({ check, purpose, onFlush }: SqliteOptions): Promise<SqliteDatabase> {
  if (purpose !== "serve") throw new StoreRefused("A database in memory ends with its server: name a file.");
  const connection = openConnection(":memory:", "write");
  prepareDatabase(connection, ":memory:", { check, purpose });
  let flushes = 0;
  const writer = createInlineWriter(createUnitRunner(":memory:", connection), (flush) => {
    flushes += 1;
    onFlush(flush);
  });
  const resources = new AsyncDisposableStack();
  resources.use(writer);
  const engine = createUnitEngine({
    writer,
    reader: createInlineReader(connection),
    dialect: sqlite,
    flushes: () => flushes,
    resources,
  });
  return { engine, dataFile: dataFileOf(writer, (target) => copyDatabase(connection.database, target)) };
}

async function openOnDisk(path: string, { check, purpose, answerMs, onFlush }: SqliteOptions): Promise<SqliteDatabase> {
  if (purpose === "moveFrom" && !existsSync(path)) throw new StoreRefused(`There is no database ${path}.`);
  prepareDirectory(path);
  await using opening = new AsyncDisposableStack();
  opening.use(lockDataFile(path));
  prepareDataFile(path);
  let flushes = 0;
  const writer = opening.use(
    await startWriterThread({ path, check, purpose }, (flush) => {
      flushes += 1;
      onFlush(flush);
    }),
  );
  const reader = opening.use(createReaderThreads(path, answerMs));
  const dataFile = dataFileOf(writer, async (target) => {
    // A connection of its own: the copy holds it for as long as it takes.
    using connection = openConnection(path, "read");
    await copyDatabase(connection.database, target);
  });
  const resources = opening.move();
  return {
    engine: createUnitEngine({ writer, reader, dialect: sqlite, flushes: () => flushes, resources }),
    dataFile,
  };
}

function dataFileOf(writer: FileWriter, backup: DataFile["backup"]): DataFile {
  return { backup, truncateLog: () => writer.truncateLog(), captureLog: () => writer.captureLog() };
}
