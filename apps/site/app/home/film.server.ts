import films from "../../content/film.json" with { type: "json" };
import { formatBytes } from "../formats/bytes.ts";

/** What the home page says of its film. Read when the site is built. */
export function filmFacts() {
  const { durationMs, bytes, width, height, scenes } = films.light;
  return {
    seconds: Math.round(durationMs / 1_000),
    size: formatBytes(bytes),
    width,
    height,
    scenes: scenes.map(({ startMs, caption }) => ({ at: clockOf(startMs), caption })),
  };
}

/** A time of the film, as the controls of a player show it. */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
