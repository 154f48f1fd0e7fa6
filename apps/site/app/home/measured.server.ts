import measured from "../../content/measured.json" with { type: "json" };
import { formatCount } from "../formats/count.ts";
import { formatDay } from "../formats/calendar-date.ts";

/** A number from the bench, and what it says. */
export interface MeasuredFact {
  readonly number: string;
  readonly title: string;
  readonly text: string;
}

/** What the home page quotes from the bench. Its numbers are read when the site is built. */
export function measuredFacts(): { readonly facts: readonly MeasuredFact[]; readonly how: string } {
  const kill = measured["document-kill"].figures;
  const presence = measured["presence-100x10"];
  const storage = measured["storage-crowd"].figures;
  return {
    facts: [
      {
        number: `${formatCount(kill.lost.value)} lost`,
        title: "Saved means saved",
        text: `Of ${formatCount(kill.acked.value)} acknowledged edits, when the server process was killed in the middle of writing. A server that acknowledges edits in memory lost all ${formatCount(kill.lost.reference)} in the same test.`,
      },
      {
        number: `${formatCount(presence.figures.perSecond.value)} / s`,
        title: "Cursor updates delivered",
        text: `100 people in one room, 10 updates a second each, on ${formatCount(Math.round(presence.figures.load.value))}% of one CPU core.`,
      },
      {
        number: `${formatCount(storage.perSecond.value)} / s`,
        title: "Edits written to disk",
        text: `100 people edit the same object. With one flush per edit, the same disk manages ${formatCount(Math.round(storage.perSecond.reference))} a second.`,
      },
    ],
    how: `Measured on ${formatDay(presence.day)} on one core of an ${presence.processor} processor. Run it yourself: npm run bench.`,
  };
}
