import type { Color } from "@weft/example-shared/colors";
import { dateOf, dayMs, dayOf } from "./days.ts";
import type { ShownEvent } from "./read-events.ts";
import { readRange } from "./read-events.ts";
import type { CalendarEvent, TimeRange } from "./room-types.ts";
import { instantOf, wallTimeAt } from "./zoned-time.ts";

/** The fields of the dialog, as the browser's inputs hold them. */
export interface EventForm {
  readonly title: string;
  /** A date and a time in the event's zone, such as `2027-03-18T09:30`. */
  readonly starts: string;
  readonly ends: string;
  readonly zone: string;
  readonly color: Color;
}

export function formOf({ title, start, end, zone, color }: Omit<ShownEvent, "id">): EventForm {
  return { title, starts: textOf(start, zone), ends: textOf(end, zone), zone, color };
}

/** What the form changes, or what is wrong with it. An end or start that was not edited keeps its very instant. */
export function readForm(form: EventForm, before: TimeRange & { readonly zone: string }): CalendarEvent | string {
  const start = instantOfText(form.starts, form.zone, before.start, before.zone);
  const end = instantOfText(form.ends, form.zone, before.end, before.zone);
  if (start === null) return "Enter a date and time for the start.";
  if (end === null) return "Enter a date and time for the end.";
  if (end <= start) return "The end is not after the start.";
  if (readRange({ start, end }) === null)
    return "An event is at most 31 days long and takes place between 1970 and 2200.";
  return { title: form.title.trim(), start, end, zone: form.zone, color: form.color };
}

function instantOfText(text: string, zone: string, before: number, zoneBefore: string): number | null {
  // Clocks show some times twice: the second one is kept.
  if (zone === zoneBefore && text === textOf(before, zone)) return before;
  const [date, time = ""] = text.split("T");
  const day = dayOf(date);
  const [, hours, minutes] = /^(\d\d):(\d\d)(?::00)?$/u.exec(time) ?? [];
  if (day === null || hours === undefined) return null;
  return instantOf({ day, minutes: Number(hours) * 60 + Number(minutes) }, zone);
}

function textOf(instant: number, zone: string): string {
  const { day, minutes } = wallTimeAt(instant, zone);
  const time = new Date((minutes * dayMs) / 1_440).toISOString().slice(11, 16);
  return `${dateOf(day)}T${time}`;
}
