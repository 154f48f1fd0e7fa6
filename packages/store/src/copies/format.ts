import { createHash } from "node:crypto";
import { StoreRefused } from "../database/errors.ts";

/*
 * How copies lie in their place. A stream is one unbroken run of captures of one server process; a restart or a gap begins
 * another. Its bases are whole databases; its segments hold what the log took in between two captures.
 *
 *     20261122T190000000Z-4f2a/base-00000001/0000          pieces of the database, taken after segment 1
 *     20261122T190000000Z-4f2a/base-00000001/manifest.json  written last: without it there is no base
 *     20261122T190000000Z-4f2a/log-00000002                 a segment: one line of JSON, then frames
 *
 * A base is taken while segments continue, so it holds some of what the segments after it hold. Writing pages again changes
 * nothing, for each of them ends as the last frame of it says; but only together with all segments up to `through`, the
 * first capture that ended after the base was taken, is a base a state of the database.
 */

export interface BaseManifest {
  readonly stream: string;
  /** Segments after this one belong to it. */
  readonly after: number;
  /** It is a state of the database with all segments up to this one. */
  readonly through: number;
  /** When the segment `through` was captured, in milliseconds since 1970. */
  readonly at: number;
  readonly pieces: readonly { readonly bytes: number; readonly sha256: string }[];
}

export interface SegmentHead {
  readonly number: number;
  /** When it was captured: it holds everything acknowledged before. */
  readonly at: number;
  readonly pageSize: number;
  readonly sha256: string;
}

const digits = (value: number) => String(value).padStart(8, "0");
export const segmentName = (stream: string, number: number) => `${stream}/log-${digits(number)}`;
export const baseFolder = (stream: string, after: number) => `${stream}/base-${digits(after)}`;
export const manifestName = (stream: string, after: number) => `${baseFolder(stream, after)}/manifest.json`;
export const pieceName = (stream: string, after: number, index: number) =>
  `${baseFolder(stream, after)}/${String(index).padStart(6, "0")}`;

/** Undefined for what is none of ours. */
export function parseName(
  name: string,
): { readonly kind: "segment" | "manifest" | "piece"; readonly stream: string; readonly number: number } | undefined {
  const [, stream, segment, base, file] =
    /^(\d{8}T\d{9}Z-[0-9a-f]{8})\/(?:log-(\d{8,})|base-(\d{8,})\/(manifest\.json|\d{6}))$/.exec(name) ?? [];
  if (stream === undefined) return undefined;
  if (segment !== undefined) return { kind: "segment", stream, number: Number(segment) };
  return { kind: file === "manifest.json" ? "manifest" : "piece", stream, number: Number(base) };
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function encodeSegment(head: Omit<SegmentHead, "sha256">, frames: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...head, sha256: sha256(frames) })}\n`), frames]);
}

/** @throws StoreRefused when it is not what was written */
export function decodeSegment(name: string, bytes: Uint8Array): { head: SegmentHead; frames: Buffer } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.indexOf("\n");
  const frames = buffer.subarray(end + 1);
  const head = parseJson(name, buffer.subarray(0, Math.max(0, end))) as SegmentHead;
  if (head.sha256 !== sha256(frames)) throw new StoreRefused(`The copy ${name} is damaged.`);
  return { head, frames };
}

export function decodeManifest(name: string, bytes: Uint8Array): BaseManifest {
  return parseJson(name, Buffer.from(bytes)) as BaseManifest;
}

function parseJson(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new StoreRefused(`The copy ${name} is damaged.`, { cause });
  }
}
