import type { LsonObject, Room } from "@weft/client";
import type { Pause, Visitor } from "@weft/example-shared";
import type { Column } from "./room-types.ts";

type Presence = { visitor: Visitor; moving: string | null };

/** In previews, a colleague moves a card back and forth. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const cards = () => root.get("cards") as Weft["Storage"]["cards"] | undefined;
  const move = async (id: string, column: Column) => {
    room.updatePresence({ moving: id });
    await pause(1_600);
    cards()?.get(id)?.update({ column, place: 0.5 });
    room.updatePresence({ moving: null });
    await pause(1_400);
  };
  await move("onboarding", "Done");
  await move("pricing", "In progress");
  await move("onboarding", "In progress");
  await move("pricing", "To do");
}
