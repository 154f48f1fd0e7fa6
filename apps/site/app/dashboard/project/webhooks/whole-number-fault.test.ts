import { expect, test } from "vitest";
import { wholeNumberFault } from "./whole-number-fault.ts";

test("a whole number has only digits, and is within its bounds", () => {
  const bounds = { min: 10, max: 3_600 };
  for (const text of ["10", " 60 ", "3600"]) expect([text, wholeNumberFault(text, bounds)]).toEqual([text, undefined]);
  for (const text of ["", "9", "3601", "1e2", "60.5", "-60", "ten"])
    expect([text, wholeNumberFault(text, bounds)]).toEqual([text, "Enter a whole number from 10 to 3600."]);
});
