import { expect, test } from "vitest";
import { filtersOf, roomFilterNames } from "./room-list.ts";
import type { RoomFilters } from "./room-list.ts";

const none = Object.fromEntries(roomFilterNames.map((name) => [name, ""])) as RoomFilters;

test("filters are sent as the server understands them", () => {
  expect(filtersOf(none)).toEqual({});
  expect(
    filtersOf({
      ...none,
      search: "acme",
      active: "yes",
      access: "private",
      query: "roomId^'a'",
      metadata: 'sta"te: open:1',
    }),
  ).toEqual({
    search: "acme",
    connected: true,
    access: "private",
    query: `roomId^'a' metadata["sta\\"te"]:"open:1"`,
  });
  expect(filtersOf({ ...none, access: "everyone", metadata: "status" })).toEqual({ query: 'metadata["status"]:""' });
});
