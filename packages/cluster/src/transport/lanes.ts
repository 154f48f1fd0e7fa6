import type { LaneName, LanePiece } from "./frames.ts";
import { entryHeaderBytes, pieceHeaderBytes, readEntry, writeEntryHeader, writePieceHeader } from "./frames.ts";
import type { TransportLimits } from "./transport-limits.ts";
import { leastCreditOf } from "./transport-limits.ts";

/**
 * One sequence of messages to one node. Small messages are joined in a piece, and large ones are cut. Pieces are sent as far
 * as the receiver has granted credit; the rest waits here.
 */
export class OutgoingLane {
  readonly #name: LaneName;
  readonly #pieceBytes: number;
  readonly #leastCredit: number;
  #messages: Buffer[] = [];
  /** The first message that is not sent yet, and how much of it is. */
  #first = 0;
  #sentOfFirst = 0;
  #queuedBytes = 0;
  #number = 0;
  #sent = 0;
  #acknowledged = 0;
  #granted = 0;

  constructor(name: LaneName, limits: TransportLimits) {
    this.#name = name;
    this.#pieceBytes = limits.pieceBytes;
    this.#leastCredit = leastCreditOf(limits);
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** The first message that is not sent completely. */
  get first(): Buffer | undefined {
    return this.#messages[this.#first];
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  get isAcknowledged(): boolean {
    return this.#acknowledged === this.#sent;
  }

  push(message: Buffer): void {
    this.#messages.push(message);
    this.#queuedBytes += entryHeaderBytes + message.length;
  }

  /** What the receiver last said of the lane. A smaller grant than before takes back what is not used. */
  update(received: number, granted: number): void {
    this.#acknowledged = Math.min(Math.max(received, this.#acknowledged), this.#sent);
    this.#granted = granted;
  }

  /** The next piece, or undefined while none may be sent. */
  next(link: number, from: number): Buffer | undefined {
    if (this.#queuedBytes === 0) return undefined;
    const wanted = Math.min(pieceHeaderBytes + this.#queuedBytes, this.#pieceBytes);
    const credit = this.#granted - this.#sent;
    // Small credit is kept until it has grown, instead of being spent on small pieces of a large message.
    if (credit < Math.min(wanted, this.#leastCredit)) return undefined;
    const frame = Buffer.allocUnsafe(Math.min(wanted, credit));
    const end = this.#fill(frame);
    writePieceHeader(frame, this.#name, link, from, this.#number);
    this.#number += 1;
    this.#sent += end;
    this.#compact();
    return frame.subarray(0, end);
  }

  /** A piece without entries: shows the receiver whether it lacks any before it. */
  mark(link: number, from: number): Buffer {
    const frame = Buffer.alloc(pieceHeaderBytes);
    writePieceHeader(frame, this.#name, link, from, this.#number);
    return frame;
  }

  #fill(frame: Buffer): number {
    let at = pieceHeaderBytes;
    for (let message = this.first; message !== undefined; message = this.first) {
      const left = message.length - this.#sentOfFirst;
      const room = frame.length - at - entryHeaderBytes;
      // A message is cut only if it is larger than a piece, or than the credit.
      if (left > room && at > pieceHeaderBytes) break;
      const taken = Math.min(left, room);
      writeEntryHeader(frame, at, taken, taken < left);
      message.copy(frame, at + entryHeaderBytes, this.#sentOfFirst, this.#sentOfFirst + taken);
      at += entryHeaderBytes + taken;
      this.#queuedBytes -= taken;
      if (taken < left) {
        this.#sentOfFirst += taken;
        break;
      }
      this.#queuedBytes -= entryHeaderBytes;
      this.#sentOfFirst = 0;
      this.#messages[this.#first] = emptied;
      this.#first += 1;
    }
    return at;
  }

  #compact(): void {
    const { length } = this.#messages;
    if (this.#first < length && (this.#first < 1_024 || this.#first < length / 2)) return;
    this.#messages = this.#messages.slice(this.#first);
    this.#first = 0;
  }
}

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
