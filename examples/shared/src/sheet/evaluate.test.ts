import { expect, test } from "vitest";
import { evaluate } from "./evaluate.ts";

const result = (cells: Record<string, string>, name: string) => evaluate(new Map(Object.entries(cells))).get(name);
const of = (formula: string, cells: Record<string, string> = {}) => result({ ...cells, A1: formula }, "A1");

test("formulas compute with the usual precedence", () => {
  expect(of("=1+2*3")).toBe(7);
  expect(of("=(1+2)*3")).toBe(9);
  expect(of("=10/4-1")).toBe(1.5);
  expect(of("=-2*-3")).toBe(6);
  expect(of("= .5 + 1.5")).toBe(2);
});

test("functions accept ranges and values, and skip text and empty cells", () => {
  const cells = { B1: "1", B2: "two", B3: "3", C1: "10" };
  expect(of("=SUM(B1:B4)", cells)).toBe(4);
  expect(of("=sum(b1:c1, 5)", cells)).toBe(16);
  expect(of("=AVERAGE(B1:B3)", cells)).toBe(2);
  expect(of("=MAX(B1:C3)-MIN(B1:C3)", cells)).toBe(9);
  expect(of("=COUNT(B1:B4)", cells)).toBe(2);
});

test("formulas follow other formulas", () => {
  const cells = { B2: "240", B3: "60", B6: "=SUM(B2:B4)", E6: "=SUM(B6:D6)", E7: "=E6/3" };
  expect(result(cells, "E6")).toBe(300);
  expect(result({ ...cells, B2: "340" }, "E7")).toBe(400 / 3);
});

test("a cell that cannot be computed shows why, and so do cells that depend on it", () => {
  expect(of("=1/0")).toBe("#DIV/0!");
  expect(of("=Z99")).toBe("#REF!");
  expect(of("=1+#REF!")).toBe("#REF!");
  expect(of("=SUM(B1:B99)")).toBe("#REF!");
  for (const wrong of ["=1+", "=(1", "=FOO(1)", "=1 2", "=constructor(1)", "="])
    expect(of(wrong), wrong).toBe("#ERROR!");
  expect(of("=B1", { B1: "=1/0" })).toBe("#DIV/0!");
  expect(of("=B1", { B1: "=A1" })).toBe("#CYCLE!");
});

test("a text that is not a formula is shown as it is", () => {
  expect(of("Total")).toBe("Total");
  expect(of("12.5")).toBe(12.5);
  expect(of("1e999")).toBe("1e999");
});
