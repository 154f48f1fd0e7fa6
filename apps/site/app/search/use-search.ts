import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router";
import { request } from "../api/request.ts";
import { useMe } from "../api/use-me.ts";
import { destinations } from "./destinations.ts";
import { docsIndexQuery } from "./docs-index.ts";
import { find } from "./find.ts";
import type { AccountSummary, Surroundings } from "./items.ts";
import { answers, offers } from "./options.ts";
import type { OptionGroup } from "./options.ts";
import type { RecentSearch } from "./recent-searches.ts";
import { routeParams } from "./route-params.ts";
import { normalizeQuery } from "./search.ts";
import type { SearchItem } from "./search-item.ts";
import { suggestions } from "./suggestions.ts";
import { useRooms } from "./use-rooms.ts";

const noAccounts: readonly AccountSummary[] = [];

export interface Found {
  readonly groups: readonly OptionGroup[];
  /** The total number of matches; undefined for an empty query. */
  readonly total: number | undefined;
  /** The result that is highlighted at first. */
  readonly best: SearchItem | undefined;
  /** The docs are still loading. */
  readonly loading: boolean;
  readonly retry: () => void;
}

/** The dialog's results for a query, which depend on the current page and the user. */
export function useSearch(query: string, limit: number, recent: readonly RecentSearch[]): Found {
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const signedIn = me?.user != null;
  // If the names cannot be loaded, the search continues without them.
  const { data: accounts = noAccounts } = useQuery({
    queryKey: ["accounts-summary"],
    queryFn: ({ signal }) => request("GET /internal/accounts/summary", { signal }),
    enabled: signedIn,
  });
  const { data: docs, isError, isFetching, refetch } = useQuery(docsIndexQuery);
  const params = useMemo(() => routeParams(pathname), [pathname]);
  const rooms = useRooms(query, params, signedIn);
  const owner = me?.teams.find(({ id }) => id === params.accountId)?.role === "owner";
  const surroundings = useMemo<Surroundings>(
    () => ({ params, accounts: signedIn ? accounts : noAccounts, destinations, signedIn, owner, rooms }),
    [params, accounts, signedIn, owner, rooms],
  );
  const lastTeamId = me?.lastTeamId ?? null;
  return useMemo(() => {
    const retry = () => void refetch();
    if (normalizeQuery(query) === "") {
      const groups = offers(recent, suggestions(surroundings, { signedIn, lastTeamId }));
      return { groups, total: undefined, best: undefined, loading: false, retry };
    }
    const results = find(query, surroundings, docs, limit);
    const state = docs ? "ready" : isError && !isFetching ? "failed" : "loading";
    return {
      groups: answers(results, { limit, docs: state, signedIn }),
      total: results.total,
      best: results.best,
      loading: state === "loading",
      retry,
    };
  }, [query, limit, recent, surroundings, signedIn, lastTeamId, docs, isError, isFetching, refetch]);
}
