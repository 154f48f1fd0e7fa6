import { expect, test } from "vitest";
import { examples } from "./catalogue.ts";
import { filters, matches } from "./filters.ts";

const found = (query: string) =>
  examples.filter((example) => matches(example, new URLSearchParams(query))).map(({ name }) => name);

test("the gallery is narrowed by feature, editor and level, and by all of them at once", () => {
  expect(found("")).toHaveLength(examples.length);
  expect(found("feature=Yjs")).toEqual(["rich-text", "code-editor"]);
  expect(found("library=Tiptap")).toEqual(["rich-text"]);
  expect(found("level=Basic&feature=Offline")).toEqual(["todo-list"]);
  expect(found("feature=Storage&library=Tiptap")).toEqual([]);
});

test("every filter offers all that the examples have of it, and tells some of them apart", () => {
  for (const { name, values, valuesOf } of filters) {
    expect(new Set(examples.flatMap(valuesOf)), name).toEqual(new Set(values));
    for (const value of values) expect(found(`${name}=${value}`).length, `${name}=${value}`).toBeGreaterThan(0);
  }
});
