import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";

/**
 * Reads short frames of text where they lie, which is nearly all that clients send. The library reads everything through a
 * stream, and takes several times as long for a frame.
 *
 *     piece ─┬─ a whole frame of text, short, valid, at a boundary of frames ─► message
 *            └─ everything else: control frames, long ones, parts, faults ───► the library
 *
 * The library sees only whole frames, or the beginning of one and then everything up to its end. Once a peer has sent
 * something that clients don't, such as a message in fragments or text that is not UTF-8, it reads all that follows.
 */
export interface ShortFrameOptions {
  /** The TCP connection, which the library reads already. */
  readonly wire: Socket;
  /** Longer frames are read by the library. */
  readonly longest: number;
  /** Takes the payload of a frame of text. */
  readonly message: (payload: Buffer) => void;
}

/** Does nothing if the library is not the only one that reads the connection. */
export function readShortFrames(options: ShortFrameOptions): void {
  const [library, ...others] = options.wire.listeners("data") as Listener[];
  if (library !== undefined && others.length === 0) new ShortFrames(options, library).begin();
}

type Listener = (this: Socket, piece: Buffer) => void;

/** A class, since each connection has one. */
class ShortFrames {
  readonly #wire: Socket;
  readonly #longest: number;
  readonly #message: (payload: Buffer) => void;
  readonly #library: Listener;
  readonly #listener: (piece: Buffer) => void;
  /** Bytes of the library's frame that have not come yet. */
  #owed = 0;
  #isLeftToLibrary = false;

  constructor({ wire, longest, message }: ShortFrameOptions, library: Listener) {
    this.#wire = wire;
    this.#longest = longest;
    this.#message = message;
    this.#library = library;
    // The name under which an emitter knows what a listener stands for: when the library has read a close or a fault, it
    // removes its own listener, and this one with that.
    this.#listener = Object.assign((piece: Buffer) => this.#read(piece), { listener: library });
  }

  begin(): void {
    this.#wire.off("data", this.#library);
    this.#wire.on("data", this.#listener);
  }

  #read(piece: Buffer): void {
    let at = 0;
    while (at < piece.length) {
      if (this.#owed === 0 && !this.#isLeftToLibrary) {
        const size = sizeOfFrame(piece, at, this.#longest);
        const payload = size === undefined ? undefined : shortText(piece, at, at + size);
        if (payload) {
          at += size!;
          this.#message(payload);
          continue;
        }
        this.#isLeftToLibrary = size === undefined || payload === null;
        this.#owed = size ?? 0;
      }
      at = this.#leave(piece, at);
    }
  }

  /** Hands the library what is its own of a piece. Answers where the next frame begins. */
  #leave(piece: Buffer, from: number): number {
    const to = this.#isLeftToLibrary ? piece.length : Math.min(piece.length, from + this.#owed);
    this.#owed -= to - from;
    this.#library.call(this.#wire, to - from === piece.length ? piece : piece.subarray(from, to));
    return this.#wire.rawListeners("data").includes(this.#listener) ? to : piece.length;
  }
}

/** The payload of a frame from `from` to `to`, if it is a whole one of text and short; null if it is not UTF-8. */
function shortText(piece: Buffer, from: number, to: number): Buffer | null | undefined {
  if (to > piece.length || piece[from] !== textFrame) return undefined;
  const begin = from + headerOfFrame(piece, from);
  if (to - begin > longestShort) return undefined;
  const payload = unmask(piece, begin, to);
  if (isUtf8(payload)) return payload;
  unmask(piece, begin, to);
  return null;
}

/** FIN set, opcode 1. */
const textFrame = 0x81;
const bytesFrame = 0x82;
const pingFrame = 0x89;
const pongFrame = 0x8a;
/** Of a ping or a pong. */
const longestControl = 125;
const maskBit = 0x80;
const maskBytes = 4;
/** The longest payload of a frame with a length of 16 bits. */
const longestShort = 0xff_ff;

/** Where the payload of a masked frame begins. */
function headerOfFrame(bytes: Buffer, at: number): number {
  const length = bytes[at + 1]! & ~maskBit;
  return maskBytes + (length < 126 ? 2 : length === 126 ? 4 : 10);
}

/** The bytes of the frame that begins here; undefined if that can't be told, or if the library ends the connection for it. */
function sizeOfFrame(bytes: Buffer, at: number, longest: number): number | undefined {
  if (bytes.length < at + 2) return undefined;
  const first = bytes[at]!;
  const second = bytes[at + 1]!;
  const isControl = first === pingFrame || first === pongFrame;
  if ((first !== textFrame && first !== bytesFrame && !isControl) || (second & maskBit) === 0) return undefined;
  const header = headerOfFrame(bytes, at);
  if (bytes.length < at + header) return undefined;
  let length = second & ~maskBit;
  if (length === 126) length = bytes.readUInt16BE(at + 2);
  else if (length === 127) length = bytes.readUInt32BE(at + 2) * 2 ** 32 + bytes.readUInt32BE(at + 6);
  return length > (isControl ? longestControl : longest) ? undefined : header + length;
}

/** Unmasks the payload from `from` to `to` in place, with the mask in front of it. Twice restores the original. */
function unmask(bytes: Buffer, from: number, to: number): Buffer {
  const first = bytes[from - 4]!;
  const second = bytes[from - 3]!;
  const third = bytes[from - 2]!;
  const fourth = bytes[from - 1]!;
  let at = from;
  for (; at + 3 < to; at += 4) {
    bytes[at]! ^= first;
    bytes[at + 1]! ^= second;
    bytes[at + 2]! ^= third;
    bytes[at + 3]! ^= fourth;
  }
  if (at < to) bytes[at]! ^= first;
  if (at + 1 < to) bytes[at + 1]! ^= second;
  if (at + 2 < to) bytes[at + 2]! ^= third;
  return bytes.subarray(from, to);
}
