import { slotsPerHour } from "@weft/collab";
import { getServerStatus } from "@weft/protocol";
import { implementSite, siteRoutesOf } from "./site-route.ts";

const dayMs = 86_400_000;

/** The availability of the server, for its status page. */
export const statusRoutes = siteRoutesOf(
  implementSite(getServerStatus, async (_call, { health, statusHistory }) => ({
    serves: await health.serves(),
    slotMinutes: 60 / slotsPerHour,
    keptDays: Math.round(statusHistory.keptMs / dayMs),
    days: [...(await statusHistory.days())],
  })),
);
