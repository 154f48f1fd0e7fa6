import * as encoding from "lib0/encoding";
import type { UpdatePiece, UpdatePieces } from "@weft/room/ports";
import { Cursor } from "./cursor.ts";
import { skipAny, skipAnyObject } from "./values.ts";

/**
 * Cuts an update in the V1 encoding, as Yjs wrote it, into pieces of about `pieceBytes` that can be sent one after
 * another.
 *
 *     client 7:  │ first │ ──── further structs ───── │      body: further structs of all clients, in order
 *     client 3:  │ first │ ── one text, cut in two ── │      head: the first struct of each client, and the deletions
 *
 * Without the first struct of its client, nothing of the body can be applied: Yjs keeps it until the head arrives, and
 * then applies everything in one transaction. So no editor ever sees a half of the document, which it might "repair".
 */
export function cutUpdate(update: Uint8Array, pieceBytes: number): UpdatePieces {
  return new Cutter(update, pieceBytes).cut();
}

const hasOrigin = 0x80;
const hasRightOrigin = 0x40;
const hasParentSub = 0x20;
const textKind = 4;
/** Any values may be as deep as the document accepted them. */
const anyDepth = Number.MAX_SAFE_INTEGER;

class Cutter {
  readonly #update: Uint8Array;
  readonly #cursor: Cursor;
  readonly #pieceBytes: number;
  readonly #body: UpdatePiece[] = [];
  readonly #head: UpdatePiece[] = [];
  #client = 0;
  #clock = 0;
  #isFirst = true;
  /** The piece that further structs are added to. */
  #open: { clock: number; structs: number; start: number } | undefined;

  constructor(update: Uint8Array, pieceBytes: number) {
    this.#update = update;
    this.#cursor = new Cursor(update);
    this.#pieceBytes = pieceBytes;
  }

  cut(): UpdatePieces {
    const cursor = this.#cursor;
    for (let clients = cursor.uint(); clients > 0; clients--) {
      let structs = cursor.uint();
      this.#client = cursor.uint();
      this.#clock = cursor.uint();
      this.#isFirst = true;
      for (; structs > 0; structs--) this.#struct();
      this.#close(cursor.at);
    }
    return { body: this.#body, head: this.#head, deletesAt: cursor.at };
  }

  #struct(): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    const info = cursor.byte();
    const kind = info & 0x1f;
    if (kind === 0 || kind === 10) return this.#add(start, cursor.uint());
    let rightOrigin: Uint8Array = nothing;
    if ((info & hasOrigin) !== 0) this.#skipId();
    if ((info & hasRightOrigin) !== 0) {
      const from = cursor.at;
      this.#skipId();
      rightOrigin = this.#update.subarray(from, cursor.at);
    }
    if ((info & (hasOrigin | hasRightOrigin)) === 0) {
      if (cursor.uint() === 1) cursor.skipString();
      else this.#skipId();
      if ((info & hasParentSub) !== 0) cursor.skipString();
    }
    if (kind !== textKind) return this.#add(start, this.#skipContent(kind));
    const contentAt = cursor.at;
    const bytes = cursor.uint();
    const textAt = cursor.at;
    if (bytes <= this.#pieceBytes) {
      cursor.at = contentAt;
      return this.#add(start, cursor.skipString());
    }
    cursor.skip(bytes);
    this.#cutText({ start, info, rightOrigin, contentAt, textAt, end: cursor.at });
  }

  /** A text that continues another one of its client has that one's last character as its origin. */
  #cutText(item: {
    readonly start: number;
    readonly info: number;
    readonly rightOrigin: Uint8Array;
    readonly contentAt: number;
    readonly textAt: number;
    readonly end: number;
  }): void {
    this.#close(item.start);
    const update = this.#update;
    let header = update.subarray(item.start, item.contentAt);
    for (let from = item.textAt; from < item.end;) {
      let to = Math.min(from + this.#pieceBytes, item.end);
      while (to < item.end && (update[to]! & 0xc0) === 0x80) to++;
      const prefix = concat(header, varUint(to - from));
      const client = this.#client;
      this.#piece({ client, clock: this.#clock, structs: 1, prefix, start: from, end: to });
      this.#clock += codeUnits(update, from, to);
      const info = Uint8Array.of(textKind | hasOrigin | (item.info & (hasRightOrigin | hasParentSub)));
      header = concat(info, varUint(client), varUint(this.#clock - 1), item.rightOrigin);
      from = to;
    }
  }

  #skipId(): void {
    this.#cursor.uint();
    this.#cursor.uint();
  }

  /** Returns the length in clock ticks. */
  #skipContent(kind: number): number {
    const cursor = this.#cursor;
    switch (kind) {
      case 1:
        return cursor.uint();
      case 2: {
        const length = cursor.uint();
        for (let left = length; left > 0; left--) cursor.skipString();
        return length;
      }
      case 3:
        cursor.skipBlock();
        return 1;
      case 5:
        cursor.skipString();
        return 1;
      case 6:
        cursor.skipString();
        cursor.skipString();
        return 1;
      case 7: {
        const type = cursor.uint();
        if (type === 3 || type === 5) cursor.skipString();
        return 1;
      }
      case 8: {
        const length = cursor.uint();
        for (let left = length; left > 0; left--) skipAny(cursor, anyDepth);
        return length;
      }
      default:
        cursor.skipString();
        skipAnyObject(cursor, anyDepth);
        return 1;
    }
  }

  /** Adds the struct that ends at the cursor. */
  #add(start: number, length: number): void {
    const end = this.#cursor.at;
    if (this.#isFirst) {
      this.#piece({ client: this.#client, clock: this.#clock, structs: 1, prefix: nothing, start, end });
      this.#clock += length;
      return;
    }
    if (this.#open !== undefined && end - this.#open.start > this.#pieceBytes) this.#close(start);
    this.#open ??= { clock: this.#clock, structs: 0, start };
    this.#open.structs++;
    this.#clock += length;
  }

  #close(end: number): void {
    if (this.#open !== undefined) this.#piece({ client: this.#client, ...this.#open, prefix: nothing, end });
    this.#open = undefined;
  }

  #piece(piece: UpdatePiece): void {
    (this.#isFirst ? this.#head : this.#body).push(piece);
    this.#isFirst = false;
  }
}

const nothing = new Uint8Array();

function varUint(value: number): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, value);
  return encoding.toUint8Array(encoder);
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/** The length of UTF-8 in UTF-16 code units, which is what clocks count. */
function codeUnits(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
