import { DayPeople } from "./day-people.tsx";
import { firstDayOfMonth, weeksOfMonth } from "./days.ts";
import { formatDay, formatTime } from "./formats.ts";
import { eventsOn } from "./lay-out-day.ts";
import type { ShownEvent } from "./read-events.ts";
import type { PersonHere } from "./use-others-here.ts";

interface MonthGridProps {
  readonly day: number;
  readonly firstWeekday: number;
  readonly today: number;
  readonly events: readonly ShownEvent[];
  readonly zone: string;
  readonly people: readonly PersonHere[];
  readonly onOpen: (event: ShownEvent) => void;
  readonly onLook: (day: number) => void;
  readonly onDay: (day: number) => void;
}

const mostShown = 3;

/** A month in weeks. A day leads to the view of that day. */
export function MonthGrid({ day, firstWeekday, today, events, zone, people, onOpen, onLook, onDay }: MonthGridProps) {
  const weeks = weeksOfMonth(day, firstWeekday);
  const month = firstDayOfMonth(day);
  return (
    <div className="month" role="region" aria-label="Month">
      <div className="month-weekdays" aria-hidden="true">
        {weeks[0]!.map((weekday) => (
          <span key={weekday}>{formatDay(weekday, "weekday")}</span>
        ))}
      </div>
      <ul className="month-days" style={{ "--weeks": weeks.length }}>
        {weeks.flat().map((shown) => {
          const all = eventsOn(shown, events, zone);
          return (
            <li
              key={shown}
              className="month-day"
              data-outside={firstDayOfMonth(shown) !== month || undefined}
              data-today={shown === today || undefined}
              onPointerEnter={() => onLook(shown)}
            >
              <div className="month-day-head">
                <button
                  type="button"
                  className="month-number"
                  aria-label={`${formatDay(shown, "full")}, ${countOf(all.length)}`}
                  onClick={() => onDay(shown)}
                >
                  {formatDay(shown, "number")}
                </button>
                <DayPeople people={people.filter((person) => person.day === shown)} />
              </div>
              {all.slice(0, mostShown).map((event) => (
                <button
                  key={event.id}
                  type="button"
                  className="month-event"
                  data-color={event.color}
                  onClick={() => onOpen(event)}
                >
                  <span>{formatTime(event.start, zone)}</span> {event.title || "Untitled event"}
                </button>
              ))}
              {all.length > mostShown && (
                <button type="button" className="month-more" onClick={() => onDay(shown)}>
                  {all.length - mostShown} more
                </button>
              )}
              <span className="month-dots" aria-hidden="true">
                {all.slice(0, 4).map(({ id, color }) => (
                  <span key={id} data-color={color} />
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function countOf(events: number): string {
  return events === 0 ? "no events" : events === 1 ? "1 event" : `${events} events`;
}
