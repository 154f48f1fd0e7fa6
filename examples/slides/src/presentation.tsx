import { useEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import { nameOfSlide } from "./read-deck.ts";
import type { ShownSlide } from "./read-deck.ts";
import { SlideView } from "./slide-view.tsx";
import type { Person } from "./use-people.ts";

interface PresentationProps {
  readonly slides: readonly ShownSlide[];
  readonly index: number;
  /** The user who is followed; undefined for the presenter. */
  readonly presenter: Person | undefined;
  readonly followers: number;
  readonly onOpen: (id: string | undefined) => void;
  readonly onEnd: () => void;
}

/** One slide in the whole window. The presenter moves with buttons, arrow keys or space; followers see the same slide. */
export function Presentation({ slides, index, presenter, followers, onOpen, onEnd }: PresentationProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const slide = slides[index]!;
  const go = (to: number) => onOpen(slides[Math.max(0, Math.min(to, slides.length - 1))]?.id);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const keys: Readonly<Partial<Record<string, number>>> = {
    ArrowRight: index + 1,
    PageDown: index + 1,
    ArrowLeft: index - 1,
    PageUp: index - 1,
    Home: 0,
    End: slides.length - 1,
  };
  const press = (event: KeyboardEvent) => {
    const to = keys[event.key];
    if (to === undefined || presenter) return;
    event.preventDefault();
    go(to);
  };

  return (
    <dialog
      ref={dialog}
      className="presentation"
      aria-label={presenter ? `Presentation by ${presenter.visitor.name}` : "Your presentation"}
      onKeyDown={press}
      // Escape.
      onClose={onEnd}
    >
      <div className="presentation-slide">
        <SlideView slide={slide} />
      </div>
      <p className="visually-hidden" role="status">
        {nameOfSlide(slide, index)}
      </p>
      {!presenter && slide.notes !== "" && (
        <p className="presentation-notes" data-testid="presenter-notes">
          {slide.notes}
        </p>
      )}
      <div className="presentation-bar">
        {presenter ? (
          <span>Following {presenter.visitor.name}</span>
        ) : (
          <>
            <button type="button" className="button" disabled={index === 0} onClick={() => go(index - 1)}>
              Previous
            </button>
            <button
              type="button"
              className="button"
              autoFocus
              disabled={index === slides.length - 1}
              onClick={() => go(index + 1)}
            >
              Next
            </button>
          </>
        )}
        <span>
          {index + 1} / {slides.length}
        </span>
        {!presenter && <span>{followers} following</span>}
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {presenter ? "Stop following" : "End"}
        </button>
      </div>
    </dialog>
  );
}
