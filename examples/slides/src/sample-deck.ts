import { LiveMap, LiveObject } from "@weft/client";
import type { Fill, Slide, SlideElement } from "./room-types.ts";

type SampleElement = Omit<SlideElement, "place">;

const text = (
  x: number,
  y: number,
  width: number,
  height: number,
  words: string,
  size: SlideElement["size"],
): SampleElement => ({
  kind: "text",
  x,
  y,
  width,
  height,
  fill: "none",
  text: words,
  size,
});

const box = (x: number, fill: Fill, words: string): SampleElement => ({
  kind: "rectangle",
  x,
  y: 220,
  width: 250,
  height: 200,
  fill,
  text: words,
  size: "medium",
});

/** What a new deck begins with, by slide ID. */
const sampleSlides: Readonly<
  Record<string, { readonly background: Fill; readonly notes: string; readonly elements: readonly SampleElement[] }>
> = {
  cover: {
    background: "blue",
    notes: "Welcome everyone. Ten minutes, questions at the end.",
    elements: [
      text(80, 170, 800, 110, "Quarterly review", "title"),
      text(84, 290, 700, 60, "What we shipped, and what is next", "medium"),
    ],
  },
  shipped: {
    background: "paper",
    notes: "Mention the beta customers by name.",
    elements: [
      text(80, 70, 800, 90, "What we shipped", "large"),
      box(80, "blue", "Shared boards"),
      box(355, "green", "Offline editing"),
      box(630, "amber", "Comments"),
    ],
  },
  next: {
    background: "sand",
    notes: "",
    elements: [
      text(80, 70, 800, 90, "What is next", "large"),
      text(80, 180, 460, 240, "Mobile apps\nAccess per document\nTemplates", "medium"),
      { kind: "ellipse", x: 620, y: 180, width: 240, height: 240, fill: "rose", text: "Launch in May", size: "medium" },
    ],
  },
};

export function newSlides(): Weft["Storage"]["slides"] {
  return new LiveMap(
    Object.entries(sampleSlides).map(([id, { elements, ...slide }], index): [string, LiveObject<Slide>] => [
      id,
      new LiveObject({
        ...slide,
        place: index + 1,
        elements: new LiveMap(
          elements.map((element, place) => [`${id}-${place}`, new LiveObject({ ...element, place })]),
        ),
      }),
    ]),
  );
}
