import { Cursor, decodeText, Refusal } from "./cursor.ts";

// The columns of a V2 update. Each is run-length encoded, so a few bytes may stand for any number of values: the reader
// counts, and stops at a bound.

/** A byte, then how often it comes again; the last one comes for ever. */
export class ByteColumn {
  readonly #cursor: Cursor;
  #value = 0;
  #left = 0;

  constructor(bytes: Uint8Array) {
    this.#cursor = new Cursor(bytes);
  }

  read(): number {
    if (this.#left === 0) {
      this.#value = this.#cursor.byte();
      this.#left = this.#cursor.done ? Infinity : this.#cursor.uint() + 1;
    }
    this.#left--;
    return this.#value;
  }

  finish(): void {
    if (!this.#cursor.done || (this.#left !== 0 && this.#left !== Infinity)) throw leftOver();
  }
}

/** A number; a negative one is followed by how often it comes again. */
export class UintColumn {
  readonly #cursor: Cursor;
  #value = 0;
  #left = 0;

  constructor(bytes: Uint8Array | Cursor) {
    this.#cursor = bytes instanceof Cursor ? bytes : new Cursor(bytes);
  }

  read(): number {
    if (this.#left === 0) {
      const value = this.#cursor.int();
      const repeats = value < 0 || Object.is(value, -0);
      this.#value = repeats ? -value : value;
      this.#left = repeats ? this.#cursor.uint() + 2 : 1;
    }
    this.#left--;
    return this.#value;
  }

  finish(): void {
    if (!this.#cursor.done || this.#left !== 0) throw leftOver();
  }
}

/** Differences from value to value; the lowest bit says that the same difference comes again. */
export class DiffColumn {
  readonly #cursor: Cursor;
  #value = 0;
  #difference = 0;
  #left = 0;

  constructor(bytes: Uint8Array) {
    this.#cursor = new Cursor(bytes);
  }

  read(): number {
    if (this.#left === 0) {
      const coded = this.#cursor.int();
      this.#difference = Math.floor(coded / 2);
      this.#left = coded % 2 === 0 ? 1 : this.#cursor.uint() + 2;
    }
    this.#left--;
    this.#value += this.#difference;
    if (this.#value < 0 || this.#value > Number.MAX_SAFE_INTEGER) throw new Refusal("A clock is out of range.");
    return this.#value;
  }

  finish(): void {
    if (!this.#cursor.done || this.#left !== 0) throw leftOver();
  }
}

/** All strings in one, and a column of their lengths. */
export class StringColumn {
  readonly #text: string;
  readonly #lengths: UintColumn;
  #at = 0;

  constructor(bytes: Uint8Array) {
    const cursor = new Cursor(bytes);
    this.#text = decodeText(cursor.block());
    this.#lengths = new UintColumn(cursor);
  }

  /** Passes a string and answers its length. */
  skip(): number {
    const length = this.#lengths.read();
    this.#at += length;
    if (this.#at > this.#text.length) throw new Refusal("It ends too early.");
    return length;
  }

  read(): string {
    const from = this.#at;
    this.skip();
    return this.#text.slice(from, this.#at);
  }

  finish(): void {
    this.#lengths.finish();
    if (this.#at !== this.#text.length) throw leftOver();
  }
}

function leftOver(): Refusal {
  return new Refusal("Something is left over.");
}
