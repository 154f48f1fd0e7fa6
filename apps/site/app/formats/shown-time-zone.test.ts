import { expect, test } from "vitest";
import { chooseTimeZone, shownTimeZone } from "./shown-time-zone.ts";

test("times are in the device's time zone unless the user prefers UTC", () => {
  expect(shownTimeZone()).toBeUndefined();
  chooseTimeZone("utc");
  expect(shownTimeZone()).toBe("UTC");
  chooseTimeZone(undefined);
  expect(shownTimeZone()).toBeUndefined();
});
