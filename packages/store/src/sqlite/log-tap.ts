import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { CapturedLog } from "./data-file.ts";
import type { Connection } from "./connection.ts";

/** Of the write-ahead log: https://www.sqlite.org/fileformat2.html#walformat */
export const walHeaderBytes = 32;
export const frameHeaderBytes = 24;

/** Frames after which a capture writes the log back, as SQLite does by itself where nothing is captured. */
const framesBeforeCheckpoint = 1_000;
/** Once this much has not been captured, the log is written back and the copy has to start over. */
const uncapturedBytes = 64 * 1024 * 1024;
const flushesPerLook = 16;

/**
 * Reads what the write-ahead log takes in, on the thread of the one connection that writes it. Between two transactions
 * of that thread all of the log is committed, and nothing can be added or written back between the reading and the
 * checkpoint that follows it: so no frame is ever overwritten before it was read, or the next capture says so.
 */
export interface LogTap {
  capture(): CapturedLog;
  /** Keeps for the next capture what was written since the last, for the log is about to be emptied. */
  hold(): void;
  /** To be called after each flush. */
  flushed(): void;
}

export function createLogTap(path: string, connection: () => Connection): LogTap {
  return new WalTap(path, connection);
}

interface Position {
  /** First and second salt of the log's header; another log has others. Undefined for a log that is empty. */
  readonly salts: string | undefined;
  /** Frames that were read. */
  readonly frames: number;
  /** All of them are in the database file: the next write may begin the log anew. */
  readonly writtenBack: boolean;
}

class WalTap implements LogTap {
  readonly #path: string;
  readonly #connection: () => Connection;
  #tapped: Connection | undefined;
  #position: Position | undefined;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #flushes = 0;

  constructor(path: string, connection: () => Connection) {
    this.#path = path;
    this.#connection = connection;
  }

  capture(): CapturedLog {
    const connection = this.#connection();
    const continued = this.#position !== undefined && this.#read(connection);
    if (!continued) this.#begin(connection);
    const frames = concat(this.#held, this.#heldBytes);
    this.#letGo();
    if (this.#position!.frames >= framesBeforeCheckpoint) this.#checkpoint(connection);
    return { continued, pageSize: pageSizeOf(connection), frames };
  }

  hold(): void {
    if (this.#position === undefined) return;
    if (!this.#read(this.#connection())) this.#lose();
    else this.#position = { ...this.#position, writtenBack: true };
  }

  flushed(): void {
    if (this.#position === undefined || ++this.#flushes % flushesPerLook !== 0) return;
    if (this.#heldBytes + (statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0) < uncapturedBytes)
      return;
    const connection = this.#connection();
    // The file keeps its size when the log begins anew.
    const { log } = checkpoint(connection, "noop");
    const waiting = (log - (this.#position.writtenBack ? 0 : this.#position.frames)) * frameBytes(connection);
    if (this.#heldBytes + waiting < uncapturedBytes) return;
    this.#lose();
    connection.database.exec("pragma wal_autocheckpoint = 1000");
    this.#tapped = undefined;
    checkpoint(connection, "passive");
  }

  /** False when the log is not the one that was read before, or not only that. */
  #read(connection: Connection): boolean {
    const position = this.#position!;
    // A connection that took another's place has not kept the log.
    if (this.#tapped !== connection) return false;
    const { log } = checkpoint(connection, "noop");
    if (log === 0) return position.frames === 0 || position.writtenBack;
    const file = openSync(`${this.#path}-wal`, "r");
    try {
      const salts = readBytes(file, 0, walHeaderBytes).subarray(16, 24).toString("hex");
      const isAnother = salts !== position.salts;
      if (isAnother && position.salts !== undefined && !position.writtenBack) return false;
      const from = isAnother ? 0 : position.frames;
      if (log < from) return false;
      const size = frameBytes(connection);
      if (log > from) {
        const bytes = readBytes(file, walHeaderBytes + from * size, (log - from) * size);
        this.#held.push(bytes);
        this.#heldBytes += bytes.length;
        this.#position = { salts, frames: log, writtenBack: false };
      }
      return true;
    } finally {
      closeSync(file);
    }
  }

  #begin(connection: Connection): void {
    this.#letGo();
    connection.database.exec("pragma wal_autocheckpoint = 0");
    this.#tapped = connection;
    const { log } = checkpoint(connection, "noop");
    let salts: string | undefined;
    if (log > 0) {
      const file = openSync(`${this.#path}-wal`, "r");
      try {
        salts = readBytes(file, 0, walHeaderBytes).subarray(16, 24).toString("hex");
      } finally {
        closeSync(file);
      }
    }
    this.#position = { salts, frames: log, writtenBack: false };
  }

  /** Does not wait for readers: frames that they block are written back after a later capture. */
  #checkpoint(connection: Connection): void {
    const { busy, log, checkpointed } = checkpoint(connection, "passive");
    this.#position = { ...this.#position!, writtenBack: busy === 0 && log === checkpointed };
  }

  #lose(): void {
    this.#position = undefined;
    this.#letGo();
  }

  #letGo(): void {
    this.#held = [];
    this.#heldBytes = 0;
  }
}

function checkpoint(connection: Connection, mode: "noop" | "passive") {
  const row = connection.get(`pragma wal_checkpoint(${mode})`, []);
  return { busy: Number(row?.["busy"]), log: Number(row?.["log"]), checkpointed: Number(row?.["checkpointed"]) };
}

function pageSizeOf(connection: Connection): number {
  return Number(connection.get("pragma page_size", [])?.["page_size"]);
}

function frameBytes(connection: Connection): number {
  return frameHeaderBytes + pageSizeOf(connection);
}

function readBytes(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const count = readSync(file, bytes, read, length - read, from + read);
    if (count === 0) throw new Error("The write-ahead log is shorter than SQLite says.");
    read += count;
  }
  return bytes;
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  // Memory of its own, which can be handed to another thread.
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
