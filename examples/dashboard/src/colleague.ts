import type { LsonObject, Room } from "@weft/client";
import type { Pause, Visitor } from "@weft/example-shared";
import { readFilters } from "./read-filters.ts";
import type { Area, CardId } from "./room-types.ts";
import { summarize } from "./summarize.ts";

type Presence = { visitor: Visitor; area: Area | null; point: string | null; moving: CardId | null };

/** In previews, a colleague changes filters and points at charts. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const filters = () => root.get("filters") as Weft["Storage"]["filters"] | undefined;
  const regions = () => root.get("regions") as Weft["Storage"]["regions"] | undefined;
  const point = async (area: CardId, at: string) => {
    room.updatePresence({ area, point: at });
    await pause(150);
  };
  const enter = async (area: Area) => {
    room.updatePresence({ area, point: null });
    await pause(900);
  };

  const trend = summarize(readFilters(filters()?.toJSON(), regions()?.toJSON()))?.trend ?? [];
  const stops = trend.slice(Math.floor(trend.length * 0.45), Math.ceil(trend.length * 0.7)).map(({ from }) => from);
  for (const stop of stops) await point("trend", stop);
  await pause(1_600);
  await enter("metric");
  filters()?.set("metric", "orders");
  await pause(1_200);
  for (const stop of stops.toReversed()) await point("trend", stop);
  await pause(1_200);
  await enter("regions");
  regions()?.set("latinAmerica", false);
  await pause(1_600);
  regions()?.set("latinAmerica", true);
  await enter("metric");
  filters()?.set("metric", "revenue");
}
