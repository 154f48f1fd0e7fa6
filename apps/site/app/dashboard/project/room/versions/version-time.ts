import { shownTimeZone } from "../../../../formats/shown-time-zone.ts";
import type { VersionBody } from "../../shared/room-body.ts";

/** A version as people name it: when it was made. */
export function versionTime({ createdAt }: Pick<VersionBody, "createdAt">): string {
  return new Date(createdAt).toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: shownTimeZone(),
  });
}
