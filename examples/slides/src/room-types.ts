import type { LiveMap, LiveObject } from "@weft/client";
import type { Visitor } from "@weft/example-shared";

/** The size of a slide, in the units of its elements. */
export const page = { width: 960, height: 540 } as const;

export const kinds = ["text", "rectangle", "ellipse"] as const;
export type Kind = (typeof kinds)[number];

/** A slide keeps its colors in both themes. Each color has an ink that is readable on it; `none` shows what is below. */
export const fills = ["none", "paper", "sand", "ink", "blue", "green", "amber", "rose"] as const;
export type Fill = (typeof fills)[number];

/** Sizes of text, in units of the slide. */
export const textSizes = { small: 22, medium: 32, large: 48, title: 68 } as const;
export type TextSize = keyof typeof textSizes;

export type SlideElement = {
  kind: Kind;
  x: number;
  y: number;
  width: number;
  height: number;
  fill: Fill;
  text: string;
  size: TextSize;
  /** Elements with a higher number are in front. */
  place: number;
};

/** A slide names its place, so two people who move it at the same time leave it in one. */
export type Slide = {
  place: number;
  background: Fill;
  notes: string;
  elements: LiveMap<string, LiveObject<SlideElement>>;
};

export const longestTitle = 100;
export const longestText = 1_000;
export const longestNotes = 5_000;
export const mostSlides = 100;
export const mostElements = 60;

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** The slide that this person is looking at. */
      slide: string | null;
      /** The element that this person has selected. */
      selected: string | null;
      isPresenting: boolean;
      /** The connection of the presenter whom this person follows. */
      following: number | null;
    };
    Storage: { title: string; slides: LiveMap<string, LiveObject<Slide>> };
  }
}
