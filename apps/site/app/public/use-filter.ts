import { usePageSearch } from "../ui/use-page-search.ts";

/** A filter of the address: its value, and the address with another one. `null` is no filter. */
export function useFilter(name: string): { current: string | null; hrefOf: (value: string | null) => string } {
  const [params] = usePageSearch();
  return {
    current: params.get(name),
    hrefOf: (value) => {
      const next = new URLSearchParams(params);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return `?${next.toString()}`;
    },
  };
}
