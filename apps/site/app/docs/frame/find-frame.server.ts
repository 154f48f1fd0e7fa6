import { frames } from "virtual:docs/frames";
import { redirects } from "../catalogue/redirects.ts";
import type { PageFrame } from "../catalogue/page-frame.ts";

/** The navigation around the page at `route`, or its new address. */
export function findFrame(route: string): { frame: PageFrame } | { movedTo: string } | undefined {
  const frame = frames[route];
  if (frame !== undefined) return { frame };
  const movedTo = redirects.get(route);
  return movedTo === undefined ? undefined : { movedTo };
}
