import { useStorage, useUpdateMyPresence } from "@weft/react";
import { HistoryButtons, useMediaQuery, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { language } from "@weft/example-shared/language";
import { useEffect, useMemo, useState } from "react";
import { CalendarHead } from "./calendar-head.tsx";
import { playColleague } from "./colleague.ts";
import { dateOf, daysFrom, firstDayOfWeek } from "./days.ts";
import { EventDialog } from "./event-dialog.tsx";
import { ownZone } from "./formats.ts";
import { MonthGrid } from "./month-grid.tsx";
import { readEvents } from "./read-events.ts";
import type { ShownEvent } from "./read-events.ts";
import type { CalendarEvent, TimeRange } from "./room-types.ts";
import { TimeGrid } from "./time-grid.tsx";
import { useEventEdits } from "./use-event-edits.ts";
import { useNow } from "./use-now.ts";
import { useOthersHere } from "./use-others-here.ts";
import type { View } from "./views.ts";
import { firstWeekdayOf } from "./week-start.ts";
import { instantOf, wallTimeAt } from "./zoned-time.ts";

type Editing =
  | { readonly id: string; readonly event: CalendarEvent }
  | { readonly id: null; readonly event: CalendarEvent };

const firstWeekday = firstWeekdayOf(language);

/** The calendar. Which days are shown, and in which time zone, is each user's own; the events are the room's. */
export function CalendarPage({ session }: { readonly session: Session }) {
  const stored = useStorage((root) => root.events);
  const events = useMemo(() => readEvents(stored), [stored]);
  const edits = useEventEdits();
  const people = useOthersHere();
  const updatePresence = useUpdateMyPresence();
  const isNarrow = useMediaQuery("(max-width: 40rem)");
  const [chosenView, setView] = useState<View | null>(null);
  const [zone, setZone] = useState(ownZone);
  const now = useNow();
  const today = wallTimeAt(now, zone).day;
  const [day, setDay] = useState(today);
  const [draft, setDraft] = useState<TimeRange | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const view = chosenView ?? (isNarrow ? "day" : "week");
  useScriptedVisitor(session, stored !== null, { day: null, event: null, draft: null }, playColleague);

  useEffect(() => updatePresence({ day: dateOf(day) }), [day, updatePresence]);

  const look = (shown: number) => updatePresence({ day: dateOf(shown) });
  const showDraft = (range: TimeRange | null) => {
    setDraft(range);
    updatePresence({ draft: range });
  };
  const describe = (range: TimeRange) => {
    showDraft(range);
    setEditing({ id: null, event: { title: "", ...range, zone, color: "blue" } });
  };
  const open = (event: ShownEvent) => {
    updatePresence({ event: event.id });
    setEditing({ id: event.id, event });
  };
  const close = () => {
    setEditing(null);
    showDraft(null);
    updatePresence({ event: null });
  };
  const openDay = (shown: number) => {
    setDay(shown);
    setView("day");
  };
  const addOn = (shown: number) => {
    const start = instantOf({ day: shown, minutes: 9 * 60 }, zone);
    describe({ start, end: start + 3_600_000 });
  };

  const days = view === "day" ? [day] : daysFrom(firstDayOfWeek(day, firstWeekday), 7);
  const isDeleted = editing?.id != null && !events.some(({ id }) => id === editing.id);
  return (
    <div className="calendar">
      <CalendarHead
        view={view}
        day={day}
        days={days}
        today={today}
        zone={zone}
        onView={setView}
        onDay={setDay}
        onZone={setZone}
        onAdd={() => addOn(day)}
      >
        <HistoryButtons />
      </CalendarHead>
      {stored === null ? (
        <p className="calendar-loading" role="status">
          Loading the calendar…
        </p>
      ) : view === "month" ? (
        <MonthGrid
          day={day}
          firstWeekday={firstWeekday}
          today={today}
          events={events}
          zone={zone}
          people={people}
          onOpen={open}
          onLook={look}
          onDay={openDay}
        />
      ) : (
        <TimeGrid
          key={view}
          days={days}
          events={events}
          zone={zone}
          now={now}
          people={people}
          edits={edits}
          draft={draft}
          onDraft={showDraft}
          onDescribe={describe}
          onOpen={open}
          onEditing={(event) => updatePresence({ event })}
          onLook={look}
          onDay={openDay}
        />
      )}
      {stored !== null && events.length === 0 && (
        <p className="calendar-hint">
          No events yet. Drag over free time, or press “New event”: everyone in the room sees it.
        </p>
      )}
      {editing && (
        <EventDialog
          event={editing.event}
          isNew={editing.id === null}
          isDeleted={isDeleted}
          editor={people.find(({ event }) => event !== null && event === editing.id)?.name}
          onSave={(fields) => {
            if (editing.id === null || isDeleted) edits.add({ ...withoutId(editing.event), ...fields });
            else edits.change(editing.id, fields);
          }}
          onRemove={() => {
            if (editing.id !== null) void edits.remove(editing.id);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function withoutId({ title, start, end, zone, color }: CalendarEvent): CalendarEvent {
  return { title, start, end, zone, color };
}
