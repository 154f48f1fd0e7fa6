import { LiveMap, LiveObject } from "@weft/client";
import { useMutation } from "@weft/react";
import { newId } from "@weft/example-shared";
import { placeAt, placeToMoveTo } from "@weft/example-shared/places";
import { readDeck } from "./read-deck.ts";
import { mostElements, mostSlides } from "./room-types.ts";
import type { Fill, Kind, Slide, SlideElement } from "./room-types.ts";

const shapes: Readonly<Record<Kind, Pick<SlideElement, "width" | "height" | "fill" | "text" | "size">>> = {
  text: { width: 480, height: 90, fill: "none", text: "New text", size: "medium" },
  rectangle: { width: 280, height: 180, fill: "blue", text: "", size: "medium" },
  ellipse: { width: 220, height: 220, fill: "green", text: "", size: "medium" },
};

/** Every edit of the deck, each one undo step. Edits of something that was deleted in the meantime do nothing. */
export function useDeckEdits() {
  const setTitle = useMutation(({ storage }, title: string) => storage.set("title", title), []);

  const addSlide = useMutation(({ storage, setMyPresence }, index: number) => {
    const { slides } = readDeck(storage.toJSON());
    const id = newId();
    if (slides.length >= mostSlides) return;
    const slide = {
      place: placeAt(slides, index),
      background: "paper",
      notes: "",
      elements: new LiveMap(),
    } satisfies Slide;
    storage.get("slides").set(id, new LiveObject<Slide>(slide));
    setMyPresence({ slide: id, selected: null });
  }, []);
  const removeSlide = useMutation(({ storage }, id: string) => storage.get("slides").delete(id), []);
  const moveSlide = useMutation(({ storage }, id: string, index: number) => {
    const place = placeToMoveTo(readDeck(storage.toJSON()).slides, id, index);
    storage.get("slides").get(id)?.set("place", place);
  }, []);
  const setNotes = useMutation(({ storage }, id: string, notes: string) => {
    storage.get("slides").get(id)?.set("notes", notes);
  }, []);
  const setBackground = useMutation(({ storage }, id: string, background: Fill) => {
    storage.get("slides").get(id)?.set("background", background);
  }, []);

  const addElement = useMutation(({ storage, setMyPresence }, slideId: string, kind: Kind) => {
    const elements = storage.get("slides").get(slideId)?.get("elements");
    const known = readDeck(storage.toJSON()).slides.find(({ id }) => id === slideId)?.elements ?? [];
    if (!elements || known.length >= mostElements) return;
    const id = newId();
    // Each new element a little further down, so that no two cover each other.
    const shift = (known.length % 6) * 24;
    const at = { x: 120 + shift, y: 120 + shift, place: placeAt(known, known.length) };
    elements.set(id, new LiveObject({ kind, ...shapes[kind], ...at }));
    setMyPresence({ selected: id });
  }, []);
  const changeElement = useMutation(({ storage }, slideId: string, id: string, changes: Partial<SlideElement>) => {
    storage.get("slides").get(slideId)?.get("elements").get(id)?.update(changes);
  }, []);
  const removeElement = useMutation(({ storage, setMyPresence }, slideId: string, id: string) => {
    storage.get("slides").get(slideId)?.get("elements").delete(id);
    setMyPresence({ selected: null });
  }, []);

  return {
    setTitle,
    addSlide,
    removeSlide,
    moveSlide,
    setNotes,
    setBackground,
    addElement,
    changeElement,
    removeElement,
  };
}

export type DeckEdits = ReturnType<typeof useDeckEdits>;
