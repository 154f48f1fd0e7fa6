import { caretIn, placeOf, showCaret } from "./note-seat.ts";
import type { NoteSeat } from "./note-seat.ts";
import { scriptedSentence } from "./launch-note.ts";

export interface Colleague {
  readonly seat: NoteSeat;
  readonly signal: AbortSignal;
  /** Whether the scripted user may act now: not beside other users, and not while the visitor writes. */
  readonly mayAct: () => boolean;
  /** Makes an edit of the scripted user, which is timed. */
  readonly edit: (run: () => void) => void;
}

/** The visitor then has seen it, and the server has work to do. */
const rounds = 3;
const letterMs = 85;

/** The scripted user writes a sentence at the end of the document and deletes it, a few times. */
export async function playColleague({ seat, signal, mayAct, edit }: Colleague): Promise<void> {
  const { text } = seat;
  const pause = (ms: number) => pauseFor(ms, signal);
  showCaret(seat, text.length);
  for (let round = 0; round < rounds; round++) {
    await pause(round === 0 ? 700 : 2_500);
    while (!mayAct()) await pause(500);
    const start = text.length;
    for (const letter of scriptedSentence) {
      if (!mayAct()) break;
      edit(() => text.insert(text.length, letter));
      showCaret(seat, text.length);
      await pause(letterMs);
    }
    const [from, to] = [placeOf(seat, start), placeOf(seat, text.length)];
    await pause(3_000);
    deleteBetween(seat, from, to, edit);
    showCaret(seat, Math.min(start, text.length));
  }
}

/** Deletes the stretch between two places, wherever they are by now. */
function deleteBetween(seat: NoteSeat, from: object, to: object, edit: Colleague["edit"]): void {
  const [start, end] = [caretIn(seat, from), caretIn(seat, to)];
  if (start === undefined || end === undefined || end <= start) return;
  edit(() => seat.text.delete(start, end - start));
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("The document is closed."));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
  });
}
