import type { LsonObject, Room } from "@weft/client";
import type { Pause, Visitor } from "@weft/example-shared";

type Presence = { visitor: Visitor; cell: string | null };

/** In previews, a colleague changes numbers, and the totals follow. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const cells = () => root.get("cells") as Weft["Storage"]["cells"] | undefined;
  const write = async (cell: string, input: string) => {
    room.updatePresence({ cell });
    await pause(1_100);
    cells()?.set(cell, input);
    await pause(1_100);
  };
  await write("C3", "1250");
  await write("D3", "800");
  await write("B4", "180");
  await write("C3", "950");
  await write("D3", "400");
  await write("B4", "0");
}
