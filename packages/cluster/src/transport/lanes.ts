import type { LaneName, LanePiece } from "./frames.ts";
import { entryHeaderBytes, pieceHeaderBytes, readEntry, writeEntryHeader, writePieceHeader } from "./frames.ts";
import type { TransportLimits } from "./transport-limits.ts";
import { leastCreditOf } from "./transport-limits.ts";

/** Encoded, behind `messageFrontBytes` unused ones; or to be encoded when its turn comes. */
export type OutgoingMessage = Buffer | (() => Buffer);

/**
 * One sequence of messages to one node. Small messages are joined in a piece, and large ones are cut. Pieces are sent as far
 * as the receiver has granted credit; the rest waits here.
 */
export class OutgoingLane {
  readonly #name: LaneName;
  /** Messages of this size and more are frames of their own, as far as they fit into one. */
  readonly #largeBytes: number;
  readonly #pieceBytes: number;
  readonly #leastCredit: number;
  readonly #largeMessageBytes: number;
  #messages: OutgoingMessage[] = [];
  /** The first message that is not sent yet, and how much of it is. */
  #first = 0;
  #sentOfFirst = 0;
  #queuedBytes = 0;
  #largeQueuedBytes = 0;
  #number = 0;
  #sent = 0;
  #acknowledged = 0;
  #granted = 0;

  constructor(name: LaneName, limits: TransportLimits) {
    this.#name = name;
    // A published message is in the lanes of many links, so its headers cannot be written into it.
    this.#largeBytes = name === "messages" ? limits.pieceBytes / 16 : Infinity;
    this.#pieceBytes = limits.pieceBytes;
    this.#leastCredit = leastCreditOf(limits);
    this.#largeMessageBytes = limits.largeMessageBytes;
  }

  /** Nothing waits. */
  get isEmpty(): boolean {
    return this.#first === this.#messages.length;
  }

  /** Of messages that are encoded. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** What large messages have of it. */
  get largeQueuedBytes(): number {
    return this.#largeQueuedBytes;
  }

  /** The first message that is not sent completely, if it is encoded. */
  get firstEncoded(): Buffer | undefined {
    const first = this.#messages[this.#first];
    return typeof first === "function" ? undefined : first;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  get isAcknowledged(): boolean {
    return this.#acknowledged === this.#sent;
  }

  /** Bytes that wait here, or were sent and are not acknowledged. */
  get pendingBytes(): number {
    return this.#queuedBytes + this.#sent - this.#acknowledged;
  }

  /** The unused bytes in front of a message become the headers of its frame, so it is not copied. */
  push(message: OutgoingMessage): void {
    this.#messages.push(message);
    if (typeof message !== "function") this.#count(message);
  }

  #count({ length }: Buffer): void {
    this.#queuedBytes += entryHeaderBytes;
    this.#queue(length - messageFrontBytes, length);
  }

  /** Bytes of a message of this length are added, or have left. */
  #queue(bytes: number, length: number): void {
    this.#queuedBytes += bytes;
    if (length >= this.#largeMessageBytes) this.#largeQueuedBytes += bytes;
  }

  /** What the receiver last said of the lane. A smaller grant than before takes back what is not used. */
  update(received: number, granted: number): void {
    this.#acknowledged = Math.min(Math.max(received, this.#acknowledged), this.#sent);
    this.#granted = granted;
  }

  /** The next piece, or undefined while none may be sent. */
  next(link: number, from: number): Buffer | undefined {
    const first = this.#messages[this.#first];
    if (first === undefined) return undefined;
    if (typeof first === "function") {
      const credit = this.#granted - this.#sent;
      if (credit < this.#leastCredit) return undefined;
      const encoded = first();
      this.#messages[this.#first] = encoded;
      this.#count(encoded);
    }
    const wanted = Math.min(pieceHeaderBytes + this.#queuedBytes, this.#pieceBytes);
    const credit = this.#granted - this.#sent;
    // Small credit is kept until it has grown, instead of being spent on small pieces of a large message.
    if (credit < Math.min(wanted, this.#leastCredit)) return undefined;
    const frame = this.#takeLarge(credit) ?? this.#takeSmall(Math.min(wanted, credit));
    writePieceHeader(frame, this.#name, link, from, this.#number);
    this.#number += 1;
    this.#sent += frame.length;
    this.#compact();
    return frame;
  }

  /** A piece without entries: shows the receiver whether it lacks any before it. */
  mark(link: number, from: number): Buffer {
    const frame = Buffer.alloc(pieceHeaderBytes);
    writePieceHeader(frame, this.#name, link, from, this.#number);
    return frame;
  }

  #isLarge(message: Buffer): boolean {
    return this.#largeBytes <= message.length && message.length <= this.#pieceBytes;
  }

  /** The first message, if it is a frame of its own. */
  #takeLarge(credit: number): Buffer | undefined {
    const message = this.firstEncoded;
    if (message === undefined || this.#sentOfFirst > 0 || !this.#isLarge(message) || message.length > credit)
      return undefined;
    const length = message.length - messageFrontBytes;
    writeEntryHeader(message, pieceHeaderBytes, length, false);
    this.#queue(-length, message.length);
    this.#finishFirst();
    return message;
  }

  #takeSmall(bytes: number): Buffer {
    const frame = Buffer.allocUnsafe(bytes);
    let at = pieceHeaderBytes;
    for (let message = this.firstEncoded; message !== undefined; message = this.firstEncoded) {
      const left = message.length - messageFrontBytes - this.#sentOfFirst;
      const room = frame.length - at - entryHeaderBytes;
      // A message is cut only if it is larger than a piece, or than the credit.
      if (at > pieceHeaderBytes && (left > room || this.#isLarge(message))) break;
      const taken = Math.min(left, room);
      writeEntryHeader(frame, at, taken, taken < left);
      const from = messageFrontBytes + this.#sentOfFirst;
      message.copy(frame, at + entryHeaderBytes, from, from + taken);
      at += entryHeaderBytes + taken;
      this.#queue(-taken, message.length);
      if (taken < left) {
        this.#sentOfFirst += taken;
        break;
      }
      this.#finishFirst();
    }
    return frame.subarray(0, at);
  }

  #finishFirst(): void {
    this.#queuedBytes -= entryHeaderBytes;
    this.#sentOfFirst = 0;
    this.#messages[this.#first] = emptied;
    this.#first += 1;
  }

  #compact(): void {
    const { length } = this.#messages;
    if (this.#first < length && (this.#first < 1_024 || this.#first < length / 2)) return;
    this.#messages = this.#messages.slice(this.#first);
    this.#first = 0;
  }
}

/** For the headers of a frame that is one message. */
export const messageFrontBytes = pieceHeaderBytes + entryHeaderBytes;

const emptied = Buffer.alloc(0);

/** The same sequence where it arrives. */
export class IncomingLane {
  readonly #messageBytes: number;
  #number = 0;
  #received = 0;
  #parts: Buffer[] = [];
  #partBytes = 0;

  constructor(messageBytes: number) {
    this.#messageBytes = messageBytes;
  }

  /** Bytes of pieces, as the sender counts them. */
  get received(): number {
    return this.#received;
  }

  /** The messages that the piece completes, or why the sequence has ended. */
  accept({ number, entries }: LanePiece): readonly Buffer[] | "gap" | "malformed" {
    if (number > this.#number) return "gap";
    // It arrived before, or it is a mark.
    if (number < this.#number || entries.length === 0) return [];
    this.#number += 1;
    this.#received += pieceHeaderBytes + entries.length;
    const complete: Buffer[] = [];
    for (let at = 0; at < entries.length;) {
      const entry = readEntry(entries, at);
      if (entry === undefined) return "malformed";
      const { bytes, isContinued } = entry;
      at += entryHeaderBytes + bytes.length;
      if (this.#partBytes + bytes.length > this.#messageBytes) return "malformed";
      if (isContinued) {
        this.#parts.push(bytes);
        this.#partBytes += bytes.length;
      } else if (this.#partBytes > 0) {
        complete.push(Buffer.concat([...this.#parts, bytes]));
        this.#parts = [];
        this.#partBytes = 0;
      } else complete.push(Buffer.from(bytes));
    }
    return complete;
  }
}
