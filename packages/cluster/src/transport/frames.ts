import type { NodeId } from "../peers.ts";
import { ourWire } from "./compatibility.ts";
import type { SpokenWire } from "./compatibility.ts";

/**
 * A frame is one of:
 *
 *     "W" 1  JSON                                             status: what a node says to one other about their link
 *     "W" 2  link(6) from(6) number(6)  entry…                messages
 *     "W" 3  link(6) from(6) number(6)  entry…                published messages
 *     "W" 4  JSON                                             announcement: what a node says to all
 *
 *     entry: length(4), of which the highest bit says that the message continues in the next frame; bytes
 *
 * Both incarnations of a link are in each of its frames. Kinds and members that a node does not know are ignored, so nodes
 * of neighboring versions understand each other. Where they do not, statuses say so (`compatibility.ts`).
 */
export type TransportFrame =
  | { readonly kind: "status"; readonly status: LinkStatus }
  | { readonly kind: LaneName; readonly piece: LanePiece }
  | { readonly kind: "announcement"; readonly from: NodeId };

/** The two sequences of messages of a link, each with numbers and credit of its own. */
export type LaneName = "messages" | "signals";

/** Says everything each time, so that it may be lost: it is hello, ping and acknowledgement. */
export interface LinkStatus extends SpokenWire {
  readonly from: NodeId;
  /** The sender's incarnation of the link. */
  readonly mine: number;
  /** The receiver's incarnation, as far as the sender knows it, or 0. */
  readonly yours: number;
  /** How many bytes of each lane the sender has received, and up to which count the receiver of this may send. */
  readonly received: LaneNumbers;
  readonly granted: LaneNumbers;
  /** The number of the last published message that was sent, or left out, before this. */
  readonly published: number;
  /** The sender is about to stop. */
  readonly bye: boolean;
}

export interface LaneNumbers {
  readonly messages: number;
  readonly signals: number;
}

export interface LanePiece {
  /** The incarnations of the receiver and of the sender. */
  readonly link: number;
  readonly from: number;
  /** Consecutive for pieces with entries. A piece without entries has the number of the next one. */
  readonly number: number;
  readonly entries: Buffer;
}

export const pieceHeaderBytes = 20;
export const entryHeaderBytes = 4;
/** Incarnations and numbers are whole and less than this. */
export const numberBound = 2 ** 48;

const magic = 0x57;
const kinds = { status: 1, messages: 2, signals: 3, announcement: 4 } as const;
const continues = 0x8000_0000;

export function writeStatus(status: LinkStatus): Buffer {
  return writeJson(kinds.status, status);
}

export function writeAnnouncement(from: NodeId): Buffer {
  return writeJson(kinds.announcement, { version: ourWire.version, from });
}

/** Writes the header of a piece into its first bytes. */
export function writePieceHeader(frame: Buffer, lane: LaneName, link: number, from: number, number: number): void {
  frame[0] = magic;
  frame[1] = kinds[lane];
  frame.writeUIntLE(link, 2, 6);
  frame.writeUIntLE(from, 8, 6);
  frame.writeUIntLE(number, 14, 6);
}

export function writeEntryHeader(frame: Buffer, at: number, length: number, isContinued: boolean): void {
  frame.writeUInt32LE(isContinued ? length + continues : length, at);
}

/** The entry at this place, or undefined when it does not fit into what is there. */
export function readEntry(entries: Buffer, at: number): { bytes: Buffer; isContinued: boolean } | undefined {
  if (at + entryHeaderBytes > entries.length) return undefined;
  const header = entries.readUInt32LE(at);
  const isContinued = header >= continues;
  const from = at + entryHeaderBytes;
  const end = from + (isContinued ? header - continues : header);
  return end > entries.length ? undefined : { bytes: entries.subarray(from, end), isContinued };
}

/** Undefined for what is no frame of a kind that this version knows. */
export function readFrame(frame: Buffer): TransportFrame | undefined {
  if (frame.length < 2 || frame[0] !== magic) return undefined;
  const kind = frame[1];
  if (kind === kinds.messages) return readPiece("messages", frame);
  if (kind === kinds.signals) return readPiece("signals", frame);
  if (kind !== kinds.status && kind !== kinds.announcement) return undefined;
  const said = readJson(frame);
  if (said === undefined || typeof said["from"] !== "string" || said["from"] === "") return undefined;
  const from = said["from"] as NodeId;
  if (kind === kinds.announcement) return { kind: "announcement", from };
  // Builds before these were said understand each other.
  const { version, oldest = 1, format = ourWire.format, mine, yours, published, bye } = said;
  if (!isNumber(oldest) || !isNumber(format)) return undefined;
  const received = laneNumbers(said["received"]);
  const granted = laneNumbers(said["granted"]);
  if (!isNumber(version) || !isNumber(mine) || mine === 0 || !isNumber(yours) || !isNumber(published)) return undefined;
  if (received === undefined || granted === undefined) return undefined;
  return {
    kind: "status",
    status: { version, oldest, format, from, mine, yours, received, granted, published, bye: bye === true },
  };
}

function readPiece(kind: LaneName, frame: Buffer): TransportFrame | undefined {
  if (frame.length < pieceHeaderBytes) return undefined;
  const piece = {
    link: frame.readUIntLE(2, 6),
    from: frame.readUIntLE(8, 6),
    number: frame.readUIntLE(14, 6),
    entries: frame.subarray(pieceHeaderBytes),
  };
  return { kind, piece };
}

function writeJson(kind: number, value: object): Buffer {
  return Buffer.concat([Uint8Array.of(magic, kind), Buffer.from(JSON.stringify(value))]);
}

function readJson(frame: Buffer): Record<string, unknown> | undefined {
  try {
    const said: unknown = JSON.parse(frame.toString("utf8", 2));
    return typeof said === "object" && said !== null ? (said as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function laneNumbers(said: unknown): LaneNumbers | undefined {
  if (typeof said !== "object" || said === null) return undefined;
  const { messages, signals } = said as Record<string, unknown>;
  return isNumber(messages) && isNumber(signals) ? { messages, signals } : undefined;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
