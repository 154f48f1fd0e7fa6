import { useDraft } from "@weft/example-shared";
import { useId } from "react";
import type { ShownSlide } from "./read-deck.ts";
import { longestNotes } from "./room-types.ts";
import type { DeckEdits } from "./use-deck-edits.ts";

/** The speaker notes of a slide. Only the presenter sees them in the presentation. */
export function Notes({ slide, edits }: { readonly slide: ShownSlide; readonly edits: DeckEdits }) {
  const id = useId();
  const draft = useDraft(slide.notes, (notes) => edits.setNotes(slide.id, notes), { mayBeEmpty: true });
  return (
    <div className="deck-notes">
      <label htmlFor={id}>Speaker notes</label>
      <textarea {...draft} id={id} rows={3} maxLength={longestNotes} placeholder="What to say about this slide" />
    </div>
  );
}
