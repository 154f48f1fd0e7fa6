import { useMyPresence, useSelf, useStorage } from "@weft/react";
import { EditableText, EmptyCard, HistoryButtons, LoadingNote, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { useEffect, useMemo, useRef } from "react";
import { playColleague } from "./colleague.ts";
import { Notes } from "./notes.tsx";
import { Presentation } from "./presentation.tsx";
import { PresenterBar } from "./presenter-bar.tsx";
import { readDeck, slideAt } from "./read-deck.ts";
import { longestTitle } from "./room-types.ts";
import { Stage } from "./stage.tsx";
import { Thumbnails } from "./thumbnails.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useDeckEdits } from "./use-deck-edits.ts";
import { usePeople } from "./use-people.ts";

/** The slides, the one that is being edited, and the presentation of this user or of the one they follow. */
export function DeckEditor({ session }: { readonly session: Session }) {
  const stored = useStorage((root) => root);
  const { title, slides } = useMemo(() => readDeck(stored), [stored]);
  const edits = useDeckEdits();
  const people = usePeople();
  const [{ slide: wanted, selected, isPresenting, following }, updatePresence] = useMyPresence();
  const nothing = { slide: null, selected: null, isPresenting: false, following: null };
  useScriptedVisitor(session, stored !== null, nothing, playColleague);

  const ownId = useSelf(({ connectionId }) => connectionId);
  const presenter = people.find(({ id, isPresenting: presents }) => id === following && presents);
  // The place of the slide while it exists: once someone deletes it, its neighbor is shown.
  const place = useRef(0);
  const index = slideAt(slides, presenter ? presenter.slide : wanted, place.current);
  const slide = slides[index];
  useEffect(() => {
    place.current = index;
    if (stored !== null && wanted !== (slide?.id ?? null)) updatePresence({ slide: slide?.id ?? null });
  }, [stored, index, slide?.id, wanted]);
  useEffect(() => {
    if (following !== null && !presenter) updatePresence({ following: null });
  }, [following, presenter]);

  if (stored === null) return <LoadingNote text="Loading the slides…" />;
  const open = (id: string | undefined) => id !== undefined && updatePresence({ slide: id, selected: null });
  const element = slide?.elements.find(({ id }) => id === selected);

  return (
    <div className="deck">
      <header className="deck-head">
        <EditableText
          className="deck-title"
          value={title}
          label="Title"
          longest={longestTitle}
          onSave={edits.setTitle}
        />
        <HistoryButtons />
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={!slide}
          onClick={() => updatePresence({ isPresenting: true, selected: null, following: null })}
        >
          Present
        </button>
      </header>
      <PresenterBar people={people} onFollow={(id) => updatePresence({ following: id, selected: null })} />
      <div className="deck-body">
        <Thumbnails slides={slides} current={slide} people={people} edits={edits} onOpen={open} />
        {slide ? (
          <section className="deck-main" aria-label={`Slide ${index + 1} of ${slides.length}`}>
            <Toolbar slide={slide} element={element} edits={edits} />
            <Stage
              slide={slide}
              selected={element?.id ?? null}
              people={people}
              edits={edits}
              onSelect={(id) => updatePresence({ selected: id })}
            />
            <Notes key={slide.id} slide={slide} edits={edits} />
          </section>
        ) : (
          <EmptyCard
            title="No slides yet"
            text="Add a slide, then place texts and shapes on it. Everyone in the room sees each change."
            action={
              <button type="button" className="button" data-kind="primary" onClick={() => edits.addSlide(0)}>
                Add a slide
              </button>
            }
          />
        )}
      </div>
      {slide && (isPresenting || presenter) && (
        <Presentation
          slides={slides}
          index={index}
          presenter={presenter}
          followers={people.filter((person) => person.following === ownId).length}
          onOpen={open}
          onEnd={() => updatePresence({ isPresenting: false, following: null })}
        />
      )}
    </div>
  );
}
