import type { LsonObject, Room } from "@weft/client";
import type { Pause, Visitor } from "@weft/example-shared";
import { dateOf } from "./days.ts";
import { ownZone } from "./formats.ts";
import { moveRange, stepMinutes } from "./move-range.ts";
import { readRange } from "./read-events.ts";
import type { TimeRange } from "./room-types.ts";
import { wallTimeAt } from "./zoned-time.ts";

type Presence = { visitor: Visitor; day: string | null; event: string | null; draft: TimeRange | null };

/** In previews, a colleague moves an event to a later time and back. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const event = () => (root.get("events") as Weft["Storage"]["events"] | undefined)?.get("workshop");
  const move = async (steps: number, minutes: number) => {
    const from = readRange(event()?.toJSON());
    if (from) room.updatePresence({ day: dateOf(wallTimeAt(from.start, ownZone).day), event: "workshop" });
    for (let step = 0; step < steps; step++) {
      await pause(350);
      const range = readRange(event()?.toJSON());
      if (range) event()?.update({ ...moveRange(range, minutes, ownZone) });
    }
    await pause(900);
    room.updatePresence({ event: null });
    await pause(1_400);
  };
  await move(4, stepMinutes);
  await move(4, -stepMinutes);
}
