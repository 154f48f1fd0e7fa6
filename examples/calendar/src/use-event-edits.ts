import { LiveObject } from "@weft/client";
import { useMutation } from "@weft/react";
import { newId } from "@weft/example-shared";
import type { CalendarEvent, TimeRange } from "./room-types.ts";

/** Every edit of the calendar. Each is one step for undo, and does nothing to an event that was deleted in the meantime. */
export function useEventEdits() {
  const add = useMutation(
    ({ storage }, event: CalendarEvent) => storage.get("events").set(newId(), new LiveObject(event)),
    [],
  );

  const change = useMutation(({ storage }, id: string, fields: Partial<CalendarEvent>) => {
    storage.get("events").get(id)?.update(fields);
  }, []);

  const setTimes = useMutation(({ storage }, id: string, { start, end }: TimeRange) => {
    storage.get("events").get(id)?.update({ start, end });
  }, []);

  const remove = useMutation(({ storage }, id: string) => storage.get("events").delete(id), []);

  return { add, change, setTimes, remove };
}

export type EventEdits = ReturnType<typeof useEventEdits>;
