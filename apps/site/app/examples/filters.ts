import { examples, features, frameworks } from "./catalogue.ts";
import type { Example } from "./catalogue.ts";

export interface GalleryFilter {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly valuesOf: (example: Example) => readonly string[];
}

/** Offers the values that at least `least` examples have. */
const of = (
  name: string,
  label: string,
  order: readonly string[],
  valuesOf: GalleryFilter["valuesOf"],
  least = 1,
): GalleryFilter => ({
  name,
  label,
  values: order.filter((value) => examples.filter((example) => valuesOf(example).includes(value)).length >= least),
  valuesOf,
});

const libraries = [...new Set(examples.flatMap(({ library }) => library ?? []))].sort();

/** By what the gallery can be narrowed. */
export const filters: readonly GalleryFilter[] = [
  of("feature", "Feature", features, (example) => example.features, 2),
  of("framework", "Framework", frameworks, ({ framework }) => [framework]),
  of("library", "Library", libraries, ({ library }) => (library === undefined ? [] : [library])),
  of("level", "Level", ["Basic", "Advanced"], ({ level }) => [level]),
];

/** Whether an example is what the address asks for. */
export function matches(example: Example, search: URLSearchParams): boolean {
  return filters.every(({ name, valuesOf }) => {
    const asked = search.get(name);
    return asked === null || valuesOf(example).includes(asked);
  });
}

/** The values of a filter that lead to an example, with what the other filters ask for; and the one that is chosen. */
export function valuesWithin({ name, values }: GalleryFilter, search: URLSearchParams): readonly string[] {
  return values.filter((value) => {
    const next = new URLSearchParams(search);
    next.set(name, value);
    return search.get(name) === value || examples.some((example) => matches(example, next));
  });
}
