import { useEffect } from "react";
import { useLocation } from "react-router";
import { openSearch } from "../shell/dialogs.ts";

/** `?q=` in the address of a page opens the search, filled. Lists of the dashboard have a `q` of their own. */
export function useSearchAddress(): void {
  const { pathname, search } = useLocation();
  const query = pathname.startsWith("/dashboard") ? null : new URLSearchParams(search).get("q");
  useEffect(() => {
    if (query !== null) openSearch(query);
  }, [query]);
}
