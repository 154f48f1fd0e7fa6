import { expect, test } from "vitest";
import { testTitles } from "./test-titles.ts";

const titles = (source: string) => [...testTitles("a.test.ts", source)];

test("titles are found in tests, their tables and their groups, as they are written", () => {
  expect(
    titles(`
      test("one", () => {});
      test.for([1, 2])("%i of many", (n: number) => {});
      test.each<[string]>([["x"]])('of %s', async () => {});
      test.skipIf(process.platform === "win32")("where it can", () => {});
      describe("a group", () => describe.each([1])("of %i", () => { test("inside", () => {}, 1_000); }));
      for (const name of ["a"]) test(\`named \${name} here\`, () => {});
    `),
  ).toEqual(["one", "%i of many", "of %s", "where it can", "inside", "named ${…} here"]);
});

test("what never runs is no test", () => {
  expect(
    titles(`
      test.skip("skipped", () => {});
      test.todo("to do");
      describe.skip("skipped", () => { test("with its group", () => {}); });
      // test("a comment", () => {});
      const text = 'test("a text", () => {})';
      other.test("of something else", () => {});
      regex.test("a value");
      test("runs", () => {});
    `),
  ).toEqual(["runs"]);
});

test("a file that cannot be read is reported", () => {
  expect(() => titles("test(")).toThrow("a.test.ts cannot be read");
});
