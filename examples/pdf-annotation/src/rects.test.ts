import fc from "fast-check";
import { expect, test } from "vitest";
import { clip, mergeLines, readRects, writeRects } from "./rects.ts";

test("rectangles are read as they were written", () => {
  const rects = [
    { x: 0.12, y: 0.34, width: 0.4, height: 0.018 },
    { x: 0.5, y: 1, width: 0, height: 0 },
  ];
  expect(writeRects(rects)).toBe("1200,3400,4000,180;5000,10000,0,0");
  expect(readRects(writeRects(rects))).toEqual(rects);
});

test("what is no rectangle on the page is left out", () => {
  expect(readRects("1,2,3;x,1,2,3;-1,0,5,5;9000,0,2000,10;1000,1000,10,10,10;0,0,100,100")).toEqual([
    { x: 0, y: 0, width: 0.01, height: 0.01 },
  ]);
  expect(readRects("0,0,1,1;".repeat(5000))).toHaveLength(40);
  fc.assert(
    fc.property(fc.anything(), (written) => {
      expect(readRects(written).every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true);
    }),
  );
});

test("pieces of a line become one rectangle", () => {
  const line = (x: number, y: number, width: number) => ({ x, y, width, height: 0.02 });
  expect(mergeLines([line(0.3, 0.101, 0.2), line(0.1, 0.1, 0.2), line(0.1, 0.14, 0.1), line(0.2, 0.14, 0)])).toEqual([
    { x: 0.1, y: 0.1, width: 0.4, height: expect.closeTo(0.021) as number },
    line(0.1, 0.14, 0.1),
  ]);
});

test("a rectangle is cut off at the edges of the page", () => {
  expect(clip({ x: -0.5, y: 0.5, width: 2, height: 1 })).toEqual({ x: 0, y: 0.5, width: 1, height: 0.5 });
});
