import type { LsonObject, Room } from "@weft/client";
import type { Pause, Visitor } from "@weft/example-shared";
import { sampleEntries } from "./sample-entries.ts";

type Presence = { visitor: Visitor; userId: string; column: number | null };

/** In previews, a colleague thinks about a move and makes it, again and again. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const entries = () => root.get("entries") as Weft["Storage"]["entries"] | undefined;
  for (const column of [5, 4, 3, 2, 1]) {
    room.updatePresence({ column });
    await pause(900);
  }
  entries()?.push({ type: "drop", game: 0, turn: 6, column: 1, userId: "robin" });
  room.updatePresence({ column: null });
  await pause(4_000);
  room.batch(() => {
    entries()?.clear();
    for (const entry of sampleEntries) entries()?.push(entry);
  });
  await pause(1_500);
}
