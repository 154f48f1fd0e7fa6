import { entriesOf } from "@weft/example-shared/entries-of";
import { inOrder } from "@weft/example-shared/places";
import { fieldsOf, readChoice, readNumber, readPlaceNumber, readText } from "@weft/example-shared/read-values";
import {
  fills,
  kinds,
  longestNotes,
  longestText,
  longestTitle,
  mostElements,
  mostSlides,
  page,
  textSizes,
} from "./room-types.ts";
import type { Fill, SlideElement, TextSize } from "./room-types.ts";

export type ShownElement = Readonly<SlideElement> & { readonly id: string };

export interface ShownSlide {
  readonly id: string;
  readonly place: number;
  readonly background: Fill;
  readonly notes: string;
  /** From back to front. */
  readonly elements: readonly ShownElement[];
}

export interface Deck {
  readonly title: string;
  readonly slides: readonly ShownSlide[];
}

const sizeNames = Object.keys(textSizes) as readonly TextSize[];

/** The slides in order. Any client may store anything in a public room, so values are checked. */
export function readDeck(stored: unknown): Deck {
  const { title, slides } = fieldsOf(stored);
  return {
    title: readText(title, longestTitle),
    slides: inOrder(entriesOf(slides).flatMap(([id, value]) => readSlide(id, value))).slice(0, mostSlides),
  };
}

function readSlide(id: string, value: unknown): ShownSlide[] {
  if (typeof value !== "object" || value === null) return [];
  const { place, background, notes, elements } = fieldsOf(value);
  const fill = readChoice(background, fills, "paper");
  return [
    {
      id,
      place: readPlaceNumber(place),
      background: fill === "none" ? "paper" : fill,
      notes: readText(notes, longestNotes),
      elements: inOrder(entriesOf(elements).flatMap(([key, one]) => readElement(key, one))).slice(0, mostElements),
    },
  ];
}

function readElement(id: string, value: unknown): ShownElement[] {
  const { kind, x, y, width, height, fill, text, size, place } = fieldsOf(value);
  const known = readChoice(kind, kinds, null);
  if (known === null) return [];
  const box = {
    width: readNumber(width, { least: 24, most: page.width, otherwise: 240 }),
    height: readNumber(height, { least: 24, most: page.height, otherwise: 120 }),
  };
  return [
    {
      id,
      kind: known,
      ...box,
      ...insidePage({ x: readNumber(x, anywhere), y: readNumber(y, anywhere) }, box),
      fill: readChoice(fill, fills, "none"),
      text: readText(text, longestText),
      size: readChoice(size, sizeNames, "medium"),
      place: readPlaceNumber(place),
    },
  ];
}

const anywhere = { least: 0, most: page.width, otherwise: 0 };

interface Corner {
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** The nearest corner with which an element of this size is wholly on the slide. */
export function insidePage({ x, y }: Corner, { width, height }: Box): Corner {
  return {
    x: Math.round(Math.max(0, Math.min(x, page.width - width))),
    y: Math.round(Math.max(0, Math.min(y, page.height - height))),
  };
}

/** The nearest size with which an element at this corner is wholly on the slide, and large enough to take hold of. */
export function sizeInsidePage({ x, y }: Corner, { width, height }: Box): Box {
  return {
    width: Math.round(Math.max(24, Math.min(width, page.width - x))),
    height: Math.round(Math.max(24, Math.min(height, page.height - y))),
  };
}

/** What a slide is called in lists: its first text. */
export function nameOfSlide({ elements }: ShownSlide, index: number): string {
  const text = elements
    .find((element) => element.text.trim() !== "")
    ?.text.trim()
    .split("\n", 1)[0];
  return `Slide ${index + 1}${text === undefined ? "" : `: ${text.slice(0, 60)}`}`;
}

/** The slide with this ID; otherwise the one that has taken its place, or the first. */
export function slideAt(slides: readonly ShownSlide[], id: unknown, fallback = 0): number {
  const index = slides.findIndex((slide) => slide.id === id);
  return index === -1 ? Math.max(0, Math.min(fallback, slides.length - 1)) : index;
}
