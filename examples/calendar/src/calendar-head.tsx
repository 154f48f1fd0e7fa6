import type { ReactNode } from "react";
import { Icon } from "@weft/example-shared";
import { addMonths } from "./days.ts";
import { formatDay, formatDays } from "./formats.ts";
import { views } from "./views.ts";
import type { View } from "./views.ts";
import { ZoneSelect } from "./zone-select.tsx";

interface CalendarHeadProps {
  readonly view: View;
  readonly day: number;
  readonly days: readonly number[];
  readonly today: number;
  readonly zone: string;
  readonly onView: (view: View) => void;
  readonly onDay: (day: number) => void;
  readonly onZone: (zone: string) => void;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}

/** What is shown, and how to go elsewhere. */
export function CalendarHead({
  view,
  day,
  days,
  today,
  zone,
  onView,
  onDay,
  onZone,
  onAdd,
  children,
}: CalendarHeadProps) {
  const step = (by: 1 | -1) => onDay(view === "month" ? addMonths(day, by) : day + by * days.length);
  const title =
    view === "month"
      ? formatDay(day, "month")
      : view === "day"
        ? formatDay(day, "full")
        : formatDays(days[0]!, days.at(-1)!);
  const unit = views[view].toLowerCase();
  return (
    <div className="calendar-head">
      <div className="calendar-steps">
        <button type="button" className="icon-button" aria-label={`Previous ${unit}`} onClick={() => step(-1)}>
          <Icon path="m11 4-5 5 5 5" />
        </button>
        <button type="button" className="button" onClick={() => onDay(today)}>
          Today
        </button>
        <button type="button" className="icon-button" aria-label={`Next ${unit}`} onClick={() => step(1)}>
          <Icon path="m7 4 5 5-5 5" />
        </button>
      </div>
      <h2 aria-live="polite">{title}</h2>
      <div className="calendar-tools">
        {children}
        <div className="segments" role="group" aria-label="View">
          {Object.entries(views).map(([name, label]) => (
            <button key={name} type="button" aria-pressed={name === view} onClick={() => onView(name as View)}>
              {label}
            </button>
          ))}
        </div>
        <ZoneSelect label="Time zone of the calendar" zone={zone} onZone={onZone} />
        <button type="button" className="button" data-kind="primary" onClick={onAdd}>
          New event
        </button>
      </div>
    </div>
  );
}
