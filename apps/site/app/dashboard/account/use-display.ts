import { useEffect } from "react";
import type { Preferences } from "@weft/protocol";
import { chooseTimeZone } from "../../formats/shown-time-zone.ts";

/** Applies the user's display preferences to the dashboard: the density of rows and the time zone. */
export function useDisplay({ density, timeZone }: Preferences = {}): void {
  // While it draws, and not after it: what is drawn below already writes times.
  chooseTimeZone(timeZone);
  useEffect(() => {
    const root = document.documentElement;
    if (density === "compact") root.dataset["density"] = density;
    else delete root.dataset["density"];
  }, [density]);
}
