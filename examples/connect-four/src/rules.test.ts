import { expect, test } from "vitest";
import { columns, dropDisc, isFull, lineThrough, noDiscs, rows } from "./rules.ts";
import type { Discs, Seat } from "./rules.ts";

/** A board from its rows, the top one first. */
function boardOf(...lines: readonly string[]): Discs {
  return Array.from({ length: columns }, (_, column) =>
    lines
      .toReversed()
      .flatMap((line): Seat[] => (line[column] === "r" ? ["red"] : line[column] === "y" ? ["yellow"] : [])),
  );
}

test("a disc falls onto the others of its column, until the column is full", () => {
  let discs: Discs | null = noDiscs;
  for (let count = 0; count < rows; count++) discs = dropDisc(discs!, 3, "red");
  expect(discs?.[3]).toHaveLength(rows);
  expect(dropDisc(discs!, 3, "yellow")).toBeNull();
  expect(dropDisc(noDiscs, columns, "red")).toBeNull();
  expect(dropDisc(noDiscs, 0.5, "red")).toBeNull();
});

test("four in a row win in every direction", () => {
  expect(lineThrough(boardOf(".rrrr.."), 2)).toHaveLength(4);
  expect(lineThrough(boardOf("y......", "y......", "y......", "y......"), 0)).toHaveLength(4);
  expect(lineThrough(boardOf("...r...", "..ry...", ".ryy...", "ryyy..."), 3)).toHaveLength(4);
  expect(lineThrough(boardOf("r......", "yr.....", "yyr....", "yyyr..."), 0)).toHaveLength(4);
});

test("three in a row and a line of both colors do not win", () => {
  expect(lineThrough(boardOf(".rrr..."), 3)).toEqual([]);
  expect(lineThrough(boardOf("rryrr.."), 4)).toEqual([]);
});

test("the board is full when every column is", () => {
  expect(isFull(noDiscs)).toBe(false);
  expect(isFull(boardOf(...Array.from({ length: rows }, () => "ryryryr")))).toBe(true);
});
