import { useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";

const none = new URLSearchParams();
const never = () => () => {};

/**
 * The query of the address. A prerendered page was drawn without one, so it is empty while the page hydrates: drawing
 * something else than the HTML would make React throw the page away.
 */
export function usePageSearch(): ReturnType<typeof useSearchParams> {
  const [search, setSearch] = useSearchParams();
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return [hydrated ? search : none, setSearch];
}
