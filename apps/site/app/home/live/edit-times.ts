/** An edit, and how long it took to reach the server's disk and another user. */
export interface TimedEdit {
  /** Edits are numbered from 1 in the order in which this page saw them made. */
  readonly number: number;
  /** The name of its author. */
  readonly by: string;
  /** Milliseconds until the edit was known to be on disk; undefined until then. */
  readonly diskMs: number | undefined;
  /** Milliseconds until it was in another user's copy of the document; undefined until then. */
  readonly othersMs: number | undefined;
}

interface Entry {
  readonly number: number;
  readonly by: string;
  readonly author: number;
  readonly clock: number;
  readonly madeAt: number;
  diskMs: number | undefined;
  othersMs: number | undefined;
  /** When it was known to be at both places. */
  completedAt: number | undefined;
}

/** How long an edit is shown that has arrived, so that it can be read. */
export const shownForMs = 700;

/**
 * Times edits that are made in this page, by the page's own clock. Users type faster than anyone reads, so one edit is
 * shown at a time: until it has arrived, and a moment longer; then the newest one.
 */
export class EditTimes {
  #made = 0;
  #onDisk = 0;
  #newest: Entry | undefined;
  #shown: Entry | undefined;
  /** On their way to the disk or to others. */
  #open: Entry[] = [];

  get shown(): TimedEdit | undefined {
    if (this.#shown === undefined) return undefined;
    const { number, by, diskMs, othersMs } = this.#shown;
    return { number, by, diskMs, othersMs };
  }

  /** How many of the edits are known to be on disk. */
  get onDisk(): number {
    return this.#onDisk;
  }

  /** How many are not. */
  get pending(): number {
    return this.#made - this.#onDisk;
  }

  /** An author has made an edit, which ends at `clock` of the author's own clock. Returns its number. */
  made(edit: { readonly by: string; readonly author: number; readonly clock: number; readonly now: number }): number {
    const { by, author, clock, now } = edit;
    const number = ++this.#made;
    const times = { diskMs: undefined, othersMs: undefined, completedAt: undefined };
    this.#newest = { number, by, author, clock, madeAt: now, ...times };
    this.#open.push(this.#newest);
    this.advance(now);
    return number;
  }

  /** The server has acknowledged the edit of this number, which it does when the edit is on disk. */
  acknowledged(number: number, now: number): void {
    const edit = this.#open.find((entry) => entry.number === number);
    if (edit) this.#reachedDisk(edit, now);
    this.#close(now);
  }

  /** Another user's copy has everything of this author up to `clock`. */
  arrived(author: number, clock: number, now: number): void {
    for (const edit of this.#open) {
      if (edit.author !== author || edit.clock > clock || edit.othersMs !== undefined) continue;
      // The server sends an edit to others when it is on disk: where this message was faster than the acknowledgement,
      // it says so first.
      this.#reachedDisk(edit, now);
      edit.othersMs = now - edit.madeAt;
    }
    this.#close(now);
  }

  /** Shows the newest edit if it is its turn. Returns in how many milliseconds it will be; undefined if that depends on others. */
  advance(now: number): number | undefined {
    if (this.#shown === this.#newest) return undefined;
    if (this.#shown !== undefined) {
      if (this.#shown.completedAt === undefined) return undefined;
      const left = this.#shown.completedAt + shownForMs - now;
      if (left > 0) return left;
    }
    this.#shown = this.#newest;
    return undefined;
  }

  #reachedDisk(edit: Entry, now: number): void {
    if (edit.diskMs !== undefined) return;
    edit.diskMs = now - edit.madeAt;
    this.#onDisk++;
  }

  #close(now: number): void {
    for (const edit of this.#open) if (edit.diskMs !== undefined && edit.othersMs !== undefined) edit.completedAt = now;
    this.#open = this.#open.filter(({ completedAt }) => completedAt === undefined);
  }
}
