import type { ReactNode } from "react";
import type { ShownElement, ShownSlide } from "./read-deck.ts";
import { page, textSizes } from "./room-types.ts";

interface SlideViewProps {
  readonly slide: ShownSlide;
  /** How an element is shown where it can be edited. */
  readonly renderElement?: (element: ShownElement) => ReactNode;
}

/** A slide at any size: its elements are placed in parts of its width and height. */
export function SlideView({ slide, renderElement = showElement }: SlideViewProps) {
  return (
    <div className="slide" data-fill={slide.background}>
      {slide.elements.map(renderElement)}
    </div>
  );
}

function showElement(element: ShownElement) {
  return (
    <div key={element.id} className="element" {...lookOf(element)}>
      {element.text}
    </div>
  );
}

/** The attributes of an element, wherever it is shown. */
export function lookOf({ kind, fill, size, x, y, width, height }: ShownElement) {
  return {
    "data-kind": kind,
    "data-fill": fill,
    "data-size": size,
    style: {
      left: `${(x / page.width) * 100}%`,
      top: `${(y / page.height) * 100}%`,
      width: `${(width / page.width) * 100}%`,
      height: `${(height / page.height) * 100}%`,
      fontSize: `${(textSizes[size] / page.width) * 100}cqw`,
    },
  };
}
