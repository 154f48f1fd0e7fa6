import { expect, test } from "vitest";
import { headingOf } from "./heading.ts";

test.each([
  ["# Rooms", { level: 1, text: "Rooms" }],
  ["######\tDeep", { level: 6, text: "Deep" }],
  ["## Limits {#limits}", { level: 2, text: "Limits", anchor: "limits" }],
  ["## Limits {#limits} ##", { level: 2, text: "Limits", anchor: "limits" }],
  ["## Limits {#limits}##", { level: 2, text: "Limits", anchor: "limits" }],
  ["## Rooms ##  ", { level: 2, text: "Rooms" }],
  ["## C#", { level: 2, text: "C#" }],
  ["# {#only}", { level: 1, text: "", anchor: "only" }],
  ["# a {#b c}", { level: 1, text: "a {#b c}" }],
  ["# a{#b}", { level: 1, text: "a{#b}" }],
  ["# a {#b} {#c}", { level: 1, text: "a {#b}", anchor: "c" }],
  ["# *Big* `code` [link](/a) ![picture](/b)", { level: 1, text: "Big code link picture" }],
  ["# one\u2028two", { level: 1, text: "one\u2028two" }],
  ["# ", { level: 1, text: "" }],
])("the heading %j is read", (line, expected) => {
  expect(headingOf(line)).toMatchObject(expected);
  expect(headingOf(line)?.anchor).toBe((expected as { readonly anchor?: string }).anchor);
});

test.each(["#", "#no", "####### seven", " # indented", "text", ""])("the line %j is no heading", (line) => {
  expect(headingOf(line)).toBeUndefined();
});
