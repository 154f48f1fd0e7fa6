import { expect, test } from "vitest";
import { acceptedEncodings } from "./accepted-encodings.ts";

test.for([
  [undefined, [""]],
  ["", [""]],
  ["br", ["br"]],
  ["gzip, deflate, br", ["gzip", "deflate", "br"]],
  ["GZIP ;q=0.5 , br;q=1.0", ["gzip", "br"]],
  ["br ; q=0, gzip", ["gzip"]],
  ["br;q=0.000", []],
  ["br;q=0.001", ["br"]],
  ["a \t b", ["a \t b"]],
] as const)("%s accepts %j", ([header, names]) => {
  expect([...acceptedEncodings(header)]).toEqual(names);
});

test("[HE40] a header that is longer than any client's accepts no encoding", () => {
  const blanks = " ".repeat(15_000);
  for (const header of [`br,a${blanks}b`, `br;${blanks}q=0`, `br${",".repeat(15_000)}`, [`br${blanks}`]])
    expect([...acceptedEncodings(header)]).toEqual([]);
});
