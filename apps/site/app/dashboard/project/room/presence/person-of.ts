import type { InspectedConnection, Json } from "@weft/protocol";
import { shownPicture } from "../../shared/shown-picture.ts";

/** Who a connection shows itself as: by the info of its token, else by its ids. */
export function personOf({ connectionId, userId, info }: InspectedConnection) {
  const text = (value: Json | undefined) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    id: userId ?? `connection ${connectionId}`,
    name: text(info["name"]) ?? userId ?? `Anonymous ${connectionId}`,
    image: shownPicture(info["avatar"]) ?? shownPicture(info["picture"]),
  };
}

/** The cursor that a presence holds, if it holds one. */
export function cursorOf(presence: Readonly<Record<string, Json | undefined>>): { x: number; y: number } | null {
  const cursor = presence["cursor"];
  if (typeof cursor !== "object" || cursor === null || Array.isArray(cursor)) return null;
  const { x, y } = cursor as { x?: Json; y?: Json };
  return typeof x === "number" && typeof y === "number" ? { x, y } : null;
}
