import { expect, test } from "vitest";
import { addressOf, readFilter } from "./filter.ts";

test("a filter can be read from its own address", () => {
  for (const address of ["/", "/?owner=me", "/?owner=others&kind=text&search=launch+plan&after=abc"]) {
    const query = Object.fromEntries(new URL(address, "http://localhost").searchParams);
    expect(addressOf(readFilter(query))).toBe(address);
  }
});

test("anything else in the address is ignored", () => {
  expect(readFilter({ owner: "ada", kind: "board", search: ["a", "b"], after: undefined, more: "1" })).toEqual({
    owner: "anyone",
    kind: undefined,
    search: "",
    after: undefined,
  });
});
