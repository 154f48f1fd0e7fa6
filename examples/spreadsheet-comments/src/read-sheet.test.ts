import fc from "fast-check";
import { expect, test } from "vitest";
import { cellKey, nameOfCell, readInputs, readRows } from "./read-sheet.ts";

test("cells move with their rows", () => {
  const cells = { [cellKey({ row: "b", column: "A" })]: "Rent", [cellKey({ row: "gone", column: "A" })]: "Old" };
  expect([...readInputs(cells, ["a", "b"])]).toEqual([["A2", "Rent"]]);
  expect([...readInputs(cells, ["new", "a", "b"])]).toEqual([["A3", "Rent"]]);
  expect(nameOfCell({ row: "b", column: "C" }, ["new", "a", "b"])).toBe("C3");
  expect(nameOfCell({ row: "gone", column: "C" }, ["a", "b"])).toBe(null);
});

test("anything may be stored", () => {
  expect(readRows(["a", "a", 1, "", "b"])).toEqual(["a", "b"]);
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (rows, cells) => {
      const ids = readRows(rows);
      expect(ids.length).toBeLessThanOrEqual(40);
      expect([...readInputs(cells, ids).values()].every((input) => input !== "")).toBe(true);
      expect(nameOfCell(cells, ids) ?? "A1").toMatch(/^[A-H]\d+$/u);
    }),
  );
});
