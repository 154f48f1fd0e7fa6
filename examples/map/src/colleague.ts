import { geoInterpolate } from "d3-geo";
import type { LsonObject, Room } from "@weft/client";
import type { Pause, Visitor } from "@weft/example-shared";
import type { Position } from "./room-types.ts";
import { samplePins } from "./sample-pins.ts";

type Presence = { visitor: Visitor; cursor: Position | null; pin: string | null };

/** In previews, a colleague follows the route, and adds Nairobi to it and takes it off again. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const pins = () => root.get("pins") as Weft["Storage"]["pins"] | undefined;
  const glide = async (from: string, to: string) => {
    const [a, b] = [samplePins[from]!, samplePins[to]!];
    const between = geoInterpolate([a.lon, a.lat], [b.lon, b.lat]);
    const frames = 40;
    for (let frame = 0; frame <= frames; frame++) {
      const [lon, lat] = between(frame / frames);
      room.updatePresence({ cursor: { lon, lat } });
      await pause(60);
    }
  };
  await glide("newYork", "lisbon");
  await glide("lisbon", "nairobi");
  room.updatePresence({ pin: "nairobi" });
  await pause(700);
  pins()?.get("nairobi")?.set("stop", 1.5);
  await pause(2_000);
  pins()?.get("nairobi")?.set("stop", null);
  room.updatePresence({ pin: null });
  await glide("nairobi", "newYork");
}
