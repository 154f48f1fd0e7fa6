import { shallow, useOthersMapped } from "@weft/react";
import { dyeColour, readVisitor } from "@weft/example-shared";
import { dayOf } from "./days.ts";
import { readRange } from "./read-events.ts";
import type { TimeRange } from "./room-types.ts";

/** Another person, and what they do in the calendar. */
export interface PersonHere {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly day: number | null;
  readonly event: string | null;
  readonly draft: TimeRange | null;
}

export function useOthersHere(): readonly PersonHere[] {
  return useOthersMapped(({ presence }) => presence, shallow).map(([id, { visitor, day, event, draft }]) => {
    const person = readVisitor(visitor);
    return {
      id: String(id),
      name: person.name,
      color: dyeColour(person),
      day: dayOf(day),
      event: typeof event === "string" ? event : null,
      draft: readRange(draft),
    };
  });
}
