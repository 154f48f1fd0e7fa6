import { useEffect, useRef } from "react";
import { DayPeople } from "./day-people.tsx";
import { EventBlock } from "./event-block.tsx";
import { formatDay, formatHour, formatTimes } from "./formats.ts";
import { layOutDay } from "./lay-out-day.ts";
import { moveRange, rangeBetween, resizeRange } from "./move-range.ts";
import type { ShownEvent } from "./read-events.ts";
import type { TimeRange } from "./room-types.ts";
import type { EventEdits } from "./use-event-edits.ts";
import { useGridDrag } from "./use-grid-drag.ts";
import type { PersonHere } from "./use-others-here.ts";
import { minutesOfDay, wallTimeAt } from "./zoned-time.ts";

interface TimeGridProps {
  readonly days: readonly number[];
  readonly events: readonly ShownEvent[];
  readonly zone: string;
  readonly now: number;
  readonly people: readonly PersonHere[];
  readonly edits: EventEdits;
  /** The new event that is being drawn or described. */
  readonly draft: TimeRange | null;
  readonly onDraft: (draft: TimeRange | null) => void;
  readonly onDescribe: (range: TimeRange) => void;
  readonly onOpen: (event: ShownEvent) => void;
  readonly onEditing: (id: string | null) => void;
  readonly onLook: (day: number) => void;
  readonly onDay: (day: number) => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const firstHourShown = 7;

/** Days in columns, with their events at the times of the user's zone. */
export function TimeGrid(props: TimeGridProps) {
  const { days, events, zone, now, people, edits, draft, onDraft, onDescribe, onOpen, onEditing, onLook, onDay } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  const today = wallTimeAt(now, zone);
  const { grid, isDragging, listeners, startDrawing, startMoving, startResizing, minutesAt } = useGridDrag({
    days,
    zone,
    onDraw: onDraft,
    onDrawn: onDescribe,
    onDrag: (event, range) => {
      onEditing(event.id);
      edits.setTimes(event.id, range);
    },
    onEnd: () => onEditing(null),
  });

  useEffect(() => {
    const { current } = scroller;
    if (current) current.scrollTop = (current.scrollHeight / 24) * firstHourShown;
  }, []);

  const drafts = [
    ...(draft ? [{ id: "own-draft", ...draft, color: "var(--accent)", name: "" }] : []),
    ...people.flatMap(({ id, name, color, draft: theirs }) => (theirs ? [{ ...theirs, id, name, color }] : [])),
  ];

  return (
    <div
      className="time-grid"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={days.length === 1 ? "Day" : "Week"}
      style={{ "--days": days.length }}
    >
      <div className="day-heads">
        <span className="hour-gutter" />
        {days.map((day) => (
          <div key={day} className="day-head" data-today={day === today.day || undefined}>
            <button type="button" onClick={() => onDay(day)}>
              <span aria-hidden="true">{formatDay(day, "weekday")}</span>
              <strong aria-hidden="true">{formatDay(day, "number")}</strong>
              <span className="visually-hidden">{formatDay(day, "full")}</span>
            </button>
            <DayPeople people={people.filter((person) => person.day === day)} />
          </div>
        ))}
      </div>
      <div className="hours">
        <div className="hour-gutter" aria-hidden="true">
          {hours.slice(1).map((hour) => (
            <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
              {formatHour(hour)}
            </span>
          ))}
        </div>
        <div className="day-columns" ref={grid} data-dragging={isDragging || undefined} {...listeners}>
          {days.map((day) => (
            <div
              key={day}
              className="day-column"
              data-testid="day"
              data-today={day === today.day || undefined}
              onPointerEnter={() => onLook(day)}
              onPointerDown={startDrawing}
              onClick={(event) => {
                const from = minutesAt(event as never);
                onDescribe(rangeBetween(from - (from % 30), from - (from % 30) + 60, zone));
              }}
            >
              {layOutDay(day, events, zone).map((block) => (
                <EventBlock
                  key={block.event.id}
                  block={block}
                  zone={zone}
                  editor={people.find(({ event }) => event === block.event.id)}
                  onOpen={() => onOpen(block.event)}
                  onMove={(minutes) => edits.setTimes(block.event.id, moveRange(block.event, minutes, zone))}
                  onResize={(minutes) => edits.setTimes(block.event.id, resizeRange(block.event, minutes, zone))}
                  onRemove={() => edits.remove(block.event.id)}
                  onGrab={(event) => startMoving(event, block.event)}
                  onGrabEdge={(event) => startResizing(event, block.event)}
                />
              ))}
              {layOutDay(day, drafts, zone).map(({ event, from, to }) => (
                <div
                  key={event.id}
                  className="draft"
                  data-testid="draft"
                  style={{
                    top: `${(from / minutesOfDay) * 100}%`,
                    height: `${((to - from) / minutesOfDay) * 100}%`,
                    "--dye": event.color,
                  }}
                >
                  <span>{event.name === "" ? formatTimes(event, zone) : `${event.name} is adding an event`}</span>
                </div>
              ))}
              {day === today.day && (
                <span className="now" aria-hidden="true" style={{ top: `${(today.minutes / minutesOfDay) * 100}%` }} />
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
