import { dyeColour, initials } from "@weft/example-shared";
import { SortableList } from "@weft/example-shared/sortable";
import { nameOfSlide } from "./read-deck.ts";
import type { ShownSlide } from "./read-deck.ts";
import { mostSlides } from "./room-types.ts";
import { SlideView } from "./slide-view.tsx";
import type { DeckEdits } from "./use-deck-edits.ts";
import type { Person } from "./use-people.ts";

interface ThumbnailsProps {
  readonly slides: readonly ShownSlide[];
  readonly current: ShownSlide | undefined;
  readonly people: readonly Person[];
  readonly edits: DeckEdits;
  readonly onOpen: (id: string | undefined) => void;
}

/** The slides in order, with the avatars of everyone who is on them. */
export function Thumbnails({ slides, current, people, edits, onOpen }: ThumbnailsProps) {
  const place = current ? slides.indexOf(current) : -1;
  return (
    <nav className="thumbnails" aria-label="Slides">
      <SortableList
        label="Slides"
        className="thumbnail-list"
        items={slides}
        nameOf={(slide) => nameOfSlide(slide, slides.indexOf(slide))}
        onMove={edits.moveSlide}
      >
        {(slide, handle) => (
          <div className="thumbnail" data-testid="thumbnail">
            {handle}
            <div className="thumbnail-slide" data-current={slide.id === current?.id || undefined}>
              <div aria-hidden="true">
                <SlideView slide={slide} />
              </div>
              <button
                type="button"
                className="thumbnail-open"
                aria-label={nameOfSlide(slide, slides.indexOf(slide))}
                aria-current={slide.id === current?.id ? "true" : undefined}
                onClick={() => onOpen(slide.id)}
              />
            </div>
            <ul className="thumbnail-people" aria-label="People on this slide">
              {people
                .filter((person) => person.slide === slide.id)
                .map(({ id, visitor }) => (
                  <li
                    key={id}
                    className="avatar"
                    data-testid="slide-avatar"
                    title={visitor.name}
                    style={{ "--dye": dyeColour(visitor) }}
                  >
                    <span aria-hidden="true">{initials(visitor)}</span>
                    <span className="visually-hidden">{visitor.name}</span>
                  </li>
                ))}
            </ul>
          </div>
        )}
      </SortableList>
      <div className="thumbnail-actions">
        <button
          type="button"
          className="button"
          disabled={slides.length >= mostSlides}
          onClick={() => edits.addSlide(place + 1)}
        >
          Add slide
        </button>
        <button
          type="button"
          className="button"
          disabled={!current}
          onClick={() => current && edits.removeSlide(current.id)}
        >
          Delete slide
        </button>
      </div>
    </nav>
  );
}
