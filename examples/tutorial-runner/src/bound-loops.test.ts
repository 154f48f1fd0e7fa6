import { expect, test } from "vitest";
import { boundLoops, turn } from "./bound-loops.ts";

function run(code: string): { result: unknown; turns: number } {
  let turns = 0;
  // oxlint-disable-next-line typescript/no-implied-eval -- programs of this test
  const program = new Function(turn, `${boundLoops("a.ts", code)}; return result;`);
  const result: unknown = program(() => {
    turns += 1;
    if (turns > 100) throw new Error("too long");
  });
  return { result, turns };
}

test.each([
  ["while", "var result = 0; while (result < 3) result++;", 3, 3],
  ["do … while", "var result = 0; do result++; while (result < 3);", 3, 3],
  ["for", "var result = 0; for (let i = 0; i < 3; i++) { result += i }", 3, 3],
  ["for … of", "var result = 0; for (const i of [1, 2]) result += i;", 3, 2],
  ["for … in", "var result = ''; for (const key in { a: 1, b: 2 }) result += key;", "ab", 2],
  ["nested", "var result = 0; for (const a of [1, 2]) for (const b of [1, 2]) result += a * b;", 9, 6],
  ["labelled", "var result = 0; outer: while (true) { while (true) { result++; break outer; } }", 1, 2],
  ["in a function", "var result = (() => { for (;;) return 7; })();", 7, 1],
] as const)("a loop does what it did, and asks at every turn: %s", (_, code, result, turns) => {
  expect(run(code)).toEqual({ result, turns });
});

test.each(["while (true);", "for (;;) {}", "do {} while (true)", "while (true) { continue; }"])(
  "a loop without an end is stopped: %s",
  (code) => {
    expect(() => run(code)).toThrow("too long");
  },
);

test("line numbers stay the same", () => {
  const code = "a();\nwhile (b)\n  c();\nfor (;;) {\n  d();\n}";
  expect(boundLoops("a.ts", code).split("\n")).toHaveLength(code.split("\n").length);
});
