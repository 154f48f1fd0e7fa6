import type { Room } from "@weft/client";
import type { Pause, Visitor } from "@weft/example-shared";
import { sections } from "./sections.ts";

type Presence = { visitor: Visitor; section: string | null; away: boolean };

/** In previews, a colleague reads one section after the other, and looks away in between. */
export async function playReader(room: Room<Presence>, pause: Pause): Promise<void> {
  for (const { id } of sections) {
    room.updatePresence({ section: id, away: false });
    await pause(1_800);
  }
  room.updatePresence({ away: true });
  await pause(1_500);
}
