import type { LsonObject, Room } from "@weft/client";
import type { Pause, Place, Visitor } from "@weft/example-shared";
import { board } from "./room-types.ts";

type Presence = { visitor: Visitor; cursor: Place | null; selected: string | null };

/** In previews, a colleague takes a note and moves it in a circle. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const shapes = () => root.get("shapes") as Weft["Storage"]["shapes"] | undefined;
  const point = (x: number, y: number) =>
    room.updatePresence({ cursor: { x: (x + 75) / board.width, y: (y + 60) / board.height } });
  for (let step = 0; step <= 20; step++) {
    point(320 + 17 * step, 200 + 7 * step);
    await pause(60);
  }
  room.updatePresence({ selected: "press" });
  for (let step = 0; step <= 60; step++) {
    const turn = (step / 60) * 2 * Math.PI;
    const at = { x: 660 + 70 * Math.sin(turn), y: 400 - 60 * Math.cos(turn) };
    shapes()?.get("press")?.update(at);
    point(at.x, at.y);
    await pause(60);
  }
  room.updatePresence({ selected: null });
  await pause(1_500);
}
