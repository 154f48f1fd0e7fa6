import { expect, test } from "vitest";
import { markTitle } from "./marks.ts";

const written = (title: string, query: string) =>
  markTitle(title, query)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join("");

test.each([
  ["RoomProvider", "room", "[Room]Provider"],
  ["useRoom", " ROOM ", "use[Room]"],
  ["Webhooks", "webhok", "[Webhook]s"],
  ["Presence", "zzzz", "Presence"],
  ["Presence", "", "Presence"],
])("%s, searched with %j, reads %s", (title, query, marked) => {
  expect(written(title, query)).toBe(marked);
});

test("the parts make up the title", () => {
  for (const query of ["room", "rom", "provid", "romprovider"])
    expect(
      markTitle("RoomProvider id", query)
        .map(({ text }) => text)
        .join(""),
    ).toBe("RoomProvider id");
});
