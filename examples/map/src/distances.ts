import { geoDistance } from "d3-geo";
import type { Position } from "./room-types.ts";

/** The mean radius of the Earth. */
const radiusKm = 6_371.0088;

/** The length of the shortest way between two positions, along a great circle. */
export function distanceKm(from: Position, to: Position): number {
  return geoDistance([from.lon, from.lat], [to.lon, to.lat]) * radiusKm;
}

/** The distance of each stop from the one before it. */
export function legsKm(stops: readonly Position[]): readonly number[] {
  return stops.slice(1).map((stop, index) => distanceKm(stops[index]!, stop));
}

export function totalKm(stops: readonly Position[]): number {
  return legsKm(stops).reduce((sum, leg) => sum + leg, 0);
}
