import { expect, test } from "vitest";
import { faultsOf } from "./faults.ts";
import { readRows } from "./row.ts";

/** One document of one section with one line; a file with one test, one endpoint and one page. */
function faults(...lines: readonly (readonly string[])[]): string[] {
  const text = ["number\tsays\tfile\ttest\twaits for\tabout", ...lines.map((line) => line.join("\t"))].join("\n");
  return faultsOf(
    readRows(text),
    { doc: [1] },
    {
      testsOf: (file) => (file === "a.test.ts" ? new Set(["it holds"]) : undefined),
      has: (about) => about === "GET /v2/rooms" || about === "/docs",
    },
  );
}

const held = ["a.test.ts", "it holds"];
const none = ["", ""];

test("a row that is held by a test, or waits for something, is in order", () => {
  expect(faults(["doc 0.1", "says", ...held])).toEqual([]);
  expect(faults(["doc 0.1", "says", ...held, "", "GET /v2/rooms, /docs"])).toEqual([]);
  expect(faults(["doc 0.1", "says", ...none, "comments", "GET /v2/threads"])).toEqual([]);
});

test("a row without a test says what it waits for", () => {
  expect(faults(["doc 0.1", "says", ...none])).toEqual([
    "doc 0.1 (says) names no test, and does not say what it waits for.",
  ]);
});

test("a row names a test that is there", () => {
  expect(faults(["doc 0.1", "says", "b.test.ts", "it holds"])).toEqual([
    "doc 0.1 (says) names a test in b.test.ts, which is not there. Name the test that holds it now.",
  ]);
  expect(faults(["doc 0.1", "says", "a.test.ts", "it held"])).toEqual([
    "doc 0.1 (says) names the test “it held”, which a.test.ts does not have. Name the one that holds it now.",
  ]);
});

test("a row that is held waits for nothing", () => {
  expect(faults(["doc 0.1", "says", ...held, "comments"])).toEqual([
    "doc 0.1 (says) is held by a test and waits for comments: it can be only one of both.",
  ]);
});

test("a row that waits is found out when what it is about is there", () => {
  for (const thing of ["GET /v2/rooms", "/docs"])
    expect(faults(["doc 0.1", "says", ...none, "comments", thing])).toEqual([
      `doc 0.1 (says) waits for comments, but ${thing} is there. Name the test that holds it.`,
    ]);
});

test("a row that is held is about something that is there", () => {
  expect(faults(["doc 0.1", "says", ...held, "", "GET /v2/threads"])).toEqual([
    "doc 0.1 (says) is about GET /v2/threads, which is not there.",
  ]);
});

test("every line has a row, and no other has one", () => {
  expect(faults()).toEqual(["doc 0.1 has no row."]);
  expect(faults(["doc 0.1", "says", ...held], ["doc 0.2", "says", ...held])).toEqual([
    "doc 0.2 is no line of a document.",
  ]);
  expect(faults(["doc 0.1a", "says", ...held], ["doc 0.1b", "says", ...held])).toEqual([]);
  for (const numbers of [["doc 0.1a"], ["doc 0.1", "doc 0.1"], ["doc 0.1a", "doc 0.1c"]])
    expect(faults(...numbers.map((number) => [number, "says", ...held]))).toEqual([
      `The rows of doc 0.1 are numbered ${numbers.join(", ")}.`,
    ]);
});
