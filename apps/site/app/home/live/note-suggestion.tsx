import { Check, RotateCcw, Sparkles, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { suggested } from "./launch-note.ts";
import type { NoteRoom } from "./note-room.ts";
import type { SuggestionState } from "./note-state.ts";

/** The edit that the demo's copilot proposes: a script of the demo, which needs no model. */
export function NoteSuggestion({ state, room }: { state: SuggestionState; room: NoteRoom | undefined }) {
  const note = useRef<HTMLParagraphElement>(null);
  const hasActed = useRef(false);
  // The button that had the focus is gone; the focus moves to what came of it.
  useEffect(() => {
    if (hasActed.current) note.current?.focus();
    hasActed.current = false;
  }, [state]);
  const act = (run: (room: NoteRoom) => void) => {
    if (!room) return;
    hasActed.current = true;
    run(room);
  };
  return (
    <section
      aria-label="Suggested edit"
      className="flex min-h-32 flex-col justify-between gap-3 rounded-md border border-accent-line bg-accent-soft p-3.5 text-sm"
    >
      <p className="flex items-center gap-2 font-medium text-accent">
        <Sparkles className="size-4" aria-hidden />
        Suggested edit
        <span className="ml-auto text-xs font-normal text-muted">Demo copilot, scripted</span>
      </p>
      <p ref={note} tabIndex={-1} className="outline-none">
        {state === "open" ? (
          <>
            Replace the marked sentence: <ins className="font-medium no-underline">{suggested.to}</ins>
          </>
        ) : (
          outcomes[state]
        )}
      </p>
      <div className="flex gap-2">
        {state === "open" ? (
          <>
            <Button variant="primary" size="sm" disabled={!room} onClick={() => act((open) => open.acceptSuggestion())}>
              <Check className="size-4" aria-hidden />
              Accept
            </Button>
            <Button size="sm" disabled={!room} onClick={() => act((open) => open.discardSuggestion())}>
              <X className="size-4" aria-hidden />
              Discard
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => act((open) => open.startOver())}>
            <RotateCcw className="size-4" aria-hidden />
            Start over
          </Button>
        )}
      </div>
    </section>
  );
}

const outcomes = {
  accepted: "Accepted. The document has the new sentence.",
  discarded: "Discarded. The sentence is unchanged.",
} as const;
