import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPromises } from "./promises.ts";

test("a row is a promise, what it excludes and the tests that hold it", () => {
  const page = [
    "| | Weft promises | It does not promise | Held by |",
    "| --- | --- | --- | --- |",
    "| G1 | **Acked is durable.** It is on disk. | To survive a lost disk. | R3, R4 |",
    "| G2 | **Once.** |   | R1 |",
    "",
    "More is in [decision 1](decisions/0001.md) and [Yjs](https://docs.yjs.dev).",
    "",
  ].join("\n");
  expect(readPromises(page)).toEqual({
    promises: [
      {
        number: "G1",
        promise: "**Acked is durable.** It is on disk.",
        exclusion: "To survive a lost disk.",
        heldBy: "R3, R4",
      },
      { number: "G2", promise: "**Once.**", exclusion: "", heldBy: "R1" },
    ],
    notes: "More is in decision 1 and [Yjs](https://docs.yjs.dev).",
  });
});

test("a page without the table is a fault", () => {
  expect(() => readPromises("# Promises\n")).toThrow("docs/promises.md has no table of promises.");
});

test("the page of this repository has all its promises, each with tests", () => {
  const { promises } = readPromises(readFileSync(new URL("../docs/promises.md", import.meta.url), "utf8"));
  expect(promises.map(({ number }) => number)).toEqual(promises.map((_, index) => `G${index + 1}`));
  expect(promises.filter(({ heldBy, promise }) => heldBy === "" || !promise.startsWith("**"))).toEqual([]);
});
