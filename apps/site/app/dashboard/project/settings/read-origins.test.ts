import { expect, test } from "vitest";
import { readOrigins } from "./read-origins.ts";

test("origins are read one per line, without blanks", () => {
  expect(readOrigins("")).toEqual({ origins: [] });
  expect(readOrigins("\n  https://example.com \n\nhttps://*.example.com\nhttp://localhost:3000/\n")).toEqual({
    origins: ["https://example.com", "https://*.example.com", "http://localhost:3000/"],
  });
});

test.for<[string, string]>([
  ["example.com", "Line 1: “example.com” has no scheme. Write https://example.com."],
  [
    "https://example.com\n\nhttps://www.*.com",
    "Line 3: “*.” can only be at the start of the host, as in https://*.example.com.",
  ],
  ["https://*", "Line 1: “*.” can only be at the start of the host, as in https://*.example.com."],
  ["https://example.com/app", "Line 1: “https://example.com/app” must have only a scheme, a host and a port."],
])("%j is told what is wrong with it", ([text, fault]) => {
  expect(readOrigins(text).fault).toBe(fault);
});
