import { expect, test } from "vitest";
import { spellSpan, timeZoneFault } from "./time-zone.ts";

test.for([
  ["UTC", "1 Nov 2026 to 30 Nov 2026, in UTC"],
  ["Europe/Berlin", "1 Nov 2026, 01:00 to 1 Dec 2026, 01:00, in Europe/Berlin time"],
  ["America/New_York", "31 Oct 2026, 20:00 to 30 Nov 2026, 19:00, in America/New York time"],
  ["Africa/Abidjan", "1 Nov 2026 to 30 Nov 2026, in Africa/Abidjan time"],
] as const)("November, as it is counted, is written for %s as %s", ([zone, written]) => {
  expect(spellSpan("2026-11-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z", zone)).toBe(written);
});

test.for([
  ["UTC", true],
  ["Europe/Berlin", true],
  ["", false],
  ["Berlin", false],
  ["+02:00", false],
] as const)("the time zone %s is one: %s", ([name, known]) => {
  expect(timeZoneFault(name) === undefined).toBe(known);
});
