import { expect, test } from "vitest";
import type { PageFrame } from "../catalogue/page-frame.ts";
import { entriesOf, noEntries } from "./entries-of.ts";

const headings = [{ id: "useothers", title: "useOthers", level: 2 }];
const frame = (route: string): PageFrame => ({
  route,
  title: "A page",
  description: "",
  path: [],
  headings,
  related: [],
  updatedAt: "2026-01-01T00:00:00.000Z",
});

test("the tree shows the entries of an open group of the reference", () => {
  expect(entriesOf(frame("/docs/api-reference/weft-react/presence"))).toEqual(headings);
  expect(entriesOf(frame("/docs/api-reference/rest-api-endpoints/rooms"))).toEqual(headings);
});

test("other pages have their headings beside the text alone", () => {
  for (const route of ["/docs/rooms", "/docs/api-reference/weft-react", "/docs/errors/weft-client/atob-polyfill"])
    expect(entriesOf(frame(route))).toBe(noEntries);
});
