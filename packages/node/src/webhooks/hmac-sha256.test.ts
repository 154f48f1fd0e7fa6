import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hmacSha256, isEqualCode } from "./hmac-sha256.ts";

const ofNode = (key: Uint8Array, message: Uint8Array) =>
  new Uint8Array(createHmac("sha256", key).update(message).digest());

test("[ND30] codes are those of Node.js, for keys and messages of every length", () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  fc.assert(
    fc.property(bytes, bytes, (key, message) => {
      expect(hmacSha256(key, message)).toEqual(ofNode(key, message));
    }),
  );
  for (let length = 0; length <= 130; length++) {
    const filled = new Uint8Array(length).fill(length);
    expect(hmacSha256(filled, filled)).toEqual(ofNode(filled, filled));
  }
});

test("[ND30] the first example of RFC 4231 has its code", () => {
  const code = hmacSha256(new Uint8Array(20).fill(0x0b), new TextEncoder().encode("Hi There"));
  expect(Buffer.from(code).toString("hex")).toBe("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
});

test("[ND30] codes are equal if all of their bytes are", () => {
  const code = Uint8Array.of(1, 2, 3);
  expect(isEqualCode(code, Uint8Array.of(1, 2, 3))).toBe(true);
  for (const other of [[1, 2, 4], [0, 2, 3], [1, 2], [1, 2, 3, 0], []])
    expect(isEqualCode(code, Uint8Array.from(other))).toBe(false);
});
