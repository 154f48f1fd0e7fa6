import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from "node:fs";

/**
 * SQLite keeps up to 1,000 pages of 4 KiB in its log before it writes them back, which may make the data file grow by as
 * much; the log can only begin anew once that has succeeded.
 */
const bytes = 5 * 1024 * 1024;
/** Free space beside the reserve: with none, the next write would find the disk full again. */
const spareBytes = 1024 * 1024;
/** A full disk is tried again this often, when there is something to write. */
const retryMs = 250;

/**
 * Room on the disk that is given up when the disk is full, so that rooms can still be opened for reading, which writes a
 * little, and rows can be deleted. It is taken back once the disk has more free: the space that giving it up freed is no
 * sign that the disk has room.
 */
export interface Reserve {
  /** Whether the disk was full, and has not had room for the reserve since. */
  readonly released: boolean;
  /** Makes the file, or takes it back; tries no more often than makes sense. */
  hold(): void;
  /** False when there is nothing to give up. */
  release(): boolean;
}

export function createReserve(path: string): Reserve {
  return new ReserveFile(`${path}.reserve`);
}

/** For a database that is on no disk. */
export const noReserve: Reserve = { released: false, hold() {}, release: () => false };

class ReserveFile implements Reserve {
  readonly #path: string;
  #state: "held" | "released" | "unknown" = "unknown";
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = path;
  }

  get released(): boolean {
    return this.#state === "released";
  }

  hold(): void {
    if (this.#state === "held") return;
    const now = performance.now();
    if (now - this.#triedAt < retryMs) return;
    this.#triedAt = now;
    try {
      if (statSync(this.#path, { throwIfNoEntry: false })?.size !== bytes) this.#write();
      this.#state = "held";
    } catch {
      // Without it the store works as well, but for what it is for.
      this.#remove();
      this.#state = "released";
    }
  }

  release(): boolean {
    if (this.#state === "released") return false;
    this.#state = "released";
    this.#triedAt = performance.now();
    this.#remove();
    return true;
  }

  #write(): void {
    const file = openSync(this.#path, "w", 0o600);
    try {
      // Not sparse: blocks of zeroes that are written are allocated.
      for (let left = bytes + spareBytes; left > 0;) left -= writeSync(file, Buffer.alloc(Math.min(left, 65_536)));
      fsyncSync(file);
      ftruncateSync(file, bytes);
    } finally {
      closeSync(file);
    }
  }

  #remove(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // A disk that does not even delete is beyond help from here.
    }
  }
}
