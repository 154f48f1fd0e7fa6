import { examples, features } from "./catalogue.ts";
import type { Example } from "./catalogue.ts";

export interface GalleryFilter {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly valuesOf: (example: Example) => readonly string[];
}

const of = (name: string, label: string, order: readonly string[], valuesOf: GalleryFilter["valuesOf"]) => {
  const used = new Set(examples.flatMap(valuesOf));
  return { name, label, values: order.filter((value) => used.has(value)), valuesOf };
};

/** By what the gallery can be narrowed. What is the same in every example narrows nothing, and is not offered. */
export const filters: readonly GalleryFilter[] = [
  of("feature", "Feature", features, (example) => example.features),
  of("framework", "Framework", ["React"], ({ framework }) => [framework]),
  of("library", "Editor", ["CodeMirror", "Tiptap"], ({ library }) => (library === undefined ? [] : [library])),
  of("level", "Level", ["Basic", "Advanced"], ({ level }) => [level]),
].filter(({ values }) => values.length > 1);

/** Whether an example is what the address asks for. */
export function matches(example: Example, search: URLSearchParams): boolean {
  return filters.every(({ name, valuesOf }) => {
    const asked = search.get(name);
    return asked === null || valuesOf(example).includes(asked);
  });
}
