import type { LsonObject, Room } from "@liveblocks/client";
import type { Pause, Place, Visitor } from "@weft/example-shared";
import { sampleSteps } from "./sample-chart.ts";

type Presence = { visitor: Visitor; cursor: Place | null };

/** In previews, a colleague moves a step down and back up. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const steps = () => root.get("steps") as Liveblocks["Storage"]["steps"] | undefined;
  const release = sampleSteps["release"]!;
  const frames = 80;
  for (let frame = 0; frame <= frames; frame++) {
    const down = 70 * (1 - Math.cos((frame / frames) * 2 * Math.PI));
    const at = { x: release.x, y: release.y + down };
    if (frame > 0) steps()?.get("release")?.update(at);
    room.updatePresence({ cursor: { x: at.x + 60, y: at.y + 24 } });
    await pause(50);
  }
  await pause(1_500);
}
