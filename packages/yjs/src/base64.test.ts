import { expect, test } from "vitest";
import { fromBase64, toBase64 } from "./base64.ts";

test("bytes of every length and value are the same in base64 as elsewhere", () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
    const text = Buffer.from(bytes).toString("base64");
    expect(toBase64(bytes)).toBe(text);
    expect(fromBase64(text)).toEqual(bytes);
  }
});
