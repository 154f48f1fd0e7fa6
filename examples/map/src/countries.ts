import { geoContains } from "d3-geo";
import type { Feature, FeatureCollection, Geometry } from "geojson";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "world-atlas/countries-110m.json";
import { pathOf } from "./projection.ts";
import type { Position } from "./room-types.ts";

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>;

const topology = atlas as unknown as Atlas;
const countries = feature(topology, topology.objects.countries) as FeatureCollection<Geometry, { name: string }>;

/** The shapes of the map, at scale 1. */
export const shapes = {
  globe: pathOf({ type: "Sphere" }) ?? "",
  land: pathOf(feature(topology, topology.objects.land)) ?? "",
  borders: pathOf(mesh(topology, topology.objects.countries, (a, b) => a !== b)) ?? "",
};

/** The name of the country at a position; undefined at sea. */
export function countryAt({ lon, lat }: Position): string | undefined {
  const found = countries.features.find((country: Feature) => geoContains(country, [lon, lat]));
  return found?.properties.name;
}
