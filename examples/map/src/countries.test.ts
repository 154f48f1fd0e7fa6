import { expect, test } from "vitest";
import { countryAt, shapes } from "./countries.ts";

test("a position is in a country or at sea", () => {
  expect(countryAt({ lon: -8.2, lat: 39.6 })).toBe("Portugal");
  expect(countryAt({ lon: 138.5, lat: 36.2 })).toBe("Japan");
  expect(countryAt({ lon: -30, lat: 30 })).toBeUndefined();
});

test("the shapes of the map are drawn", () => {
  for (const [name, path] of Object.entries(shapes)) expect(path, name).toMatch(/^M[\d.,LMZ-]{500,}/u);
});
