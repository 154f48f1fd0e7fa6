import { useCallback } from "react";
import { useSearchParams } from "react-router";

export type FilterChanges = Readonly<Record<string, string | null>>;

/** What may change without the list being another one. */
const beside: ReadonlySet<string> = new Set(["dialog", "event", "cursor", "back"]);

/** The filters of an address; empty where there is none. */
export function readFilters<N extends string>(names: readonly N[], search: URLSearchParams): Record<N, string> {
  return Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as Record<N, string>;
}

/** Filters that live in the address. A change of one begins again at the first page. */
export function useFilters<N extends string>(names: readonly N[]) {
  const [search, setSearch] = useSearchParams();
  const values = readFilters(names, search);
  const set = useCallback(
    (changes: FilterChanges) =>
      setSearch(
        () => {
          // Two filters may change before anything is drawn again: the address knows of the first by then.
          const next = new URLSearchParams(location.search);
          if (Object.keys(changes).some((name) => !beside.has(name)))
            for (const name of ["cursor", "back"]) next.delete(name);
          for (const [name, value] of Object.entries(changes))
            if (value === null || value === "") next.delete(name);
            else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  const clear = useCallback(() => set(Object.fromEntries(names.map((name) => [name, null]))), [names, set]);
  return { values, set, clear, any: names.some((name) => values[name] !== "") };
}
