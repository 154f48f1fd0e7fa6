import type { Color } from "@weft/example-shared/colors";
import { firstDayOfWeek } from "./days.ts";
import { ownZone } from "./formats.ts";
import type { CalendarEvent } from "./room-types.ts";
import { instantOf, wallTimeAt } from "./zoned-time.ts";

/** What a new calendar begins with: events of the current week, by event id. */
export function sampleEvents(now = Date.now(), zone = ownZone): Readonly<Record<string, CalendarEvent>> {
  const monday = firstDayOfWeek(wallTimeAt(now, zone).day, 1);
  const at = (weekday: number, from: number, hours: number, title: string, color: Color): CalendarEvent => {
    const start = instantOf({ day: monday + weekday, minutes: from * 60 }, zone);
    return { title, start, end: start + hours * 3_600_000, zone, color };
  };
  return {
    planning: at(0, 9.5, 1, "Weekly planning", "blue"),
    interviews: at(1, 10, 2, "User interviews", "green"),
    review: at(1, 11, 1.5, "Design review", "violet"),
    lunch: at(2, 12.5, 1, "Team lunch", "amber"),
    workshop: at(2, 14, 2.5, "Pricing workshop", "rose"),
    release: at(3, 9, 0.5, "Release check", "blue"),
    call: at(3, 15, 1, "Call with the Lisbon team", "green"),
    demo: at(4, 13, 1, "Demo day", "violet"),
    run: at(5, 10, 1.5, "Park run", "amber"),
  };
}
