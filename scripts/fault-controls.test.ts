import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mutated } from "@weft/server/asked-for/mutation";
import { testTitles } from "@weft/server/asked-for/test-titles";
import { expect, test } from "vitest";
import { readControls } from "./fault-controls.ts";
import { root } from "./sources.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const controls = readControls(read("faults/controls.tsv"));

test("every control names a test, and changes texts that its sources have once", () => {
  for (const { name, test: held, changes } of controls) {
    expect(existsSync(join(root, held.file)) && testTitles(held.file, read(held.file)), name).toContain(held.title);
    const texts = new Map<string, string>();
    for (const { file, from, to } of changes) texts.set(file, mutated(texts.get(file) ?? read(file), { from, to }));
  }
});

test("in each file that controls name, each number has one", () => {
  const numbersIn = (titles: Iterable<string>) =>
    new Set([...titles].flatMap((title) => /^\[(\w+)\]/u.exec(title)?.[1] ?? []));
  for (const [file, of] of Map.groupBy(controls, ({ test: held }) => held.file)) {
    const held = numbersIn(of.map(({ test: { title } }) => title));
    expect(held, file).toEqual(numbersIn(testTitles(file, read(file))));
  }
});

test("a control of several changes is made of lines with the same name", () => {
  const rows = ["a\tb.test.ts\ttitle\tlost\tone.ts\tx\\ny\t", "a\tb.test.ts\ttitle\tlost\tother.ts\tz\tw"];
  expect(readControls(["titles", ...rows].join("\n"))).toEqual([
    {
      name: "a",
      test: { file: "b.test.ts", title: "title" },
      failsBy: /lost/u,
      changes: [
        { file: "one.ts", from: "x\ny", to: "" },
        { file: "other.ts", from: "z", to: "w" },
      ],
    },
  ]);
  expect(() => readControls("titles\na\tb")).toThrow("This is no control");
});
