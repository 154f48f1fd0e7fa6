import { isUtf8 } from "node:buffer";

/** The input is malformed or exceeds a bound. Never leaves this package: readers return it as a value. */
export class Refusal extends Error {
  override name = "Refusal";
  /** It exceeds a bound. */
  readonly excessive: boolean;

  constructor(message: string, excessive = false) {
    super(message);
    this.excessive = excessive;
  }
}

/** A position in untrusted bytes. Reads stay within them, or throw a `Refusal`. */
export class Cursor {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get done(): boolean {
    return this.at === this.bytes.length;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new Refusal("It ends too early.");
    this.at++;
    return value;
  }

  /** Little-endian groups of seven bits. */
  uint(): number {
    const { bytes } = this;
    let value = bytes[this.at]!;
    if (value < 0x80) {
      this.at++;
      return value;
    }
    return this.#rest(0, 1);
  }

  /** As `uint`, with a sign in the first byte; negative zero is a value of its own. */
  int(): number {
    const first = this.byte();
    const sign = first & 0x40 ? -1 : 1;
    return sign * (first & 0x80 ? this.#rest(first & 0x3f, 0x40) : first & 0x3f);
  }

  #rest(value: number, factor: number): number {
    for (;;) {
      const next = this.byte();
      value += (next & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER || factor > Number.MAX_SAFE_INTEGER)
        throw new Refusal("A number is too large.");
      if (next < 0x80) return value;
      factor *= 0x80;
    }
  }

  skip(length: number): void {
    if (length > this.bytes.length - this.at) throw new Refusal("It ends too early.");
    this.at += length;
  }

  /** A view of the next bytes, not a copy. */
  take(length: number): Uint8Array {
    const from = this.at;
    this.skip(length);
    return this.bytes.subarray(from, this.at);
  }

  block(): Uint8Array {
    return this.take(this.uint());
  }

  skipBlock(): void {
    this.skip(this.uint());
  }

  /** Passes a string and answers its length in UTF-16 code units, which is what clocks count. */
  skipString(): number {
    const length = this.uint();
    const from = this.at;
    this.skip(length);
    const { bytes, at: end } = this;
    let at = from;
    while (at < end && bytes[at]! < 0x80) at++;
    if (at === end) return length;
    if (!isUtf8(bytes.subarray(at, end))) throw new Refusal("A string is not UTF-8.");
    let units = at - from;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte < 0x80 || byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1;
    }
    return units;
  }

  string(): string {
    return decodeText(this.block());
  }
}

export function decodeText(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new Refusal("A string is not UTF-8.");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
