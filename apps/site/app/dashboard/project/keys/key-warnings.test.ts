import type { ApiKey } from "@weft/protocol";
import { expect, test } from "vitest";
import { keyWarnings } from "./key-warnings.ts";

const now = Date.parse("2026-11-22T00:00:00.000Z");
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const key = { kind: "secret", createdAt: daysAgo(200), lastUsedAt: daysAgo(1), seenInBrowser: false } as ApiKey;

test("a key that is used and stays on the server needs no warning", () => {
  expect(keyWarnings(key, now)).toEqual([]);
});

test("a key warns after 90 days without use, or 90 days after its creation if it was never used", () => {
  expect(keyWarnings({ ...key, lastUsedAt: daysAgo(90) }, now)).toEqual([]);
  expect(keyWarnings({ ...key, lastUsedAt: daysAgo(91) }, now)).toEqual([
    "Not used for 91 days. Revoke it if you no longer need it.",
  ]);
  expect(keyWarnings({ ...key, lastUsedAt: null }, now)[0]).toContain("200 days");
  expect(keyWarnings({ ...key, kind: "public", lastUsedAt: null }, now)).toEqual([]);
});

test("a secret key that a browser has sent warns", () => {
  expect(keyWarnings({ ...key, seenInBrowser: true }, now)[0]).toContain("A browser has sent this key");
});
