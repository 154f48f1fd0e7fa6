import fc from "fast-check";
import { expect, test } from "vitest";
import { readHighlights, readSpot } from "./read-annotations.ts";

test("highlights on pages of the document are read", () => {
  const stored = {
    a: { page: 2, rects: "1000,1000,2000,200", by: "ada.x" },
    b: { page: 5, rects: "1000,1000,2000,200", by: "ada.x" },
    c: { page: 1, rects: "", by: "ada.x" },
    d: "text",
    e: { page: 1, rects: "0,0,100,100", by: 7 },
  };
  expect(readHighlights(stored, 4).map(({ id, page, by }) => [id, page, by])).toEqual([
    ["a", 2, "ada.x"],
    ["e", 1, ""],
  ]);
});

test("anything may be stored", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (stored, page) => {
      expect(readHighlights(stored, 4).length).toBeLessThanOrEqual(500);
      const spot = readSpot({ page, rects: "0,0,100,100" }, 4);
      expect(spot === null || [1, 2, 3, 4].includes(spot.page)).toBe(true);
    }),
  );
});
