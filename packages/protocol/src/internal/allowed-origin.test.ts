import { expect, test } from "vitest";
import { AllowedOrigin } from "./allowed-origin.ts";

test.for([
  ["https://example.com", "https://example.com"],
  ["  https://Example.COM/ ", "https://example.com"],
  ["https://example.com:443", "https://example.com"],
  ["http://example.com:443", "http://example.com:443"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["https://*.example.com", "https://*.example.com"],
  ["http://*.localhost:5173", "http://*.localhost:5173"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["http://[::1]:8080", "http://[::1]:8080"],
  ["capacitor://localhost", "capacitor://localhost"],
])("an origin that is written as %j is kept as browsers spell it", ([text, origin]) => {
  expect(AllowedOrigin.parse(text)).toBe(origin);
});

test.for([
  "",
  "example.com",
  "https://",
  "https://*",
  "*",
  "null",
  "https://example.com/path",
  "https://example.com?query",
  "https://example.com#fragment",
  "https://ada:secret@example.com",
  "https://www.*.example.com",
  "https://exa*mple.com",
  "https://*.*.example.com",
  "https://example.com:99999",
  "https://example.com:",
  "https://exam ple.com",
  "https://a.example https://b.example",
  `https://${"a".repeat(300)}.example`,
])("%j is refused", (text) => {
  expect(AllowedOrigin.safeParse(text).success).toBe(false);
});
