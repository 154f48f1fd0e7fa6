/**
 * Looks at the bytes of a JSON text before it is parsed. A few kilobytes of brackets are enough to break code that
 * recurses, and a few megabytes of keys enough to hold the loop for a second; counting brackets, commas and colons
 * outside strings finds both for less than a parse costs.
 */

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
/** A string that ends within so many bytes is found sooner by looking at them than by a call of the library. */
const shortString = 32;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The close reason for a frame that must not be parsed. */
export const frameFaults = {
  tooDeep: "The frame is nested too deeply.",
  tooManyTokens: "The frame holds too many values.",
  tooManyMessages: "The frame holds too many messages.",
} as const;

export type FrameFault = keyof typeof frameFaults;

export interface FrameBounds {
  readonly depth: number;
  readonly tokens: number;
  readonly messages?: number;
  /** Tokens of one op, which is parsed in one go. */
  readonly opTokens?: number;
  /** Tokens of one message outside its ops. */
  readonly messageTokens?: number;
}

/** Checks nesting and number of tokens of a JSON text. Undefined when it may be parsed. */
export function scanFrame(bytes: Uint8Array, bounds: FrameBounds): FrameFault | undefined {
  const cutter = createFrameCutter(bytes, bounds);
  cutter.advance(bytes.length);
  return cutter.fault;
}

/**
 * Cuts a large frame, `[message, {"type":201,"ops":[op, op, …]}, …]`, into texts that can be parsed one at a time:
 * small messages whole, and the ops of a Storage update in groups of about `pieceBytes`. A message is cut only when
 * its `ops` array is its largest part by far; everything else is parsed whole.
 */
export interface FrameCutter {
  readonly fault: FrameFault | undefined;
  /** Scans up to `bytes` further bytes; true when the whole frame has been seen. */
  advance(bytes: number): boolean;
  /** After the scan: byte ranges of the messages, each with the ranges of its ops when it is worth cutting. */
  readonly messages: readonly ScannedMessage[];
}

export interface ScannedMessage {
  readonly from: number;
  readonly to: number;
  /** The array under `ops`: its range with brackets, and the range of each element, flattened. */
  readonly ops?: { readonly from: number; readonly to: number; readonly elements: readonly number[] };
}

export function createFrameCutter(bytes: Uint8Array, bounds: FrameBounds): FrameCutter {
  return new Cutter(bytes, bounds);
}

class Cutter implements FrameCutter {
  fault: FrameFault | undefined = undefined;
  readonly messages: ScannedMessage[] = [];
  readonly #bytes: Uint8Array;
  readonly #bounds: FrameBounds;
  #at = 0;
  #depth = 0;
  #tokens = 0;
  #inString = false;
  #messageFrom = -1;
  #arrayFrom = -1;
  #elementFrom = -1;
  #elements: number[] = [];
  /** `#tokens` where the element began, and the message; the latter moved on by what the ops took. */
  #elementTokens = 0;
  #messageTokens = 0;
  #ops: ScannedMessage["ops"];

  constructor(bytes: Uint8Array, bounds: FrameBounds) {
    this.#bytes = bytes;
    this.#bounds = bounds;
  }

  advance(count: number): boolean {
    const bytes = this.#bytes;
    const end = Math.min(bytes.length, this.#at + count);
    let at = this.#at;
    while (at < end && this.fault === undefined) {
      const byte = bytes[at]!;
      if (this.#inString) {
        // Jump to the next quote: strings are most of a frame.
        let next = at;
        for (const near = Math.min(bytes.length, at + shortString); next < near && bytes[next] !== quote;) next++;
        if (bytes[next] !== quote) next = bytes.indexOf(quote, next);
        if (next < 0) {
          at = bytes.length;
          break;
        }
        let slashes = 0;
        while (bytes[next - 1 - slashes] === backslash) slashes++;
        if (slashes % 2 === 0) this.#inString = false;
        at = next + 1;
        continue;
      }
      switch (byte) {
        case quote:
          this.#inString = true;
          break;
        case openBrace:
        case openBracket:
          this.#open(byte, at);
          break;
        case closeBrace:
        case closeBracket:
          this.#close(at);
          break;
        case comma:
          this.#tokens++;
          if (this.#depth === 3 && this.#arrayFrom >= 0) {
            this.#element(at);
          }
          break;
        case colon:
          this.#tokens++;
          break;
      }
      if (this.#tokens > this.#bounds.tokens) this.fault = "tooManyTokens";
      at++;
    }
    this.#at = at;
    return at >= bytes.length || this.fault !== undefined;
  }

  #open(byte: number, at: number): void {
    this.#tokens++;
    if (++this.#depth > this.#bounds.depth) this.fault = "tooDeep";
    if (this.#depth === 2) {
      this.#messageFrom = at;
      this.#messageTokens = this.#tokens;
    }
    if (this.#depth === 3 && byte === openBracket && this.#ops === undefined && isOpsKey(this.#bytes, at)) {
      this.#arrayFrom = at;
      this.#elementFrom = at + 1;
      this.#elementTokens = this.#tokens;
      this.#elements = [];
    }
  }

  /** An op ends here, and another may begin. */
  #element(at: number): void {
    this.#elements.push(this.#elementFrom, at);
    const tokens = this.#tokens - this.#elementTokens;
    if (tokens > (this.#bounds.opTokens ?? Infinity)) this.fault = "tooManyTokens";
    this.#elementFrom = at + 1;
    this.#elementTokens = this.#tokens;
    this.#messageTokens += tokens;
  }

  #close(at: number): void {
    if (this.#depth === 3 && this.#arrayFrom >= 0) {
      this.#element(at);
      this.#ops = { from: this.#arrayFrom, to: at + 1, elements: this.#elements };
      this.#arrayFrom = -1;
    }
    if (this.#depth === 2) {
      if (this.#tokens - this.#messageTokens > (this.#bounds.messageTokens ?? Infinity)) this.fault = "tooManyTokens";
      const message = { from: this.#messageFrom, to: at + 1 };
      this.messages.push(this.#ops === undefined ? message : { ...message, ops: this.#ops });
      this.#ops = undefined;
      if (this.messages.length > (this.#bounds.messages ?? Infinity)) this.fault = "tooManyMessages";
    }
    this.#depth--;
  }
}

const opsKey = [0x22, 0x6f, 0x70, 0x73, 0x22]; // "ops"

/** Whether the bracket at `at` opens the value of a key `ops`, blanks allowed around the colon. */
function isOpsKey(bytes: Uint8Array, at: number): boolean {
  let index = skipBlanks(bytes, at - 1);
  if (bytes[index] !== colon) return false;
  index = skipBlanks(bytes, index - 1);
  for (let i = opsKey.length - 1; i >= 0; i--) if (bytes[index--] !== opsKey[i]) return false;
  return true;
}

function skipBlanks(bytes: Uint8Array, at: number): number {
  while (at >= 0 && bytes[at]! <= 0x20) at--;
  return at;
}
