import { expect, test } from "vitest";
import { addressOf, roomSorts, sortIn } from "./room-sort.ts";

test("the address spells every order of the list, and the default by nothing", () => {
  for (const { sort } of roomSorts) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(addressOf(sort))) if (value !== null) search.set(name, value);
    expect(sortIn(search)).toEqual(sort);
  }
  expect(addressOf({ by: "activity", direction: "desc" })).toEqual({ sort: null, direction: null });
  expect(sortIn(new URLSearchParams("sort=size&direction=up"))).toEqual({ by: "activity", direction: "desc" });
});
