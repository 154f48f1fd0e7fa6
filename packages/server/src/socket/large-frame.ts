import type { ClientMessage, Json, Limits } from "@weft/protocol";
import { createFrameCutter, decodeFrame, frameFaults, isJsonObject } from "@weft/protocol";
import type { FrameBounds, ScannedMessage } from "@weft/protocol";
import type { Clock } from "@weft/room";
import { countFrame } from "./cost.ts";

/** Messages of a large frame that are processed in one step, in the order of the frame. */
export interface FramePart {
  readonly messages: readonly ClientMessage[];
}
export type LargeFrame =
  | { readonly kind: "parts"; readonly parts: readonly FramePart[] }
  | { readonly kind: "malformed"; readonly reason: string };

/** Bytes scanned, and bytes of ops parsed, before yielding to the event loop. */
const scanStep = 2 * 1_024 * 1_024;
const parseStep = 64 * 1_024;

/**
 * Decodes a frame that is too large for one `JSON.parse` without blocking the event loop: the bytes are scanned in
 * steps, cut at the boundaries of messages and ops, and parsed piece by piece. As with any frame, one malformed message
 * refuses the whole frame, so nothing is passed on before everything has been read.
 */
export async function decodeLargeFrame(bytes: Buffer, limits: Limits, clock: Clock): Promise<LargeFrame> {
  const cutter = createFrameCutter(bytes, boundsOf(limits));
  while (!cutter.advance(scanStep)) await clock.yieldToEventLoop();
  if (cutter.fault !== undefined) return { kind: "malformed", reason: frameFaults[cutter.fault] };

  // The outline, with every message emptied, shows whether the frame is an array of objects.
  const outline = parse(Buffer.concat(outlineOf(bytes, cutter.messages)).toString());
  if (!Array.isArray(outline) || !outline.every(isJsonObject))
    return { kind: "malformed", reason: "The frame is not a JSON array of messages." };

  const parts: FramePart[] = [];
  const count = countFrame(limits);
  for (const messages of groupsOf(cutter.messages)) {
    for (const text of piecesOf(bytes, messages)) {
      const value = parse(`[${text}]`);
      if (value === undefined) return { kind: "malformed", reason: "The frame is not JSON." };
      const decoded = decodeFrame(value);
      if (decoded.kind === "malformed") return decoded;
      const reason = count.add((value as readonly Json[]).length, decoded.messages);
      if (reason !== undefined) return { kind: "malformed", reason };
      parts.push(decoded);
      await clock.yieldToEventLoop();
    }
  }
  return { kind: "parts", parts };
}

/**
 * One op or one event is parsed in one go, and a million distinct keys block the loop for seconds. No value fits in its
 * bytes with more than a token for every second of them, nor does a text update need more than its operations do, so
 * what has more cannot be accepted and need not be parsed.
 */
function boundsOf(limits: Limits): FrameBounds {
  const envelope = 64;
  // {"type":"insert","index":0,"text":"a","attributes":{"b":true}} and its comma.
  const operationTokens = 12;
  return {
    depth: limits.frameDepth,
    tokens: limits.frameTokens,
    messages: limits.frameMessages,
    opTokens: Math.max(limits.liveObject / 2, limits.liveValue / 2, limits.textOperations * operationTokens) + envelope,
    messageTokens: Math.max(limits.broadcastEvent, limits.presence) / 2 + envelope,
  };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function outlineOf(bytes: Buffer, messages: readonly ScannedMessage[]): Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to } of messages) {
    pieces.push(bytes.subarray(at, from), empty);
    at = to;
  }
  pieces.push(bytes.subarray(at));
  return pieces;
}
const empty = Buffer.from("{}");

/** Small messages in groups of about `parseStep` bytes, since a frame can hold hundreds of thousands; large ones alone. */
function* groupsOf(messages: readonly ScannedMessage[]): Generator<readonly ScannedMessage[]> {
  let group: ScannedMessage[] = [];
  for (const message of messages) {
    if (group.length > 0 && message.to - group[0]!.from > parseStep) {
      yield group;
      group = [];
    }
    group.push(message);
  }
  if (group.length > 0) yield group;
}

/** Adjacent messages as JSON texts: together, or a single one as several Storage updates with its ops in order. */
function* piecesOf(bytes: Buffer, messages: readonly ScannedMessage[]): Generator<string> {
  const [{ from, ops }, last] = [messages[0]!, messages.at(-1)!];
  const { to } = last;
  if (messages.length > 1 || ops === undefined || ops.to - ops.from <= parseStep || ops.elements.length <= 2) {
    yield bytes.toString("utf8", from, to);
    return;
  }
  const head = bytes.toString("utf8", from, ops.from);
  const tail = bytes.toString("utf8", ops.to, to);
  const { elements } = ops;
  let first = 0;
  for (let index = 0; index < elements.length; index += 2) {
    const end = elements[index + 1]!;
    const isLast = index + 2 >= elements.length;
    if (!isLast && end - elements[first]! < parseStep) continue;
    yield `${head}[${bytes.toString("utf8", elements[first], end)}]${tail}`;
    first = index + 2;
  }
}
