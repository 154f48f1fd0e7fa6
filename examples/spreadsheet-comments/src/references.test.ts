import { expect, test } from "vitest";
import { evaluate } from "@weft/example-shared/sheet";
import { toShown, toStored } from "./references.ts";

const rows = ["r1", "r2", "r3"];

test("references follow their rows", () => {
  const stored = toStored("=SUM(B1:b3)*2", rows);
  expect(stored).toBe("=SUM({r1.B}:{r3.B})*2");
  expect(toShown(stored, rows)).toBe("=SUM(B1:B3)*2");
  expect(toShown(stored, ["r1", "new", "r2", "r3"])).toBe("=SUM(B1:B4)*2");
});

test("a reference to a deleted row is an error", () => {
  const shown = toShown(toStored("=B2+1", rows), ["r1", "r3"]);
  expect(shown).toBe("=#REF!+1");
  expect(evaluate(new Map([["A1", shown]])).get("A1")).toBe("#REF!");
});

test("texts, numbers and cells outside of the sheet stay as they are typed", () => {
  for (const input of ["Room B2", "12.5", "=Z9+B40", "={r1.B"])
    expect(toShown(toStored(input, rows), rows)).toBe(input);
});
