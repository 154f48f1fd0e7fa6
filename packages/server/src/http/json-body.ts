import { isUtf8 } from "node:buffer";
import type { Stepwise } from "@weft/crdt";
import type { FrameFault } from "@weft/protocol";
import { createFrameCutter, limits, scanFrame, WeftError } from "@weft/protocol";
import { parseInSteps } from "./json-in-steps.ts";

/** Each level of a Storage document is two levels of JSON. */
const depth = 2 * limits.storageDepth + limits.frameDepth;
const bounds = { depth, tokens: limits.frameTokens };

/** Longer bodies are parsed in slices: one long parse would block the event loop. */
export const largeBody = 256 * 1_024;
const scanStep = 64 * 1_024;

/** Parses a body that is bounded in bytes. BAD_REQUEST if it is not JSON, UNPROCESSABLE_ENTITY if it is too deep. */
export function parseJson(sent: Buffer): unknown {
  const body = withoutMark(sent);
  if (body.length >= limits.frameScanFrom) refuse(scanFrame(body, bounds));
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw noJson(cause);
  }
}

/** Like `parseJson`, with pauses. */
export function* parseJsonInSteps(sent: Buffer): Stepwise<unknown> {
  const body = withoutMark(sent);
  const cutter = createFrameCutter(body, bounds);
  while (!cutter.advance(scanStep)) yield;
  refuse(cutter.fault);
  try {
    return yield* parseInSteps(body);
  } catch (cause) {
    throw noJson(cause);
  }
}

/** A body that was parsed, as the text that it was parsed from: bytes that are no UTF-8 are replaced, as a parser does. */
export function textOf(sent: Buffer): Buffer {
  const body = withoutMark(sent);
  return isUtf8(body) ? body : Buffer.from(body.toString("utf8"));
}

/** Some clients begin UTF-8 with a byte order mark, which parsers may ignore (RFC 8259, 8.1). */
function withoutMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}

function refuse(fault: FrameFault | undefined): void {
  if (fault === undefined) return;
  throw new WeftError("UNPROCESSABLE_ENTITY", {
    message:
      fault === "tooDeep" ? `The body is nested more than ${depth} levels deep.` : "The body has too many values.",
  });
}

function noJson(cause: unknown): WeftError {
  return new WeftError("BAD_REQUEST", { message: "The body is not JSON.", cause });
}
