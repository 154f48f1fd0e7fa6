import { expect, test } from "vitest";
import { createSeal, deriveKey } from "./seal.ts";

const first = new Uint8Array(32).fill(1);
const second = new Uint8Array(32).fill(2);

test("[TK7] a sealed secret opens for the same words only, and looks different every time", () => {
  const seal = createSeal(first);
  const sealed = seal.seal("secret ✓", "whose");
  expect(seal.unseal(sealed, "whose")).toBe("secret ✓");
  expect(seal.seal("secret ✓", "whose")).not.toBe(sealed);
  expect(() => seal.unseal(sealed, "another's")).toThrow();
});

test("[TK7] a sealed secret that was altered anywhere does not open", () => {
  const seal = createSeal(first);
  const sealed = seal.seal("secret", "whose");
  const [id = "", body = ""] = sealed.split(".");
  const bytes = Buffer.from(body, "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    expect(() => seal.unseal(`${id}.${altered.toString("base64url")}`, "whose")).toThrow();
  }
  for (const damaged of ["", ".", id, `${id}.`, `${id}.AAAA`, body]) {
    expect(() => seal.unseal(damaged, "whose")).toThrow();
  }
});

test("[TK7] a new master key still opens what the one before it sealed", () => {
  const sealed = createSeal(first).seal("secret", "whose");
  expect(createSeal(second, [first]).unseal(sealed, "whose")).toBe("secret");
  expect(() => createSeal(second).unseal(sealed, "whose")).toThrow("master key");
});

test("a master key of another length is refused", () => {
  expect(() => createSeal(new Uint8Array(31))).toThrow("32 bytes");
});

test("keys for different purposes have nothing in common", () => {
  expect(deriveKey(first, "cursor").equals(deriveKey(first, "seal"))).toBe(false);
});
