import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import fc from "fast-check";
import * as ws from "ws";
import { expect, test } from "vitest";
import { readShortFrames } from "./short-frames.ts";

/** The part of the library that takes bytes; its types leave it out. */
const { Receiver } = ws as unknown as {
  Receiver: new (options: object) => EventEmitter & { write(piece: Buffer): boolean; destroyed: boolean };
};

const maxPayload = 300;
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 12, unit: "binary" }) },
  { weight: 2, arbitrary: fc.string({ minLength: 120, maxLength: 130 }) },
  { weight: 1, arbitrary: fc.string({ minLength: 290, maxLength: 310 }) },
);
const valid = fc.record({
  first: fc.constantFrom(0x81, 0x81, 0x81, 0x82, 0x89, 0x8a),
  payload: text.map((content) => Buffer.from(content)),
  mask: fc.uint8Array({ minLength: 4, maxLength: 4 }),
  isMasked: fc.constant(true),
});
const odd = fc.record({
  // Fragments, continuations, reserved bits and opcodes, the close.
  first: fc.constantFrom(0x01, 0x02, 0x00, 0x80, 0xc1, 0x91, 0x83, 0x8b, 0x88, 0x81),
  payload: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  mask: fc.uint8Array({ minLength: 4, maxLength: 4 }),
  isMasked: fc.boolean(),
});
interface Frame {
  readonly first: number;
  readonly payload: Buffer;
  readonly mask: Uint8Array;
  readonly isMasked: boolean;
}

function bytesOf({ first, payload, mask, isMasked }: Frame): Buffer {
  const maskBit = isMasked ? 0x80 : 0;
  const length =
    payload.length < 126 ? [maskBit | payload.length] : [maskBit | 126, payload.length >> 8, payload.length & 0xff];
  const body = isMasked ? payload.map((byte, at) => byte ^ mask[at & 3]!) : payload;
  return Buffer.concat([Buffer.from([first, ...length]), isMasked ? mask : Buffer.alloc(0), body]);
}

/** The events that a receiver of these pieces emits, in order, and whether one of them is a fault. */
async function hear(pieces: readonly Buffer[], isShortcut: boolean) {
  const heard: string[] = [];
  const receiver = new Receiver({ isServer: true, maxPayload, binaryType: "nodebuffer" });
  const wire = new EventEmitter();
  const library = (piece: Buffer) => void receiver.write(piece);
  wire.on("data", library);
  for (const event of ["ping", "pong"] as const)
    receiver.on(event, (data: Buffer) => heard.push(`${event} ${data.toString("hex")}`));
  receiver.on("message", (data: Buffer, isBinary: boolean) =>
    heard.push(`${isBinary ? "bytes" : "text"} ${data.toString("hex")}`),
  );
  // As the library does.
  receiver.on("conclude", (code: number) => {
    wire.removeListener("data", library);
    heard.push(`close ${code}`);
  });
  let fault: string | undefined;
  receiver.on("error", (error: Error) => {
    wire.removeListener("data", library);
    fault = error.message;
  });
  if (isShortcut)
    readShortFrames({
      wire: wire as unknown as Socket,
      longest: maxPayload,
      message: (payload) => heard.push(`text ${payload.toString("hex")}`),
    });
  // Each has bytes of its own: frames are unmasked where they lie.
  for (const piece of pieces) wire.emit("data", Buffer.from(piece));
  await new Promise((resolve) => setImmediate(resolve));
  return { heard, fault };
}

const frames = fc.array(fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: odd }), { maxLength: 12 });
const cuts = fc.array(fc.nat(400), { maxLength: 10 });

test("a peer's frames are read as the library reads them, however they are split", async () => {
  await fc.assert(
    fc.asyncProperty(frames, cuts, async (sent, lengths) => {
      const all = Buffer.concat(sent.map(bytesOf));
      const pieces: Buffer[] = [];
      let at = 0;
      for (const length of lengths) {
        if (length > 0 && at < all.length) pieces.push(all.subarray(at, (at += length)));
      }
      if (at < all.length) pieces.push(all.subarray(at));
      const [here, there] = await Promise.all([hear(pieces, true), hear(pieces, false)]);
      expect(here.fault).toBe(there.fault);
      // The library reports a fault a moment later: messages that came with it may be delivered.
      const heard = there.fault === undefined ? here.heard : here.heard.slice(0, there.heard.length);
      expect(heard).toEqual(there.heard);
    }),
    { numRuns: 3_000 },
  );
});

test("short frames of text do not pass through the library", () => {
  const wire = new EventEmitter();
  const seen: string[] = [];
  wire.on("data", (piece: Buffer) => seen.push(`library ${piece.length}`));
  readShortFrames({
    wire: wire as unknown as Socket,
    longest: maxPayload,
    message: (payload) => seen.push(payload.toString()),
  });
  const mask = new Uint8Array([1, 2, 3, 4]);
  const frame = (first: number, content: string) =>
    bytesOf({ first, payload: Buffer.from(content), mask, isMasked: true });
  const long = frame(0x81, "x".repeat(maxPayload));
  wire.emit("data", Buffer.concat([frame(0x81, "one"), frame(0x89, ""), frame(0x81, "two"), long.subarray(0, 100)]));
  wire.emit("data", Buffer.concat([long.subarray(100), frame(0x81, "three")]));
  expect(seen).toEqual(["one", "library 6", "two", "library 100", `library ${long.length - 100}`, "three"]);
});
