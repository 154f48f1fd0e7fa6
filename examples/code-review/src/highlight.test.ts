import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";
import { linesOf } from "./lines.ts";
import patch from "./discount-codes.patch?raw";
import { parsePatch } from "./parse-patch.ts";

const files = parsePatch(patch);

test("the tokens of a line are its text", () => {
  for (const file of files) {
    const tokens = highlight(file);
    for (const line of linesOf(file))
      expect(
        tokens
          .get(line)
          ?.map(({ text }) => text)
          .join(""),
      ).toBe(line.text);
  }
});

test("keywords, strings and comments have classes in files of a known kind", () => {
  const kinds = files.map((file) => new Set([...highlight(file).values()].flat().map(({ kind }) => kind)));
  for (const kind of ["code-keyword", "code-string", "code-comment"]) expect(kinds[0]!.has(kind)).toBe(true);
  expect(kinds[4]!.has("code-property")).toBe(true);
  const unknown = highlight({ ...files[0]!, path: "README" });
  expect([...unknown.values()].flat().every(({ kind }) => kind === "")).toBe(true);
});
