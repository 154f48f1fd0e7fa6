import { expect, test } from "vitest";
import { examples } from "./catalogue.ts";
import { filters, matches, valuesWithin } from "./filters.ts";

const found = (query: string) =>
  examples.filter((example) => matches(example, new URLSearchParams(query))).map(({ name }) => name);

test("the gallery can be filtered by feature, library and level, and by all of them at once", () => {
  expect(found("")).toHaveLength(examples.length);
  expect(found("feature=Yjs")).toEqual(["rich-text", "code-editor", "text-comments", "ai-writing-assistant"]);
  expect(found("library=Tiptap")).toEqual(["rich-text", "text-comments", "ai-writing-assistant"]);
  expect(found("framework=Vue")).toEqual(["live-cursors-vue", "planning-poker-vue"]);
  expect(found("framework=Svelte")).toEqual(["live-cursors-svelte", "todo-list-svelte"]);
  expect(found("level=Basic&feature=Offline")).toEqual(["todo-list", "kanban"]);
  expect(found("feature=Storage&library=Tiptap")).toEqual([]);
});

test("every offered value has results, whatever else is selected", () => {
  const choices = filters.flatMap(({ name, values }) => values.map((value) => new URLSearchParams({ [name]: value })));
  for (const search of [new URLSearchParams(), ...choices])
    for (const filter of filters)
      for (const value of valuesWithin(filter, search)) {
        const next = new URLSearchParams(search);
        next.set(filter.name, value);
        expect(found(next.toString()).length, next.toString()).toBeGreaterThan(0);
      }
});

test("a feature is offered once two examples have it", () => {
  const offered = filters.find(({ name }) => name === "feature")!.values;
  for (const feature of offered) expect(found(`feature=${feature}`).length, feature).toBeGreaterThan(1);
});
