import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("cells are quoted where necessary, and formulas stay text", () => {
  expect(
    csvOf(
      ["id", "note"],
      [
        ["a,b", 'say "hi"'],
        ["=1+1", null],
        ["line\nbreak", -3],
      ],
    ),
  ).toBe('id,note\r\n"a,b","say ""hi"""\r\n\'=1+1,\r\n"line\nbreak",-3\r\n');
});
