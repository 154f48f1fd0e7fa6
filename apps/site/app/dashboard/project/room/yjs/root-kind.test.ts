import { expect, test } from "vitest";
import { indentMarkup, rootKind } from "./root-kind.ts";

test("a root's kind is read from its JSON", () => {
  expect(["text", "<p>x</p>", {}, [], 1, null].map(rootKind)).toEqual([
    "text",
    "xml",
    "map",
    "array",
    "value",
    "value",
  ]);
});

test("markup is indented by its tags", () => {
  expect(indentMarkup("<p><b>Hi</b> you</p><br/>")).toBe(
    ["<p>", "  <b>", "    Hi", "  </b>", "   you", "</p>", "<br/>"].join("\n"),
  );
});
