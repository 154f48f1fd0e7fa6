import { expect, test } from "vitest";
import { proposal } from "./proposal.ts";
import { writePdf } from "./write-pdf.ts";

test("the table of a file leads to its objects", () => {
  const file = writePdf("Test", [[{ kind: "text", x: 10, y: 20, size: 12, text: String.raw`a (b) \c` }], []]);
  const start = Number(/startxref\n(\d+)/u.exec(file)![1]);
  expect(file.slice(start, start + 4)).toBe("xref");
  const offsets = [...file.matchAll(/^(\d{10}) 00000 n $/gmu)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(9);
  for (const [index, offset] of offsets.entries())
    expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
  expect(file).toContain(String.raw`(a \(b\) \\c) Tj`);
  const [, length, content] = /\/Length (\d+) >>\nstream\n([^]*?)\nendstream/u.exec(file)!;
  expect(content).toHaveLength(Number(length));
});

test("text other than ASCII is refused", () => {
  expect(() => writePdf("Grüße", [])).toThrow("ASCII");
});

test("the proposal has four pages", () => {
  expect(proposal()).toContain("/Count 4");
});
