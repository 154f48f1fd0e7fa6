/** The two families of clients: official ones, and Weft's own. They have the same call shapes. */
import * as official from "@liveblocks/client";
import * as weft from "@weft/client";

export type FamilyName = "official" | "weft";

/** What the runs use of a family, in the types of the official one. */
export type Family = Pick<typeof official, "createClient" | "LiveList" | "LiveMap" | "LiveObject" | "LiveText">;

export const families: Readonly<Record<FamilyName, Family>> = { official, weft: weft as unknown as Family };

const kinds = ["LiveList", "LiveMap", "LiveObject", "LiveText"] as const;
export type Kind = (typeof kinds)[number];

/** Which structure a value is, of whatever family; undefined if it is none. */
export function kindOf(value: unknown): Kind | undefined {
  return kinds.find((kind) => Object.values(families).some((family) => value instanceof family[kind]));
}
