import fc from "fast-check";
import { expect, test } from "vitest";
import { insidePage, nameOfSlide, readDeck, sizeInsidePage, slideAt } from "./read-deck.ts";
import { page } from "./room-types.ts";

const element = {
  kind: "text",
  x: 40,
  y: 40,
  width: 200,
  height: 80,
  fill: "none",
  text: "Plan\nfor May",
  size: "title",
};
const slide = { place: 1, background: "blue", notes: "", elements: { a: { ...element, place: 1 } } };

test("slides and elements are in order, and what is not one is left out", () => {
  const elements = { front: { ...element, place: 2 }, back: { ...element, place: 1 }, odd: { kind: "video" } };
  const { slides } = readDeck({ slides: { b: { ...slide, place: 2 }, a: { ...slide, elements }, c: "none" } });
  expect(slides.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(slides[0]?.elements.map(({ id }) => id)).toEqual(["back", "front"]);
});

test("elements stay on the slide, wherever they are stored, moved or resized to", () => {
  const elements = { a: { ...element, x: 5_000, y: Number.NaN, width: -1, height: Infinity } };
  const [read] = readDeck({ slides: { a: { ...slide, elements } } }).slides[0]!.elements;
  expect(read).toMatchObject({ x: page.width - 24, y: 0, width: 24 });
  expect(insidePage({ x: -8, y: 5_000 }, { width: 100, height: 40 })).toEqual({ x: 0, y: page.height - 40 });
  expect(sizeInsidePage({ x: 900, y: 10 }, { width: 400, height: 1 })).toEqual({ width: 60, height: 24 });
});

test("a slide is named after its first text", () => {
  const { slides } = readDeck({ slides: { a: slide, b: { ...slide, place: 2, elements: {} } } });
  expect(slides.map(nameOfSlide)).toEqual(["Slide 1: Plan", "Slide 2"]);
});

test("a slide that was deleted is replaced by the one at its place", () => {
  const { slides } = readDeck({ slides: { a: slide, b: { ...slide, place: 2 } } });
  expect([slideAt(slides, "b"), slideAt(slides, "gone", 1), slideAt(slides, "gone", 7), slideAt([], "a")]).toEqual([
    1, 1, 1, 0,
  ]);
});

test("whatever is stored, a page can show it", () => {
  const value = fc.oneof(fc.double(), fc.jsonValue());
  const anElement = fc.dictionary(fc.constantFrom(...Object.keys(element), "place"), value);
  const elements = fc.oneof(fc.dictionary(fc.string(), fc.oneof(anElement, fc.constant(element))), fc.jsonValue());
  const aSlide = fc.record({ place: value, background: value, notes: value, elements });
  const slides = fc.oneof(fc.dictionary(fc.string(), fc.oneof(aSlide, fc.jsonValue())), fc.jsonValue());
  fc.assert(
    fc.property(fc.oneof(fc.record({ title: value, slides }), fc.jsonValue()), (stored) => {
      for (const one of readDeck(stored).slides)
        for (const { x, y, width, height, place } of one.elements) {
          expect([x, y, width, height, place].every(Number.isFinite)).toBe(true);
          expect(x + width <= page.width && y + height <= page.height).toBe(true);
        }
    }),
  );
});
