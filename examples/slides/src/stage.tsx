import { useRef } from "react";
import type { ShownSlide } from "./read-deck.ts";
import { SlideView } from "./slide-view.tsx";
import { StageElement } from "./stage-element.tsx";
import type { DeckEdits } from "./use-deck-edits.ts";
import type { Person } from "./use-people.ts";

interface StageProps {
  readonly slide: ShownSlide;
  readonly selected: string | null;
  readonly people: readonly Person[];
  readonly edits: DeckEdits;
  readonly onSelect: (id: string | null) => void;
}

/** The slide that is being edited. */
export function Stage({ slide, selected, people, edits, onSelect }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={stage}
      className="deck-stage"
      onPointerDown={({ target }) => {
        if (!(target as HTMLElement).closest(".element")) onSelect(null);
      }}
    >
      <SlideView
        slide={slide}
        renderElement={(element) => (
          <StageElement
            key={element.id}
            element={element}
            slideId={slide.id}
            stage={stage}
            isSelected={element.id === selected}
            selectedBy={people.find((person) => person.selected === element.id && person.slide === slide.id)?.visitor}
            edits={edits}
            onSelect={() => onSelect(element.id)}
          />
        )}
      />
      {slide.elements.length === 0 && <p className="deck-hint">This slide is empty. Add a text or a shape.</p>}
    </div>
  );
}
