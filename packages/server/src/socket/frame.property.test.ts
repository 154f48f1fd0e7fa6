import { headroom } from "@weft/room";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as ws from "ws";
import { toFrame, textFrame } from "./frame.ts";

/** The half of ws that reads; its types leave it out. */
const { Receiver } = ws as unknown as {
  Receiver: new (options: { isServer: boolean }) => NodeJS.WritableStream;
};

/** What a WebSocket peer makes of these bytes. */
function received(frame: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const receiver = new Receiver({ isServer: false });
    receiver.on("message", (data: Buffer) => resolve(data.toString()));
    receiver.on("error", reject);
    receiver.write(frame);
  });
}

test("[SE9] a frame is what a WebSocket peer reads as the same text, whatever its length", async () => {
  const lengths = fc.oneof(fc.nat(300), fc.constantFrom(125, 126, 127, 65_535, 65_536, 70_000));
  await fc.assert(
    fc.asyncProperty(lengths, fc.constantFrom("a", "é", "😀"), async (length, unit) => {
      const text = unit.repeat(Math.ceil(length / unit.length));
      expect(await received(textFrame(text))).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test("[SE9] sealing copies nothing: the frame is in the buffer that held the payload", () => {
  const buffer = Buffer.alloc(headroom + 3, "abc");
  expect(toFrame(buffer).buffer).toBe(buffer.buffer);
});
