import { nameOfZone } from "./formats.ts";

const known = Intl.supportedValuesOf("timeZone");

/** Every zone to choose from, by continent, with those that are in use. */
export function zoneGroups(inUse: readonly string[]): ReadonlyMap<string, readonly { zone: string; name: string }[]> {
  const groups = new Map<string, { zone: string; name: string }[]>();
  for (const zone of new Set(["UTC", ...inUse, ...known])) {
    const continent = zone.includes("/") ? zone.slice(0, zone.indexOf("/")) : "World";
    const group = groups.get(continent) ?? [];
    groups.set(continent, group);
    group.push({ zone, name: nameOfZone(zone) });
  }
  return groups;
}
