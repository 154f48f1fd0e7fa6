import { expect, test } from "vitest";
import { keyHint } from "./key-hint.ts";

test.for([
  [undefined, "Stored encrypted. It is never shown again."],
  [{ provider: "openai", end: undefined }, "Leave empty to keep the stored key."],
  [{ provider: "openai", end: "1234" }, "The stored key ends in 1234. Leave empty to keep it."],
  [{ provider: "openai", end: null }, "The stored key can no longer be read. Enter it again."],
  [{ provider: "google", end: "1234" }, "The stored key is for Google. Enter a key for OpenAI."],
] as const)("of %j the form says: %s", ([stored, text]) =>
  expect(keyHint(stored, { provider: "openai", providerBaseUrl: "" })).toBe(text),
);

test("a key that is stored for another address is to be entered again", () => {
  const provider = "openai-compatible";
  const stored = { provider, baseUrl: "https://models.example.com/v1", end: "1234" } as const;
  expect(keyHint(stored, { provider, providerBaseUrl: "https://models.example.com/v1/" })).toContain("to keep it");
  expect(keyHint(stored, { provider, providerBaseUrl: "https://models.example.com/v2" })).toBe(
    "The stored key is for another base URL. Enter the key for this one.",
  );
});
