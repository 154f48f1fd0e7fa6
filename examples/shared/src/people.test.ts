import { expect, test } from "vitest";
import { nameOfRoom, resolversOf } from "./people.ts";

const you = { id: "ada.k3f9", name: "Ada", color: "#000", avatar: "" };

test("every room of the examples has a name for an inbox, and none is shown by its id", () => {
  const { resolveRoomsInfo } = resolversOf({ suffix: "k3f9", people: [you], you });
  const ids = ["text-comments", "notification-centre.roadmap", "todo-list", "rich-text.launch-plan_2"];
  const rooms = resolveRoomsInfo({ roomIds: ids.map((example) => `example-k3f9.${example}`) });
  expect(rooms.map((room) => room?.name)).toEqual(["Text with comments", "Roadmap", "Todo list", "Launch plan 2"]);
  for (const room of rooms) expect(room?.url).toContain("?room=k3f9&as=ada");
});

test("a room whose id has no words is called a room", () => {
  expect(["", ".", "--"].map(nameOfRoom)).toEqual(["Room", "Room", "Room"]);
});
