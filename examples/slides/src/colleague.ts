import type { LsonObject, Room } from "@weft/client";
import type { Pause } from "@weft/example-shared";

type Presence = Weft["Presence"];

/** In previews, a colleague goes through the slides, recolors a shape and moves it. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const slides = () => root.get("slides") as Weft["Storage"]["slides"] | undefined;
  const change = (element: string, changes: { x?: number; y?: number; fill?: "blue" | "green" | "rose" }) =>
    slides()?.get("shipped")?.get("elements").get(element)?.update(changes);
  room.updatePresence({ slide: "cover", selected: "cover-1" });
  await pause(1_800);
  room.updatePresence({ slide: "shipped", selected: null });
  await pause(1_500);
  room.updatePresence({ selected: "shipped-3" });
  await pause(800);
  for (let step = 0; step <= 40; step++) {
    const turn = (step / 40) * 2 * Math.PI;
    change("shipped-3", { x: Math.round(630 - 12 * (1 - Math.cos(turn))), y: Math.round(220 + 30 * Math.sin(turn)) });
    await pause(60);
  }
  change("shipped-1", { fill: "rose" });
  await pause(1_500);
  change("shipped-1", { fill: "blue" });
  room.updatePresence({ slide: "next", selected: "next-2" });
  await pause(2_000);
}
