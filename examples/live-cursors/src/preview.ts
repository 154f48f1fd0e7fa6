import type { Room } from "@weft/client";
import { tour } from "@weft/example-shared";
import type { Pause, Visitor } from "@weft/example-shared";
import type { Cursor } from "./room-types.ts";

type Presence = { visitor: Visitor; cursor: Cursor | null };

/** In previews, a second visitor moves their pointer along a curve, and reacts now and then. */
export async function pointAround(room: Room<Presence>, pause: Pause): Promise<void> {
  await tour((place) => room.updatePresence({ cursor: { ...place, pointer: "mouse" } }), pause);
  room.broadcastEvent({ type: "reaction", kind: "heart", place: { x: 0.5, y: 0.5 } });
}
